import type { Box, Size } from '../../domain/geometry.js';

/** A rectangle that somebody wants to place near an element. */
export interface LabelWish {
  /** Where it would stand best: top left corner, pixels. */
  readonly at: readonly [x: number, y: number];
  readonly size: Size;
  /** What it names; it stays inside where it can. */
  readonly box: Box;
}

/** Side of the squares in which it is noted what is taken, pixels. */
const SQUARE = 4;
/** A label moves this many times its own size at most, either way. */
const REACH = 3;

/**
 * Top left corners for all labels, each within the picture. A label whose best place is taken goes to the nearest free
 * one, within its own element first; where everything around is taken, to the place that covers least of the others.
 * The first come are served first.
 */
export function placeLabels(wishes: readonly LabelWish[], picture: Size): [x: number, y: number][] {
  const taken = new TakenSquares(picture);
  return wishes.map((wish) => {
    const place = placeOf(wish, picture, taken);
    taken.add(place, wish.size);
    return place;
  });
}

function placeOf(wish: LabelWish, picture: Size, taken: TakenSquares): [number, number] {
  const { at, size } = wish;
  let best = clamped(at, size, picture);
  let least = taken.count(best, size);
  for (const staysInside of [true, false]) {
    for (const [right, down] of MOVES) {
      if (least === 0) return best;
      const moved = clamped([at[0] + right * size.width, at[1] + down * size.height], size, picture);
      if (staysInside && !isInside(moved, wish)) continue;
      const count = taken.count(moved, size);
      if (count < least) [best, least] = [moved, count];
    }
  }
  return best;
}

/** Steps away from the best place, the nearest first. */
const MOVES: readonly (readonly [right: number, down: number])[] = movesByLength();

function movesByLength(): [number, number][] {
  const steps = Array.from({ length: 4 * REACH + 1 }, (_, index) => index / 2 - REACH);
  return steps
    .flatMap((down) => steps.map((right): [number, number] => [right, down]))
    .filter(([right, down]) => right !== 0 || down !== 0)
    .toSorted((a, b) => Math.hypot(...a) - Math.hypot(...b));
}

function isInside([x, y]: readonly [number, number], { size, box }: LabelWish): boolean {
  return x >= box[0] && y >= box[1] && x + size.width <= box[2] && y + size.height <= box[3];
}

function clamped([x, y]: readonly [number, number], size: Size, picture: Size): [number, number] {
  const within = (value: number, most: number): number => Math.max(0, Math.min(Math.round(value), most));
  return [within(x, picture.width - size.width), within(y, picture.height - size.height)];
}

/** The parts of a picture that labels cover, to the square. */
class TakenSquares {
  readonly #columns: number;
  readonly #squares: Uint8Array;

  constructor({ width, height }: Size) {
    this.#columns = Math.ceil(width / SQUARE);
    this.#squares = new Uint8Array(this.#columns * Math.ceil(height / SQUARE));
  }

  add(at: readonly [number, number], size: Size): void {
    const { left, right, top, bottom } = squaresUnder(at, size);
    for (let row = top; row <= bottom; row += 1) {
      this.#squares.fill(1, row * this.#columns + left, row * this.#columns + right + 1);
    }
  }

  /** Squares under a rectangle that are taken already. */
  count(at: readonly [number, number], size: Size): number {
    const { left, right, top, bottom } = squaresUnder(at, size);
    let count = 0;
    for (let row = top; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) {
        count += this.#squares[row * this.#columns + column] ?? 0;
      }
    }
    return count;
  }
}

function squaresUnder([x, y]: readonly [number, number], { width, height }: Size) {
  return {
    left: Math.floor(x / SQUARE),
    right: Math.floor((x + width - 1) / SQUARE),
    top: Math.floor(y / SQUARE),
    bottom: Math.floor((y + height - 1) / SQUARE),
  };
}
