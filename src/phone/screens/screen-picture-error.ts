import { DatasetError } from '../../errors.js';

/** The picture of a screen cannot be shown by a phone: it cannot be decoded, or is larger than any screen. */
export class ScreenPictureError extends DatasetError {
  override readonly code = 'SCREEN_PICTURE';
}
