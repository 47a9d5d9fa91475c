import { DatasetError } from '../../errors.js';

/** The picture of a screen cannot be shown by a phone: it cannot be decoded, is larger than any screen, or not of its screen's size. */
export class ScreenPictureError extends DatasetError {
  override readonly code = 'SCREEN_PICTURE';
}
