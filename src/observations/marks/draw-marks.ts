import type { Box, Size } from '../../domain/geometry.js';
import type { MarkSet, NumberMark } from './mark-set.js';
import type { Colour } from './marks.js';
import { numberGlyphs } from './number-glyphs.js';
import { fillBox, outlineBox, writeNumber } from '../pictures/paint.js';
import type { Pixels } from '../pictures/pixels.js';
import { placeLabels } from './place-labels.js';

/** Short side of a screen on which numbers are `FONT_SIZE` high; on others they grow and shrink with it. */
const USUAL_SIDE = 1080;
const FONT_SIZE = 38;
/** Smaller numbers cannot be read. */
const LEAST_FONT_SIZE = 14;
const PADDING = 5;
const LINE = 3;

const BLACK: Colour = [0, 0, 0];
const WHITE: Colour = [255, 250, 250];
/** Grounds lighter than this take black numbers. */
const LIGHT = 140;

/** Measures that grow with a screen, in its pixels. */
export function drawingMeasures({ width, height }: Size): { font: number; padding: number; line: number } {
  const scale = Math.min(width, height) / USUAL_SIDE;
  return {
    font: Math.max(LEAST_FONT_SIZE, Math.round(FONT_SIZE * scale)),
    padding: Math.max(2, Math.round(PADDING * scale)),
    line: Math.max(2, Math.round(LINE * scale)),
  };
}

/**
 * Draws marks on a picture: all outlines first, then the numbers, those of small elements placed first. No number covers
 * another where there is room for both nearby.
 */
export async function drawMarks(pixels: Pixels, { outlines, numbers }: MarkSet): Promise<void> {
  const { font, padding, line } = drawingMeasures(pixels);
  for (const { box, colour } of outlines) outlineBox(pixels, wholePixels(box), line, colour);
  if (numbers.length === 0) return;
  const glyphs = await numberGlyphs(font);
  const ordered = numbers.toSorted((a, b) => areaOf(a) - areaOf(b));
  const wishes = ordered.map(({ number, box, place }) => {
    const digits = String(number).length;
    const size = { width: digits * glyphs.advance + 2 * padding, height: glyphs.height + 2 * padding };
    return { at: place(size), size, box };
  });
  const places = placeLabels(wishes, pixels);
  for (const [index, { number, ground, opacity }] of ordered.entries()) {
    const [x, y] = places[index] ?? [0, 0];
    const { width, height } = wishes[index]?.size ?? { width: 0, height: 0 };
    fillBox(pixels, [x, y, x + width, y + height], ground, opacity);
    writeNumber(pixels, glyphs, number, [x + padding, y + padding], inkOn(ground));
  }
}

function areaOf({ box }: NumberMark): number {
  return (box[2] - box[0]) * (box[3] - box[1]);
}

/** Black or white, whichever can be read. */
function inkOn([red, green, blue]: Colour): Colour {
  return 0.299 * red + 0.587 * green + 0.114 * blue > LIGHT ? BLACK : WHITE;
}

function wholePixels(box: Box): Box {
  return box.map(Math.round) as Box;
}
