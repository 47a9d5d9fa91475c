import { withPicture } from '../../observations/pictures/open-picture.js';

/** Columns and rows of a thumb; its pixels are one byte each, row by row. */
const THUMB = { width: 36, height: 64 };
/** Rows at the top, where the clock is, that play no part. */
const BAR_ROWS = 2;

/**
 * A screen's picture in 36 × 64 greys, for comparing screens without a UI hierarchy.
 *
 * @throws {PictureError}
 */
export function screenThumb(picture: Uint8Array, name: string): Promise<Uint8Array> {
  return withPicture(picture, { file: name }, async (opened) =>
    opened
      .resize({ ...THUMB, fit: 'fill' })
      .flatten({ background: '#ffffff' })
      .greyscale()
      .raw()
      .toBuffer(),
  );
}

/** 1 for equal thumbs, 0 for the opposite of each other. */
export function thumbSimilarity(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  const from = THUMB.width * BAR_ROWS;
  for (let at = from; at < a.length; at += 1) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
  return 1 - sum / (255 * (a.length - from));
}
