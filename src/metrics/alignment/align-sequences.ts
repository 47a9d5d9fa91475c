/** What a match is worth is given; what a gap costs, once and for every place in it. */
const GAP = { open: 0.4, more: 0.03 };
const NEVER = Number.NEGATIVE_INFINITY;

/** Places of two sequences that belong together; null stands for a gap. */
export type AlignedPair = readonly [left: number | null, right: number | null];

/**
 * The best global alignment of two sequences with affine gaps (Gotoh), of equally good ones the one that matches earliest: a
 * run that goes in a loop is matched on its first round, and the further rounds stand alone.
 *
 * @param worth of a match of two places, in 0–1; null where they never match
 */
export function alignSequences(
  left: number,
  right: number,
  worth: (left: number, right: number) => number | null,
): readonly AlignedPair[] {
  const width = right + 1;
  const cells = (left + 1) * width;
  // Best worth of what is left from a place on, after a match, within a gap on the right, within one on the left.
  const match = new Float64Array(cells);
  const gapRight = new Float64Array(cells);
  const gapLeft = new Float64Array(cells);
  for (let a = left; a >= 0; a -= 1) {
    for (let b = right; b >= 0; b -= 1) {
      const at = a * width + b;
      if (a === left && b === right) continue;
      const value = a < left && b < right ? worth(a, b) : null;
      const together = value === null ? NEVER : value + (match[at + width + 1] ?? NEVER);
      const skipLeft = a < left ? (gapRight[at + width] ?? NEVER) - GAP.more : NEVER;
      const skipRight = b < right ? (gapLeft[at + 1] ?? NEVER) - GAP.more : NEVER;
      match[at] = Math.max(together, skipLeft - GAP.open, skipRight - GAP.open);
      gapRight[at] = Math.max(together, skipLeft, skipRight - GAP.open);
      gapLeft[at] = Math.max(together, skipLeft - GAP.open, skipRight);
    }
  }
  const pairs: AlignedPair[] = [];
  let state: 'match' | 'gap-right' | 'gap-left' = 'match';
  for (let a = 0, b = 0; a < left || b < right;) {
    const at = a * width + b;
    const value = a < left && b < right ? worth(a, b) : null;
    const together = value === null ? NEVER : value + (match[at + width + 1] ?? NEVER);
    const skipLeft =
      a < left ? (gapRight[at + width] ?? NEVER) - GAP.more - (state === 'gap-right' ? 0 : GAP.open) : NEVER;
    const skipRight =
      b < right ? (gapLeft[at + 1] ?? NEVER) - GAP.more - (state === 'gap-left' ? 0 : GAP.open) : NEVER;
    const best = Math.max(together, skipLeft, skipRight);
    // Sums in another order differ in their last digits.
    if (together >= best - 1e-9) {
      pairs.push([a, b]);
      [a, b, state] = [a + 1, b + 1, 'match'];
    } else if (skipLeft >= best - 1e-9) {
      pairs.push([a, null]);
      [a, state] = [a + 1, 'gap-right'];
    } else {
      pairs.push([null, b]);
      [b, state] = [b + 1, 'gap-left'];
    }
  }
  return pairs;
}
