import type { Size } from '../../domain/geometry.js';
import type { FilePlace } from '../../errors.js';
import { PictureError } from './picture-error.js';

/**
 * A PNG file of bare pixels, row by row from the top, each of one (grey), three (RGB) or four bytes (RGBA).
 *
 * @throws {PictureError} when there are not as many bytes as pixels
 */
export async function encodeRawPicture(
  bytes: Uint8Array,
  { width, height, channels }: Size & { readonly channels: 1 | 3 | 4 },
  place: FilePlace,
): Promise<Uint8Array> {
  if (bytes.length !== width * height * channels) {
    throw new PictureError(`${bytes.length} bytes are no ${width} x ${height} pixels of ${channels} bytes`, {
      place,
    });
  }
  const { default: sharp } = await import('sharp');
  // Fast rather than small: the file is shown or sent, and forgotten.
  return sharp(bytes, { raw: { width, height, channels } }).png({ compressionLevel: 2 }).toBuffer();
}
