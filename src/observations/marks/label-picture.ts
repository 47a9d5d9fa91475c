import type { FilePlace } from '../../errors.js';
import { drawingMeasures } from './draw-marks.js';
import type { Colour } from './marks.js';
import { ownFont } from './own-font.js';
import { fillBox } from '../pictures/paint.js';
import { decodePixels, encodePng } from '../pictures/pixels.js';

const GROUND: Colour = [255, 255, 255];
const INK: Colour = [0, 0, 0];
/** Height of a capital letter and what reaches below the line, in units of the font's size. */
const ASCENT = 0.95;
const DESCENT = 0.25;

/**
 * Writes a word in the lower right corner of a picture, black on white, so that a model that is shown several can tell
 * which is which.
 *
 * Source: AndroidWorld reference code, `m3a.py`, which labels the screens before and after an action so.
 *
 * @returns a PNG file
 * @throws {PictureError} for bytes that are no picture, and for pictures larger than any screen
 */
export async function labelPicture(bytes: Uint8Array, label: string, place: FilePlace): Promise<Uint8Array> {
  const pixels = await decodePixels(bytes, place);
  const { font: size, padding } = drawingMeasures(pixels);
  const { createCanvas, font } = await ownFont(size);
  const ruler = createCanvas(1, 1).getContext('2d');
  ruler.font = font;
  const width = Math.ceil(ruler.measureText(label).width) + 2 * padding;
  const height = Math.ceil(size * (ASCENT + DESCENT)) + 2 * padding;
  const context = createCanvas(width, height).getContext('2d');
  context.font = font;
  context.fillText(label, padding, padding + Math.ceil(size * ASCENT));
  const cover = context.getImageData(0, 0, width, height).data;
  const [left, top] = [pixels.width - width, pixels.height - height];
  fillBox(pixels, [left, top, pixels.width, pixels.height], GROUND);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const opacity = (cover[(y * width + x) * 4 + 3] ?? 0) / 255;
      if (opacity > 0) fillBox(pixels, [left + x, top + y, left + x + 1, top + y + 1], INK, opacity);
    }
  }
  return encodePng(pixels);
}
