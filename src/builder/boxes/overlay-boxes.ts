import type { Box } from '../../domain/geometry.js';
import type { FilePlace } from '../../errors.js';
import type { Colour } from '../../observations/marks/marks.js';
import { numberGlyphs } from '../../observations/marks/number-glyphs.js';
import { outlineBox, writeNumber } from '../../observations/pictures/paint.js';
import { decodePixels, encodePng } from '../../observations/pictures/pixels.js';
import { paintTouch } from './mark-touch.js';

/** A touch of a screen with its box; pixels of the picture. */
export interface BoxedPoint {
  readonly box: Box;
  readonly point: readonly [number, number];
}

/** One after the other, so that boxes next to each other can be told apart. */
const COLOURS: readonly Colour[] = [
  [255, 87, 51],
  [0, 160, 60],
  [51, 87, 255],
  [200, 0, 160],
  [0, 150, 160],
  [153, 51, 255],
];
/** Pixels. */
const LINE = 3;
const LABEL_SIZE = 20;
const LABEL_GAP = 6;

/**
 * All boxes of a screen on its picture, numbered from 1 in their order, each with the touch that it is around.
 *
 * Source: ColorBench reference code `image_jump_parser.py`; colorbench.md section 6.5.
 *
 * @returns a PNG file
 * @throws {PictureError}
 */
export async function overlayBoxes(
  bytes: Uint8Array,
  touches: readonly BoxedPoint[],
  place: FilePlace,
): Promise<Uint8Array> {
  const pixels = await decodePixels(bytes, place);
  const glyphs = await numberGlyphs(LABEL_SIZE);
  for (const [index, { box, point }] of touches.entries()) {
    const colour = COLOURS[index % COLOURS.length] ?? [255, 0, 0];
    const [x1, y1, x2, y2] = box.map(Math.round) as [number, number, number, number];
    outlineBox(pixels, [x1, y1, x2, y2], LINE, colour);
    writeNumber(pixels, glyphs, index + 1, [x1 + LABEL_GAP, y1 + LABEL_GAP], colour);
    paintTouch(pixels, point);
  }
  return encodePng(pixels);
}
