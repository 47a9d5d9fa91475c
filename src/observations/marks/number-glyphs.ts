import { ownFont } from './own-font.js';

/** The ten digits in one size: how much of each pixel they cover. */
export interface NumberGlyphs {
  /** Pixels from one digit to the next; all are equally wide. */
  readonly advance: number;
  /** Pixels. */
  readonly height: number;
  /** By digit; `advance * height` bytes each, row by row, 0 (nothing) to 255. */
  readonly masks: readonly Uint8Array[];
}

/** Height of the font's digits in units of its size, rounded up. */
const DIGIT_HEIGHT = 0.74;
const DIGITS = Array.from('0123456789');

/**
 * Draws the digits.
 *
 * @param size of the font, pixels
 */
export async function numberGlyphs(size: number): Promise<NumberGlyphs> {
  const { createCanvas, font } = await ownFont(size);
  const height = Math.ceil(size * DIGIT_HEIGHT) + 1;
  const ruler = createCanvas(1, 1).getContext('2d');
  ruler.font = font;
  const advance = Math.ceil(ruler.measureText('0').width);
  const context = createCanvas(advance * DIGITS.length, height).getContext('2d');
  context.font = font;
  // Round digits reach a little below the line that the others stand on.
  for (const [index, digit] of DIGITS.entries()) context.fillText(digit, index * advance, height - 1);
  return {
    advance,
    height,
    masks: DIGITS.map((_, index) => coverOf(context.getImageData(index * advance, 0, advance, height).data)),
  };
}

/** The alpha of every pixel. */
function coverOf(rgba: Uint8ClampedArray): Uint8Array {
  return Uint8Array.from({ length: rgba.length / 4 }, (_, index) => rgba[index * 4 + 3] ?? 0);
}
