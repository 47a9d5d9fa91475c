import { clipToUnit, DEFAULT_CONFIDENCE, type Interval } from './interval.js';
import { normalTwoSided } from '../distributions/normal-quantile.js';

/**
 * Score interval of a proportion of `n` independent items, null when there are none. Always holds the observed share.
 *
 * Source: Wilson 1927.
 */
export function wilsonInterval(
  successes: number,
  n: number,
  confidence = DEFAULT_CONFIDENCE,
): Interval | null {
  if (n === 0) return null;
  const z = normalTwoSided(confidence);
  const share = successes / n;
  const denominator = 1 + (z * z) / n;
  const centre = (share + (z * z) / (2 * n)) / denominator;
  const half = (z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))) / denominator;
  // With no success or no failure one end is the share itself; rounding must not shift it.
  return clipToUnit({
    low: successes === 0 ? 0 : Math.min(share, centre - half),
    high: successes === n ? 1 : Math.max(share, centre + half),
  });
}
