/** Columns and rows of a sketch. */
const COLUMNS = 18;
const ROWS = 36;
/** Share of a phone's picture at the top that is left out: a status bar has a clock. */
const STATUS_BAR = 0.05;
/** Levels of brightness, of 256, by which a cell may differ and still look the same. */
const SAME_LEVEL = 14;

/** A rough grey picture of a screen without its status bar: one brightness (0–255) per cell, row by row. */
export type ScreenSketch = readonly number[];

/** A decoded picture; `channels` bytes per pixel, red, green and blue first, row by row from the top. */
export interface PictureData {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
  readonly channels: 3 | 4;
}

/** The mean brightness of every cell of a picture. */
export function sketchScreen({ width, height, data, channels }: PictureData): ScreenSketch {
  const top = Math.round(height * STATUS_BAR);
  const sketch: number[] = [];
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < COLUMNS; column += 1) {
      const [left, right] = span(column, COLUMNS, 0, width);
      const [first, last] = span(row, ROWS, top, height);
      let sum = 0;
      let count = 0;
      for (let y = first; y < last; y += 1) {
        for (let x = left; x < right; x += 1) {
          const at = (y * width + x) * channels;
          sum += 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
          count += 1;
        }
      }
      sketch.push(Math.round(count === 0 ? 0 : sum / count));
    }
  }
  return sketch;
}

/**
 * How much of what is drawn on two screens is drawn on both, 0–1. Cells that are background on both say nothing: most of a
 * phone's screen is.
 */
export function sharedDrawing(a: ScreenSketch, b: ScreenSketch): number {
  const [groundA, groundB] = [background(a), background(b)];
  // A light screen and a dark one are two, however little is drawn on them.
  if (Math.abs(groundA - groundB) > 2 * SAME_LEVEL) return 0;
  let drawn = 0;
  let shared = 0;
  for (const [cell, level] of a.entries()) {
    const other = b[cell] ?? 0;
    const isGround = Math.abs(level - groundA) <= SAME_LEVEL && Math.abs(other - groundB) <= SAME_LEVEL;
    if (isGround) continue;
    drawn += 1;
    if (Math.abs(level - other) <= SAME_LEVEL) shared += 1;
  }
  return drawn === 0 ? 1 : shared / drawn;
}

/** The brightness that most cells have. */
function background(sketch: ScreenSketch): number {
  const counts = Array.from({ length: 32 }, () => 0);
  for (const level of sketch) counts[level >> 3] = (counts[level >> 3] ?? 0) + 1;
  return counts.indexOf(Math.max(...counts)) * 8 + 4;
}

/** Pixels of one of `parts` between two edges; never none. */
function span(part: number, parts: number, from: number, to: number): readonly [number, number] {
  const first = from + Math.floor(((to - from) * part) / parts);
  return [first, Math.max(first + 1, from + Math.floor(((to - from) * (part + 1)) / parts))];
}
