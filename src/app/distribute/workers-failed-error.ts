import { TouchstoneError, type Fault } from '../../errors.js';
import type { StoppedRun } from '../../queue/run-queue.js';

/** What the workers of a run fail by, all that are there, as the run would by itself on one machine. */
export class WorkersFailedError extends TouchstoneError {
  /** That of what they met. */
  readonly code: string;
  readonly fault: Fault;

  constructor({ worker, failure }: StoppedRun) {
    super(`worker ${worker}: ${failure.message}`, {
      hint: 'Repair that, or start a worker that does the run; then `touchstone resume RUN --queue URL`.',
    });
    this.code = failure.code;
    this.fault = failure.fault;
  }
}
