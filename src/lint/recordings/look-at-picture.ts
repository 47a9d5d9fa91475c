import type { Size } from '../../domain/geometry.js';

/** Many times the largest phone screen; more would be a file that wants the memory. */
const MOST_PIXELS = 64_000_000;
/** A screen is compared with the next one at this size: a switch that was turned is still some cells of it. */
const SMALL = { width: 48, height: 96 } as const;
/** Share of the rows, from the top, that a status bar may change by itself: clock, battery, icons. */
const STATUS_BAR = 0.05;
/** Grey values of a cell may differ by this much, of 255, before it looks different: a cursor that blinks, compression. */
const SAME_GREY = 6;
/** A picture whose cells differ by no more shows nothing. */
const BLANK_GREY = 2;

/** A picture as far as checks need it. */
export interface SeenPicture {
  readonly size: Size;
  /** Grey values of the picture shrunk to `SMALL`, row by row. */
  readonly small: Uint8Array;
}

/** Decodes a picture as a whole. Gives why it cannot be decoded instead. */
export async function lookAtPicture(bytes: Uint8Array): Promise<SeenPicture | string> {
  // Loaded here: checks without pictures should not pay for it.
  const { default: sharp } = await import('sharp');
  const options = { failOn: 'error', limitInputPixels: MOST_PIXELS, sequentialRead: true } as const;
  try {
    const { width, height } = await sharp(bytes, options).metadata();
    const small = await sharp(bytes, options)
      .flatten({ background: '#ffffff' })
      .greyscale()
      .resize(SMALL.width, SMALL.height, { fit: 'fill', kernel: 'linear' })
      .raw()
      .toBuffer();
    return { size: { width, height }, small };
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}

/** Whether a picture is of one colour, as far as one can see. */
export function isBlank({ small }: SeenPicture): boolean {
  let [low, high] = [255, 0];
  for (const grey of small) {
    if (grey < low) low = grey;
    if (grey > high) high = grey;
  }
  return high - low <= BLANK_GREY;
}

/** Whether two screens look the same, what the status bar shows left aside. */
export function looksSame(a: SeenPicture, b: SeenPicture): boolean {
  if (a.size.width !== b.size.width || a.size.height !== b.size.height) return false;
  const from = Math.ceil(SMALL.height * STATUS_BAR) * SMALL.width;
  for (let cell = from; cell < a.small.length; cell += 1) {
    if (Math.abs((a.small[cell] ?? 0) - (b.small[cell] ?? 0)) > SAME_GREY) return false;
  }
  return true;
}
