import type { Size } from '../../domain/geometry.js';
import type { FilePlace } from '../../errors.js';
import { withPicture } from './open-picture.js';

/** Longest side in pixels: text on a phone's screen can still be read. */
const LONGEST = 960;
const QUALITY = 60;

/**
 * A picture scaled down and packed for a file that is passed on, with the size of the source in pixels.
 *
 * @throws {PictureError}
 */
export async function smallWebp(
  bytes: Uint8Array,
  place: FilePlace,
): Promise<Size & { readonly bytes: Uint8Array }> {
  return withPicture(bytes, place, async (picture) => {
    const { width, height } = await picture.metadata();
    const small = picture.resize({
      width: LONGEST,
      height: LONGEST,
      fit: 'inside',
      withoutEnlargement: true,
    });
    return { bytes: await small.webp({ quality: QUALITY, effort: 3 }).toBuffer(), width, height };
  });
}
