import type { MeasuredKappa } from '../../domain/scores/judge-measurement.js';
import { normalTwoSided } from '../distributions/normal-quantile.js';
import { DEFAULT_CONFIDENCE, type Interval } from '../intervals/interval.js';

/**
 * Kappa of many raters who say one of two things of each item, with an interval. For the interval alone two items are added,
 * spread as raters would who toss coins: raters who agree on all of ten items get no interval without width. Of two raters
 * that is half an item for each cell of their table, as with Cohen's kappa.
 *
 * Source: Fleiss 1971; variance of Gwet 2021, "Large-sample variance of Fleiss generalized kappa"; added items after Agresti and
 * Min 2005.
 *
 * @param counts of each item, how many raters say the first thing
 * @param raters of every item the same number
 */
export function measuredFleissKappa(
  counts: readonly number[],
  raters: number,
  confidence = DEFAULT_CONFIDENCE,
): MeasuredKappa {
  const n = counts.length;
  const value = raters < 2 ? null : fleissKappa(counts, raters);
  if (value === null) return { n, value, interval: null };
  const { low, high } = intervalOf(counts, raters, confidence);
  return { n, value, interval: [Math.min(low, value), Math.max(high, value)] };
}

function fleissKappa(counts: readonly number[], raters: number): number | null {
  const n = counts.length;
  const total = counts.reduce((sum, count) => sum + count, 0);
  // In whole numbers up to the last division, so that "exactly 1" is exact.
  const votes = n * raters;
  const agreeing = counts.reduce(
    (sum, count) => sum + count * (count - 1) + (raters - count) * (raters - count - 1),
    0,
  );
  const chance = total ** 2 + (votes - total) ** 2;
  if (n === 0 || chance === votes ** 2) return null;
  const observed = agreeing / (n * raters * (raters - 1));
  const expected = chance / votes ** 2;
  return observed === 1 ? 1 : (observed - expected) / (1 - expected);
}

/** Items that are added to the observed ones, in all. */
const ADDED_ITEMS = 2;

function intervalOf(counts: readonly number[], raters: number, confidence: number): Interval {
  const weights = coinTosses(raters).map((share) => ADDED_ITEMS * share);
  for (const count of counts) weights[count] = (weights[count] ?? 0) + 1;
  const items = weights.map((weight, count) => {
    const agreeing = count * (count - 1) + (raters - count) * (raters - count - 1);
    return { weight, share: count / raters, agreement: agreeing / (raters * (raters - 1)) };
  });
  const n = weights.reduce((sum, weight) => sum + weight, 0);
  const first = items.reduce((sum, { weight, share }) => sum + weight * share, 0) / n;
  const expected = first ** 2 + (1 - first) ** 2;
  const observed = items.reduce((sum, { weight, agreement }) => sum + weight * agreement, 0) / n;
  const kappa = (observed - expected) / (1 - expected);
  const squares = items.reduce((sum, { weight, share, agreement }) => {
    const byChance = first * share + (1 - first) * (1 - share);
    const own =
      (agreement - expected) / (1 - expected) - (2 * (1 - kappa) * (byChance - expected)) / (1 - expected);
    return sum + weight * (own - kappa) ** 2;
  }, 0);
  const half = normalTwoSided(confidence) * Math.sqrt(squares / (n * (n - 1)));
  return { low: Math.max(-1, kappa - half), high: Math.min(1, kappa + half) };
}

/** Chances of 0 to all heads. */
function coinTosses(coins: number): number[] {
  let chances = [1];
  for (let coin = 0; coin < coins; coin += 1) {
    chances = Array.from(
      { length: chances.length + 1 },
      (_, heads) => ((chances[heads] ?? 0) + (chances[heads - 1] ?? 0)) / 2,
    );
  }
  return chances;
}
