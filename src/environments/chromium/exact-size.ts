import type { Size } from '../../domain/geometry.js';

/** Places of width and height in a PNG file. */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;

/**
 * The PNG in exactly this size. Chromium rounds the size of a page that it shows smaller than it is laid out: a row or column
 * too few is repeated, one too many is cut off.
 */
export async function exactSize(png: Buffer, size: Size): Promise<Buffer> {
  const width = png.readUInt32BE(WIDTH_AT);
  const height = png.readUInt32BE(HEIGHT_AT);
  if (width === size.width && height === size.height) return png;
  const { default: sharp } = await import('sharp');
  const right = Math.max(size.width - width, 0);
  const bottom = Math.max(size.height - height, 0);
  const whole = await sharp(png).extend({ right, bottom, extendWith: 'copy' }).png().toBuffer();
  return await sharp(whole)
    .extract({ left: 0, top: 0, ...size })
    .png()
    .toBuffer();
}
