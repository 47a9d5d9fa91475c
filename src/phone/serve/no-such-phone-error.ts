import { UserError } from '../../errors.js';

/** The control API was asked about a phone that is not up, or no more. */
export class NoSuchPhoneError extends UserError {
  override readonly code = 'NO_SUCH_PHONE';
}
