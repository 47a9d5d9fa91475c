import { betaQuantile } from '../distributions/incomplete-beta.js';
import { DEFAULT_CONFIDENCE, type Interval } from './interval.js';

/**
 * Exact interval of a proportion of `n` independent items, null when there are none: never covers less than promised,
 * usually more.
 *
 * Source: Clopper and Pearson 1934.
 */
export function clopperPearsonInterval(
  successes: number,
  n: number,
  confidence = DEFAULT_CONFIDENCE,
): Interval | null {
  if (n === 0) return null;
  const tail = (1 - confidence) / 2;
  return {
    low: successes === 0 ? 0 : betaQuantile(tail, successes, n - successes + 1),
    high: successes === n ? 1 : betaQuantile(1 - tail, successes + 1, n - successes),
  };
}
