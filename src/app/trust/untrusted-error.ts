import { UserError } from '../../errors.js';

/** Data that nobody vouched for name what only the user may name. */
export class UntrustedError extends UserError {
  override readonly code = 'UNTRUSTED';
}
