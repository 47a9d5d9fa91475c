import { UserError } from '../../../errors.js';

/** A run is to be stopped that no process of this machine writes. */
export class NotRunningError extends UserError {
  override readonly code = 'NOT_RUNNING';
}
