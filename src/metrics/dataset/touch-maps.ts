import type { TouchMap } from '../../domain/recordings/dataset-statistics.js';
import type { Size } from '../../domain/geometry.js';

const COLUMNS = 27;
/** Sizes of screens that get a map; the most touched are shown. */
const MOST_MAPS = 24;
const FEWEST_ROWS = 9;
const MOST_ROWS = 81;

interface Growing {
  readonly size: Size;
  readonly rows: number;
  readonly cells: Uint32Array;
  touches: number;
}

/** Counts touches in a grid, one grid for each size of screen. */
export class TouchMaps {
  readonly #maps = new Map<string, Growing>();

  /** @param at pixels of the screen; what is outside is left out */
  add([x, y]: readonly [number, number], size: Size): void {
    const { width, height } = size;
    if (x < 0 || y < 0 || x > width || y > height) return;
    const key = `${width}x${height}`;
    let map = this.#maps.get(key);
    if (map === undefined) {
      if (this.#maps.size >= MOST_MAPS) return;
      const rows = Math.min(Math.max(Math.round((COLUMNS * height) / width), FEWEST_ROWS), MOST_ROWS);
      map = { size, rows, cells: new Uint32Array(COLUMNS * rows), touches: 0 };
      this.#maps.set(key, map);
    }
    const column = Math.min(Math.floor((x / width) * COLUMNS), COLUMNS - 1);
    const row = Math.min(Math.floor((y / height) * map.rows), map.rows - 1);
    const cell = row * COLUMNS + column;
    map.cells[cell] = (map.cells[cell] ?? 0) + 1;
    map.touches += 1;
  }

  /** Most touched first. */
  list(): TouchMap[] {
    return [...this.#maps.values()]
      .toSorted((a, b) => b.touches - a.touches)
      .map(({ size, rows, cells, touches }) => ({
        width: size.width,
        height: size.height,
        columns: COLUMNS,
        rows,
        cells: [...cells],
        touches,
      }));
  }
}
