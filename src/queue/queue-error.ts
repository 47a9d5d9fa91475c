import { UserError } from '../errors.js';

/** The queue of distributed runs cannot be used: it is down, full, too old, or refuses who asks. */
export class QueueError extends UserError {
  override readonly code = 'QUEUE';
}
