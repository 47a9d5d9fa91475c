import type { Box } from '../../domain/geometry.js';
import type { NumberGlyphs } from '../marks/number-glyphs.js';
import type { Colour } from '../marks/marks.js';
import { CHANNELS, type Pixels } from './pixels.js';

/**
 * Paints a rectangle; right and lower side are exclusive, what leaves the picture is cut off.
 *
 * @param opacity 0 to 1
 */
export function fillBox(pixels: Pixels, [x1, y1, x2, y2]: Box, colour: Colour, opacity = 1): void {
  const { data, width, height } = pixels;
  const [left, right] = [Math.max(0, x1), Math.min(width, x2)];
  const [top, bottom] = [Math.max(0, y1), Math.min(height, y2)];
  for (let y = top; y < bottom; y += 1) {
    const end = (y * width + right) * CHANNELS;
    for (let at = (y * width + left) * CHANNELS; at < end; at += CHANNELS) blend(data, at, colour, opacity);
  }
}

/** Paints a frame that lies within the box. */
export function outlineBox(pixels: Pixels, [x1, y1, x2, y2]: Box, line: number, colour: Colour): void {
  const [innerTop, innerBottom] = [Math.min(y1 + line, y2), Math.max(y1, y2 - line)];
  fillBox(pixels, [x1, y1, x2, innerTop], colour);
  fillBox(pixels, [x1, innerBottom, x2, y2], colour);
  fillBox(pixels, [x1, innerTop, Math.min(x1 + line, x2), innerBottom], colour);
  fillBox(pixels, [Math.max(x1, x2 - line), innerTop, x2, innerBottom], colour);
}

/** Writes a whole number of at least 0; `x`, `y` are the top left corner of its first digit. */
export function writeNumber(
  pixels: Pixels,
  glyphs: NumberGlyphs,
  number: number,
  [x, y]: readonly [number, number],
  colour: Colour,
): void {
  for (const [place, digit] of Array.from(String(number), Number).entries()) {
    drawDigit(pixels, glyphs, digit, [x + place * glyphs.advance, y], colour);
  }
}

function drawDigit(
  { data, width, height }: Pixels,
  glyphs: NumberGlyphs,
  digit: number,
  [left, top]: readonly [number, number],
  colour: Colour,
): void {
  const mask = glyphs.masks[digit];
  if (mask === undefined) return;
  for (let row = 0; row < glyphs.height; row += 1) {
    const y = top + row;
    if (y < 0 || y >= height) continue;
    for (let column = 0; column < glyphs.advance; column += 1) {
      const x = left + column;
      const cover = mask[row * glyphs.advance + column] ?? 0;
      if (x >= 0 && x < width && cover > 0) blend(data, (y * width + x) * CHANNELS, colour, cover / 255);
    }
  }
}

/** Runs for every pixel: by index, since taking a tuple apart costs several times as much. */
function blend(data: Uint8Array, at: number, colour: Colour, opacity: number): void {
  for (let channel = 0; channel < CHANNELS; channel += 1) {
    const under = data[at + channel] ?? 0;
    data[at + channel] = Math.round(under + ((colour[channel] ?? 0) - under) * opacity);
  }
}
