import { UserError } from '../../errors.js';

/** The control API was asked to do something on a phone that takes nothing any more. */
export class PhoneOverError extends UserError {
  override readonly code = 'PHONE_OVER';

  constructor(why: string, options: { readonly cause?: unknown } = {}) {
    super(why, { ...options, hint: 'POST /phones/ID/reset starts its task again.' });
  }
}
