import { DatasetError } from '../errors.js';

export { FileTooLargeError, FileUnreadableError, PathOutsideFolderError } from '../files/file-errors.js';

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
