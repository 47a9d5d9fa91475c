import type { ModelContent } from '../model.js';
import type { SentPicture } from './dialect.js';

/** A picture as a part of a message; none where there is no picture. */
export function imageParts(picture: SentPicture | null): ModelContent[] {
  return picture === null ? [] : [{ type: 'image', mediaType: picture.mediaType, data: picture.data }];
}
