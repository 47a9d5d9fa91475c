import type { FilePlace } from '../../errors.js';
import { withPicture } from './open-picture.js';

/** A decoded picture: red, green and blue, a byte each, row by row from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Bytes per pixel. */
export const CHANNELS = 3;

/**
 * The pixels of a picture file; what is transparent becomes white.
 *
 * @throws {PictureError} for bytes that are no picture, and for pictures larger than any screen
 */
export async function decodePixels(bytes: Uint8Array, place: FilePlace): Promise<Pixels> {
  return withPicture(bytes, place, async (picture) => {
    const { data, info } = await picture
      .flatten({ background: '#fff' })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  });
}

/** A PNG file of the pixels. */
export async function encodePng({ width, height, data }: Pixels): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  return sharp(data, { raw: { width, height, channels: CHANNELS } })
    .png()
    .toBuffer();
}
