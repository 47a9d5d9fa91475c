import type { Pixels } from '../../observations/pictures/pixels.js';

/** Side of a cell, pixels. */
const CELL = 24;
/** Mean difference of a cell's colours, 0-255, from which it counts as changed. */
const DIFFERENT = 6;
/** Share of the height that the status bar takes: its clock changes by itself. */
const STATUS_BAR = 0.035;

/** Where two screenshots of one size differ. */
export class ChangedRegion {
  readonly #columns: number;
  readonly #rows: number;
  readonly #changed: readonly boolean[];

  constructor(before: Pixels, after: Pixels) {
    this.#columns = Math.ceil(before.width / CELL);
    this.#rows = Math.ceil(before.height / CELL);
    const first = Math.ceil((before.height * STATUS_BAR) / CELL);
    this.#changed = Array.from(
      { length: this.#columns * this.#rows },
      (_, index) =>
        Math.floor(index / this.#columns) >= first &&
        difference(before, after, index % this.#columns, Math.floor(index / this.#columns)) >= DIFFERENT,
    );
  }

  /** Part of the cells that changed, 0-1. */
  get share(): number {
    return this.#changed.filter(Boolean).length / this.#changed.length;
  }

  /** Whether the place, or one next to it, changed. @param point pixels */
  holds([x, y]: readonly [number, number]): boolean {
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)];
    for (let down = -1; down <= 1; down += 1) {
      for (let right = -1; right <= 1; right += 1) {
        const [c, r] = [column + right, row + down];
        if (c < 0 || r < 0 || c >= this.#columns || r >= this.#rows) continue;
        if (this.#changed[r * this.#columns + c] === true) return true;
      }
    }
    return false;
  }
}

function difference(a: Pixels, b: Pixels, column: number, row: number): number {
  const [right, bottom] = [Math.min((column + 1) * CELL, a.width), Math.min((row + 1) * CELL, a.height)];
  let [sum, count] = [0, 0];
  for (let y = row * CELL; y < bottom; y += 1) {
    const end = (y * a.width + right) * 3;
    for (let at = (y * a.width + column * CELL) * 3; at < end; at += 1) {
      sum += Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0));
      count += 1;
    }
  }
  return count === 0 ? 0 : sum / count;
}
