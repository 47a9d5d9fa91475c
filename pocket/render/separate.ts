import type { Bounds } from './reading.js';

/** A touchable area must keep at least this share of itself, or it cannot be used. */
const SMALLEST_SHARE = 0.4;

/**
 * Areas that no longer overlap. Of two that do, the later one lies on top and keeps its area; the other keeps the largest
 * rectangle beside it. Null where what is left does not hold the middle of the area or is less than 40 % of it.
 */
export function separate(areas: readonly { readonly box: Bounds }[]): (Bounds | null)[] {
  return areas.map(({ box }, index) => {
    let left: Bounds | null = box;
    for (const above of areas.slice(index + 1)) {
      if (left !== null && overlaps(left, above.box)) left = largestBeside(left, above.box);
    }
    return left !== null && area(left) >= SMALLEST_SHARE * area(box) ? left : null;
  });
}

function largestBeside([x1, y1, x2, y2]: Bounds, above: Bounds): Bounds | null {
  const strips: Bounds[] = [
    [x1, y1, Math.min(x2, above[0]), y2],
    [Math.max(x1, above[2]), y1, x2, y2],
    [x1, y1, x2, Math.min(y2, above[1])],
    [x1, Math.max(y1, above[3]), x2, y2],
  ];
  const best = strips.toSorted((a, b) => area(b) - area(a))[0];
  return best === undefined || area(best) <= 0 ? null : best;
}

function overlaps(a: Bounds, b: Bounds): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

function area([x1, y1, x2, y2]: Bounds): number {
  return x2 > x1 && y2 > y1 ? (x2 - x1) * (y2 - y1) : 0;
}
