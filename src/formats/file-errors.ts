import { DatasetError } from '../errors.js';

/** The file is not there, is not a plain file, or cannot be read. */
export class FileUnreadableError extends DatasetError {
  override readonly code = 'FILE_UNREADABLE';
}

/** The file holds more bytes than the reader is willing to take into memory. */
export class FileTooLargeError extends DatasetError {
  override readonly code = 'FILE_TOO_LARGE';
}

/** The file is not UTF-8. */
export class FileEncodingError extends DatasetError {
  override readonly code = 'FILE_ENCODING';
}

/** The file is not JSON; the place is where the grammar breaks. */
export class JsonSyntaxError extends DatasetError {
  override readonly code = 'JSON_SYNTAX';
}

/** The file is JSON, nested deeper than any file of this kind has reason to be. */
export class JsonDepthError extends DatasetError {
  override readonly code = 'JSON_DEPTH';
}

/** The file is JSON of the wrong shape: a missing field, a wrong type, a value out of range. */
export class FileSchemaError extends DatasetError {
  override readonly code = 'FILE_SCHEMA';
}

/** The shape is right and the content contradicts itself: a duplicate id, an edge to a node that is not there. */
export class FileContentError extends DatasetError {
  override readonly code = 'FILE_CONTENT';
}

/** The file was written by a newer Touchstone. */
export class FormatVersionError extends DatasetError {
  override readonly code = 'FORMAT_VERSION';
}

/** The file names a path outside its own folder. */
export class PathOutsideFolderError extends DatasetError {
  override readonly code = 'PATH_OUTSIDE_FOLDER';
}
