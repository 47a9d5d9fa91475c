import { TouchstoneError, type Fault } from '../../errors.js';
import type { StoppedRun } from '../../queue/run-queue.js';

/** What the workers of a run fail by, all that are there, as the run would by itself on one machine. */
export class WorkersFailedError extends TouchstoneError {
  /** That of what they met. */
  readonly code: string;
  readonly fault: Fault;

  constructor({ worker, failure }: StoppedRun) {
    super(`worker ${worker}: ${failure.message}`);
    this.code = failure.code;
    this.fault = failure.fault;
  }
}
