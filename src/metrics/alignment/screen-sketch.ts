/** Columns and rows of a sketch. */
const COLUMNS = 27;
const ROWS = 54;
/** Share of a phone's picture at the top that is left out: a status bar has a clock. */
const STATUS_BAR = 0.05;
/** Levels, of 256, by which a cell's colours may differ and still be taken for one. */
const ALIKE = 16;

/** A rough picture of a screen without its status bar: red, green and blue (0–255) of each cell, row by row. */
export type ScreenSketch = readonly number[];

/** A decoded picture; `channels` bytes per pixel, red, green and blue first, row by row from the top. */
export interface PictureData {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
  readonly channels: 3 | 4;
}

/** How two screens look beside each other. */
export interface SharedDrawing {
  /** Share of what is drawn on either that is drawn on both, 0–1. */
  readonly share: number;
  /** The greatest difference of a cell's colours, 0–255. */
  readonly most: number;
}

/** The mean colours of every cell of a picture. */
export function sketchScreen({ width, height, data, channels }: PictureData): ScreenSketch {
  const top = Math.round(height * STATUS_BAR);
  const sketch: number[] = [];
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < COLUMNS; column += 1) {
      const [left, right] = span(column, COLUMNS, 0, width);
      const [first, last] = span(row, ROWS, top, height);
      let [red, green, blue, count] = [0, 0, 0, 0];
      for (let y = first; y < last; y += 1) {
        for (let x = left; x < right; x += 1) {
          const at = (y * width + x) * channels;
          red += data[at] ?? 0;
          green += data[at + 1] ?? 0;
          blue += data[at + 2] ?? 0;
          count += 1;
        }
      }
      sketch.push(Math.round(red / count), Math.round(green / count), Math.round(blue / count));
    }
  }
  return sketch;
}

/** Compares two sketches. Cells that are background on both count for nothing: most of a phone's screen is. */
export function sharedDrawing(a: ScreenSketch, b: ScreenSketch): SharedDrawing {
  const [groundA, groundB] = [background(a), background(b)];
  let [drawn, shared, most] = [0, 0, 0];
  for (let cell = 0; cell < a.length; cell += 3) {
    const apart = difference(a, cell, b, cell);
    most = Math.max(most, apart);
    if (difference(a, cell, groundA, 0) <= ALIKE && difference(b, cell, groundB, 0) <= ALIKE) continue;
    drawn += 1;
    if (apart <= ALIKE) shared += 1;
  }
  // A light screen and a dark one are two, however little is drawn on them.
  if (difference(groundA, 0, groundB, 0) > 2 * ALIKE) return { share: 0, most };
  return { share: drawn === 0 ? 1 : shared / drawn, most };
}

function difference(a: readonly number[], at: number, b: readonly number[], other: number): number {
  return Math.max(
    Math.abs((a[at] ?? 0) - (b[other] ?? 0)),
    Math.abs((a[at + 1] ?? 0) - (b[other + 1] ?? 0)),
    Math.abs((a[at + 2] ?? 0) - (b[other + 2] ?? 0)),
  );
}

const backgrounds = new WeakMap<ScreenSketch, readonly [number, number, number]>();

/** The colours that most cells have, to sixteen levels. */
function background(sketch: ScreenSketch): readonly [number, number, number] {
  const known = backgrounds.get(sketch);
  if (known !== undefined) return known;
  const counts = new Uint16Array(4096);
  let best = 0;
  for (let cell = 0; cell < sketch.length; cell += 3) {
    const [red, green, blue] = [sketch[cell] ?? 0, sketch[cell + 1] ?? 0, sketch[cell + 2] ?? 0];
    const colour = (red >> 4) * 256 + (green >> 4) * 16 + (blue >> 4);
    counts[colour] = (counts[colour] ?? 0) + 1;
    if ((counts[colour] ?? 0) > (counts[best] ?? 0)) best = colour;
  }
  const found = [(best >> 8) * 16 + 8, ((best >> 4) & 15) * 16 + 8, (best & 15) * 16 + 8] as const;
  backgrounds.set(sketch, found);
  return found;
}

/** Pixels of one of `parts` between two edges; never none. */
function span(part: number, parts: number, from: number, to: number): readonly [number, number] {
  const first = from + Math.floor(((to - from) * part) / parts);
  return [first, Math.max(first + 1, from + Math.floor(((to - from) * (part + 1)) / parts))];
}
