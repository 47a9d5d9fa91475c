import { DatasetError, TouchstoneError } from '../errors.js';

/** The file is not there, is not a plain file, or cannot be read. */
export class FileUnreadableError extends DatasetError {
  override readonly code = 'FILE_UNREADABLE';
}

/** What is wrong with a file, in a word: the system's code, such as `ENOENT`, where it gave one. */
export function whyUnreadable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof TouchstoneError) {
    return error.cause === undefined ? 'it is no plain file' : whyUnreadable(error.cause);
  }
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

/** Whether the file system said so: such an error names what was called. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

/** The file holds more bytes than the reader is willing to take into memory. */
export class FileTooLargeError extends DatasetError {
  override readonly code = 'FILE_TOO_LARGE';
}

/** The file names a path outside its own folder. */
export class PathOutsideFolderError extends DatasetError {
  override readonly code = 'PATH_OUTSIDE_FOLDER';
}
