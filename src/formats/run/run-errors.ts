import { itemKeyText, type ItemKey } from '../../domain/episode.js';
import { DatasetError, TouchstoneError, UserError, type FilePlace } from '../../errors.js';

/** A folder or file that was named as a run is none. */
export class NotARunError extends UserError {
  override readonly code = 'NOT_A_RUN';
}

/** A journal or score file written by a newer Touchstone. */
export class RunVersionError extends UserError {
  override readonly code = 'RUN_VERSION';

  constructor(found: number, known: number, place: FilePlace) {
    super(`Run format version ${found} is newer than ${known}, the newest this Touchstone reads`, {
      place,
      hint: 'Update Touchstone, or read the run with the version that wrote it.',
    });
  }
}

/** A journal or score file is broken before its end, where no crash can have torn it, or contradicts itself. */
export class JournalDamagedError extends DatasetError {
  override readonly code = 'JOURNAL_DAMAGED';

  constructor(problem: string, place: FilePlace, options: { cause?: unknown } = {}) {
    super(problem, {
      ...options,
      place,
      hint: 'Restore the file from a copy; or cut it before this line (keeping a copy) and call the same command again, for a run `touchstone resume`: what is missing is then repeated.',
    });
  }

  /** For an event that cannot follow those before it. */
  static contradiction(
    event: ItemKey & { readonly type: string },
    problem: string,
    place: FilePlace,
  ): JournalDamagedError {
    return new JournalDamagedError(
      `The ${event.type} event of item ${itemKeyText(event)} contradicts the journal: ${problem}`,
      place,
    );
  }
}

/** Another process writes this run. */
export class RunLockedError extends UserError {
  override readonly code = 'RUN_LOCKED';
}

/** The journal could not be written; nothing after that is recorded, so the run stops. */
export class JournalWriteError extends TouchstoneError {
  readonly code = 'JOURNAL_WRITE';
  readonly fault = 'environment';

  constructor(
    file: string,
    cause: unknown,
    hint = 'Make room or repair the disk, then `touchstone resume` the run; nothing that was saved is lost.',
  ) {
    super(`Could not write: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
      place: { file },
      hint,
    });
  }

  /** For a file that was removed, moved or replaced while it was written: what is written to it now nobody will find. */
  static gone(file: string): JournalWriteError {
    return new JournalWriteError(
      file,
      'the file was removed, or another was put in its place, while the run wrote to it',
      'Put the folder back where it was and `touchstone resume` the run; where it is gone for good, start the run again.',
    );
  }
}

/** A file that belongs to a run is missing or does not have the content its name promises. */
export class StoredFileError extends DatasetError {
  override readonly code = 'RUN_FILE';
}
