import type { FilePlace } from '../../errors.js';
import { numberGlyphs } from '../../observations/marks/number-glyphs.js';
import { fillBox, writeNumber } from '../../observations/pictures/paint.js';
import { decodePixels, encodePng, type Pixels } from '../../observations/pictures/pixels.js';

type Colour = Parameters<typeof fillBox>[2];
const RED: Colour = [255, 0, 0];
const WHITE: Colour = [255, 255, 255];
/** Pixels. */
const RADIUS = 8;
const OUTLINE = 2;
const LABEL_SIZE = 18;
const LABEL_GAP = 6;

/**
 * Lays a red dot with a white outline on the place of a touch, and writes its two coordinates next to it.
 *
 * Source: ColorBench reference code `image_jump_parser.py`; colorbench.md section 6.5.
 *
 * @param at pixels of the picture
 * @returns a PNG file
 * @throws {PictureError}
 */
export async function markTouch(
  bytes: Uint8Array,
  at: readonly [number, number],
  place: FilePlace,
): Promise<Uint8Array> {
  const pixels = await decodePixels(bytes, place);
  const [x, y] = [Math.round(at[0]), Math.round(at[1])];
  paintTouch(pixels, [x, y]);
  const glyphs = await numberGlyphs(LABEL_SIZE);
  const numbers = [Math.max(0, x), Math.max(0, y)];
  const width = numbers.reduce((sum, number) => sum + (String(number).length + 1) * glyphs.advance, 0);
  const isRoom = x + RADIUS + LABEL_GAP + width <= pixels.width;
  let left = isRoom ? x + RADIUS + LABEL_GAP : x - RADIUS - LABEL_GAP - width;
  const top = y - Math.round(glyphs.height / 2);
  fillBox(pixels, [left - 2, top - 2, left + width, top + glyphs.height + 2], WHITE);
  for (const number of numbers) {
    writeNumber(pixels, glyphs, number, [left, top], RED);
    left += (String(number).length + 1) * glyphs.advance;
  }
  return encodePng(pixels);
}

/** Paints the dot of a touch. @param at pixels of the picture */
export function paintTouch(pixels: Pixels, at: readonly [number, number]): void {
  const [x, y] = [Math.round(at[0]), Math.round(at[1])];
  disc(pixels, [x, y], RADIUS + OUTLINE, WHITE);
  disc(pixels, [x, y], RADIUS, RED);
}

function disc(pixels: Pixels, [x, y]: readonly [number, number], radius: number, colour: Colour): void {
  for (let row = -radius; row <= radius; row += 1) {
    const reach = Math.floor(Math.sqrt(radius ** 2 - row ** 2));
    fillBox(pixels, [x - reach, y + row, x + reach + 1, y + row + 1], colour);
  }
}
