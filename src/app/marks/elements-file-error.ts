import { DatasetError } from '../../errors.js';

/** A file of detected elements is missing, of another picture, or holds nothing that could be marked. */
export class ElementsFileError extends DatasetError {
  override readonly code = 'ELEMENTS_FILE';
}
