import { DEFAULT_CONFIDENCE, type Interval } from './interval.js';
import { normalTwoSided } from '../distributions/normal-quantile.js';

/** Half an item: how far a count can be from the value that a continuous distribution puts in its place. */
export const HALF_AN_ITEM = 0.5;

/**
 * Score interval, within -1 to 1, of the difference of two success rates measured on the same `n` items: second less
 * first. `onlyA` items succeeded only the first time, `onlyB` only the second; fractions of items are allowed. Stays
 * honest where the two never disagree, and leaves out 0 exactly where McNemar's score test would. Null without items.
 * A `continuity` of half an item widens it to where the exact test would be: without it, 92 % is covered here and there.
 *
 * Source: Tango 1998 (Equivalence test and confidence interval for the difference in proportions for the paired-sample
 * design).
 */
export function tangoInterval(
  onlyA: number,
  onlyB: number,
  n: number,
  confidence = DEFAULT_CONFIDENCE,
  continuity = 0,
): Interval | null {
  if (n === 0) return null;
  const z = normalTwoSided(confidence);
  const difference = (onlyB - onlyA) / n;
  const tooFar = (delta: number): boolean => Math.abs(score(delta, { onlyA, onlyB, n, continuity })) > z;
  return { low: edge(difference, -1, tooFar), high: edge(difference, 1, tooFar) };
}

/** The point between `inside` and `outside` where `tooFar` begins. */
function edge(inside: number, outside: number, tooFar: (delta: number) => boolean): number {
  let [near, far] = [inside, outside];
  for (let round = 0; round < 60 && near !== far; round += 1) {
    const middle = (near + far) / 2;
    if (tooFar(middle)) far = middle;
    else near = middle;
  }
  return near;
}

/** Standardised distance of the data from a true difference of `delta`, its variance estimated under `delta`. */
function score(
  delta: number,
  { onlyA, onlyB, n, continuity }: { onlyA: number; onlyB: number; n: number; continuity: number },
): number {
  const a = 2 * n;
  const b = -onlyB - onlyA + (2 * n - onlyB + onlyA) * delta;
  const c = -onlyA * delta * (1 - delta);
  const shareOnlyA = (Math.sqrt(Math.max(0, b * b - 4 * a * c)) - b) / (2 * a);
  const exact = onlyB - onlyA - n * delta;
  const distance = Math.sign(exact) * Math.max(0, Math.abs(exact) - continuity);
  if (distance === 0) return 0;
  const variance = n * (2 * shareOnlyA + delta * (1 - delta));
  return variance <= 0 ? Math.sign(distance) * Infinity : distance / Math.sqrt(variance);
}
