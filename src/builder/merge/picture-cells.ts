import type { FilePlace } from '../../errors.js';
import { withPicture } from '../../observations/pictures/open-picture.js';
import { HASH_WORDS } from './candidates/near-hashes.js';

/** A picture in small: mean colours of cells, three bytes each, row by row. */
export interface PictureCells {
  readonly columns: number;
  readonly rows: number;
  readonly colours: Uint8Array;
}

/** Cells across a screen. A letter of a phone's text is about as wide as one. */
const COLUMNS = 54;
/** Part of the screen's height that the bar with the clock takes. */
const STATUS_BAR = 0.04;
/** Levels, of 256, that a cell's colour may differ by and still be the same: what compressing a picture changes. */
const SAME_LEVELS = 4;
/** Sides of the grid that is hashed: each bit is whether brightness grows from one cell to the next. */
const HASH_SIDE = 16;

/**
 * A picture in small.
 *
 * @throws {PictureError} for bytes that are no picture, and for pictures larger than any screen
 */
export function pictureCells(bytes: Uint8Array, place: FilePlace): Promise<PictureCells> {
  return withPicture(bytes, place, async (picture) => {
    const { width, height } = await picture.metadata();
    const rows = Math.max(1, Math.min(4 * COLUMNS, Math.round((COLUMNS * height) / width)));
    const { data } = await picture
      .resize(COLUMNS, rows, { fit: 'fill', kernel: 'linear' })
      .flatten({ background: '#fff' })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { columns: COLUMNS, rows, colours: data };
  });
}

/** Rows from the top that nobody compares. */
export function statusRows({ rows }: Pick<PictureCells, 'rows'>): number {
  return Math.ceil(rows * STATUS_BAR);
}

/** Cells, below the status bar, in which two pictures of one size differ; null where their sizes differ. */
export function changedCells(a: PictureCells, b: PictureCells): number[] | null {
  if (a.rows !== b.rows || a.columns !== b.columns) return null;
  const changed: number[] = [];
  for (let cell = statusRows(a) * a.columns; cell < a.rows * a.columns; cell += 1) {
    const at = cell * 3;
    if (
      Math.abs((a.colours[at] ?? 0) - (b.colours[at] ?? 0)) > SAME_LEVELS ||
      Math.abs((a.colours[at + 1] ?? 0) - (b.colours[at + 1] ?? 0)) > SAME_LEVELS ||
      Math.abs((a.colours[at + 2] ?? 0) - (b.colours[at + 2] ?? 0)) > SAME_LEVELS
    ) {
      changed.push(cell);
    }
  }
  return changed;
}

/**
 * Hash of a picture, 256 bits: near pictures have near hashes.
 *
 * @param masked cells that count as blank
 */
export function pictureHash(picture: PictureCells, masked: ReadonlySet<number>): Uint32Array {
  const { columns, rows, colours } = picture;
  const first = statusRows(picture);
  const sums = new Float64Array((HASH_SIDE + 1) * HASH_SIDE);
  const counts = new Float64Array(sums.length);
  for (let row = first; row < rows; row += 1) {
    const line = Math.floor(((row - first) * HASH_SIDE) / (rows - first));
    for (let column = 0; column < columns; column += 1) {
      const cell = row * columns + column;
      if (masked.has(cell)) continue;
      const place = line * (HASH_SIDE + 1) + Math.floor((column * (HASH_SIDE + 1)) / columns);
      const at = cell * 3;
      sums[place] =
        (sums[place] ?? 0) + (colours[at] ?? 0) + 2 * (colours[at + 1] ?? 0) + (colours[at + 2] ?? 0);
      counts[place] = (counts[place] ?? 0) + 1;
    }
  }
  const hash = new Uint32Array(HASH_WORDS);
  for (let line = 0; line < HASH_SIDE; line += 1) {
    for (let column = 0; column < HASH_SIDE; column += 1) {
      const place = line * (HASH_SIDE + 1) + column;
      const [left, right] = [mean(sums, counts, place), mean(sums, counts, place + 1)];
      const bit = line * HASH_SIDE + column;
      // Blank areas are all alike, whatever noise is in them.
      if (right > left + 4) hash[bit >>> 5] = ((hash[bit >>> 5] ?? 0) | (1 << (bit & 31))) >>> 0;
    }
  }
  return hash;
}

function mean(sums: Float64Array, counts: Float64Array, place: number): number {
  const count = counts[place] ?? 0;
  return count === 0 ? 0 : (sums[place] ?? 0) / count;
}
