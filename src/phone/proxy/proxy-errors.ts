import { UserError } from '../../errors.js';

/** The adb server or the phone behind a recording proxy cannot be had. */
export class ProxyUpstreamError extends UserError {
  override readonly code = 'PHONE_UPSTREAM';
}
