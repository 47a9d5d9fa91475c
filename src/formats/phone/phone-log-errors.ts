import { DatasetError, TouchstoneError, UserError, type FilePlace } from '../../errors.js';
import { PHONE_LOG_VERSION } from './phone-event.js';

/** A file that was named as the event log of a phone is none. */
export class NotAPhoneLogError extends UserError {
  override readonly code = 'NOT_A_PHONE_LOG';
}

/** An event log written by a newer Touchstone. */
export class PhoneLogVersionError extends UserError {
  override readonly code = 'PHONE_LOG_VERSION';

  constructor(found: number, place: FilePlace) {
    super(`Version ${found} is newer than ${PHONE_LOG_VERSION}, the newest this Touchstone reads`, {
      place,
      hint: 'Update Touchstone, or read the log with the version that wrote it.',
    });
  }
}

/** An event log is broken before its end, where no crash can have torn it. */
export class PhoneLogDamagedError extends DatasetError {
  override readonly code = 'PHONE_LOG_DAMAGED';

  constructor(problem: string, place: FilePlace, options: { readonly cause?: unknown } = {}) {
    super(problem, {
      ...options,
      place,
      hint: 'Restore the file from a copy; or cut it before this line, which loses what came after.',
    });
  }
}

/** An event log could not be made or written to. */
export class PhoneLogWriteError extends TouchstoneError {
  readonly code = 'PHONE_LOG_WRITE';
  readonly fault = 'environment';

  constructor(file: string, cause: unknown) {
    super(`Could not write: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
      place: { file },
      hint: 'Make room or repair the disk, and name a file that does not exist yet; then run the episode again.',
    });
  }
}
