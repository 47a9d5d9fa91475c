import { TouchstoneError } from '../../errors.js';

/** The lease of a phone has run out, and another may have the phone: nothing more is done to it, and the attempt is void. */
export class DeviceLeaseLostError extends TouchstoneError {
  readonly code = 'DEVICE_LEASE_LOST';
  readonly fault = 'environment';
  override readonly retryable = true;
}
