import { TouchstoneError } from '../errors.js';

/** A file that was asked for could not be written: a full disk, a folder that may not be written. */
export class FileWriteError extends TouchstoneError {
  readonly code = 'FILE_WRITE';
  readonly fault = 'environment';

  constructor(file: string, cause: unknown, { hint }: { readonly hint?: string } = {}) {
    super(`it cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
      place: { file },
      hint:
        hint ??
        'Make room, or name a place that may be written, and run the command again; nothing half-written is left.',
    });
  }
}

/** The error as one of writing a file, where the system raised it; others as they are. */
export function writeFailure(file: string, error: unknown): unknown {
  const isOfSystem = error instanceof Error && 'errno' in error && !(error instanceof TouchstoneError);
  return isOfSystem ? new FileWriteError(file, error) : error;
}
