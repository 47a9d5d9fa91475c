import type { Size } from '../../domain/geometry.js';
import type { Grid } from '../../domain/observation-rule.js';
import type { FilePlace } from '../../errors.js';
import { numberGlyphs } from './number-glyphs.js';
import { fillBox, writeNumber } from '../pictures/paint.js';
import type { Colour } from './marks.js';
import { decodePixels, encodePng } from '../pictures/pixels.js';

/** A screenshot under a grid. */
export interface GridPicture {
  /** PNG of the size of the source picture. */
  readonly data: Uint8Array;
  readonly grid: Grid;
}

/** Sides of a cell that serve, pixels. */
const LEAST_CELL = 120;
const LARGEST_CELL = 180;
const COLOUR: Colour = [255, 116, 113];
const GROUND: Colour = [10, 10, 10];
const INK: Colour = [255, 250, 250];
const GROUND_OPACITY = 0.65;
/** Parts of a cell's shorter side. */
const FONT_PART = 0.24;
const LINE_PART = 0.016;

/**
 * The cells of a screen: each side is cut into parts of the smallest length between 120 and 180 pixels that divides it,
 * else of about 120. A screen smaller than a cell is one cell.
 *
 * Source: AppAgent reference code, grid overlay.
 */
export function gridOf({ width, height }: Size): Grid {
  return { rows: partsOf(height), columns: partsOf(width) };
}

function partsOf(side: number): number {
  for (let cell = LEAST_CELL; cell <= LARGEST_CELL; cell += 1) if (side % cell === 0) return side / cell;
  return Math.max(1, Math.floor(side / LEAST_CELL));
}

/**
 * Size of a cell in whole pixels; what is left over at the right and at the bottom belongs to no cell.
 *
 * Source: AppAgent reference code, point of an area; the drawing follows it, so that a number means the cell it is seen in.
 */
export function gridCell({ width, height }: Size, { rows, columns }: Grid): Size {
  return { width: Math.floor(width / columns), height: Math.floor(height / rows) };
}

/**
 * Draws AppAgent's grid on a picture, areas numbered row by row from 1.
 *
 * @throws {PictureError} for bytes that are no picture, and for pictures larger than any screen
 */
export async function overlayGrid(picture: Uint8Array, place: FilePlace): Promise<GridPicture> {
  const pixels = await decodePixels(picture, place);
  const grid = gridOf(pixels);
  const cell = gridCell(pixels, grid);
  const side = Math.min(cell.width, cell.height);
  const [line, padding] = [Math.max(1, Math.round(side * LINE_PART)), Math.max(1, Math.round(side / 40))];
  const [right, bottom] = [cell.width * grid.columns, cell.height * grid.rows];
  for (let column = 0; column <= grid.columns; column += 1) {
    const x = column * cell.width;
    fillBox(pixels, [x, 0, x + line, bottom], COLOUR);
  }
  for (let row = 0; row <= grid.rows; row += 1) {
    const y = row * cell.height;
    fillBox(pixels, [0, y, right, y + line], COLOUR);
  }
  const glyphs = await numberGlyphs(Math.max(6, Math.round(side * FONT_PART)));
  for (let area = 1; area <= grid.rows * grid.columns; area += 1) {
    const x = ((area - 1) % grid.columns) * cell.width + line;
    const y = Math.floor((area - 1) / grid.columns) * cell.height + line;
    const width = String(area).length * glyphs.advance + 2 * padding;
    fillBox(pixels, [x, y, x + width, y + glyphs.height + 2 * padding], GROUND, GROUND_OPACITY);
    writeNumber(pixels, glyphs, area, [x + padding, y + padding], INK);
  }
  return { data: await encodePng(pixels), grid };
}
