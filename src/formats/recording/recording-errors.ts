import { DatasetError, TouchstoneError, UserError, type FilePlace } from '../../errors.js';
import { RECORDING_VERSION } from './recording-event.js';

/** A folder that was named as a recording made by hand is none. */
export class NotARecordingError extends UserError {
  override readonly code = 'NOT_A_RECORDING';
}

/** A recording written by a newer Touchstone. */
export class RecordingVersionError extends UserError {
  override readonly code = 'RECORDING_VERSION';

  constructor(found: number, place: FilePlace) {
    super(`Version ${found} is newer than ${RECORDING_VERSION}, the newest this Touchstone reads`, {
      place,
      hint: 'Update Touchstone, or read the recording with the version that wrote it.',
    });
  }
}

/** A recording is broken before its end, where no crash can have torn it. */
export class RecordingDamagedError extends DatasetError {
  override readonly code = 'RECORDING_DAMAGED';

  constructor(problem: string, place: FilePlace) {
    super(problem, {
      place,
      hint: 'Restore the file from a copy; or cut it before this line, which loses what came after.',
    });
  }
}

/** A recording could not be made or written to. */
export class RecordingWriteError extends TouchstoneError {
  readonly code = 'RECORDING_WRITE';
  readonly fault = 'environment';

  constructor(file: string, cause: unknown) {
    super(`Could not write: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
      place: { file },
      hint: 'Make room or repair the disk. What was recorded until then is kept.',
    });
  }
}
