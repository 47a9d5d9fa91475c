import type { ScreenContent } from '../../domain/screen.js';
import { withPicture } from '../../observations/pictures/open-picture.js';
import { pictureMediaType } from '../../observations/pictures/picture-media-type.js';

/**
 * A screenshot as PNG at full size: word for word where it is one, else decoded and written anew.
 *
 * @param name of the screen, for errors
 * @throws {PictureError} for what is no picture
 * @throws {TouchstoneError} when it cannot be loaded
 */
export async function screenshotPng(
  content: ScreenContent,
  name: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const bytes = await content.load({ signal });
  if (pictureMediaType(bytes) === 'image/png') return bytes;
  return await withPicture(bytes, { file: name }, (picture) => picture.png().toBuffer());
}
