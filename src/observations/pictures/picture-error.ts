import { DatasetError } from '../../errors.js';

/** A screen's picture cannot be decoded, is larger than any screen, or has a shape that a model's processor refuses. */
export class PictureError extends DatasetError {
  override readonly code = 'PICTURE';
}
