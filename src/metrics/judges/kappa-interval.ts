import type { MeasuredKappa } from '../../domain/scores/judge-measurement.js';
import { cohenKappa } from '../cohen-kappa.js';
import { normalTwoSided } from '../distributions/normal-quantile.js';
import { DEFAULT_CONFIDENCE, type Interval } from '../intervals/interval.js';

/**
 * Cohen's kappa of two raters over the same items, with an interval. Half an item is added to each cell of the table of both
 * raters for the interval alone: raters who agree on all of ten items get no interval without width.
 *
 * Source: Cohen 1960; variance of Fleiss, Cohen and Everitt 1969; half an item after Agresti and Min 2005.
 */
export function measuredKappa(
  x: readonly string[],
  y: readonly string[],
  confidence = DEFAULT_CONFIDENCE,
): MeasuredKappa {
  const { n, kappa } = cohenKappa(x, y);
  if (kappa === null) return { n, value: null, interval: null };
  const { low, high } = intervalOf(tableOf(x, y), confidence);
  return { n, value: kappa, interval: [Math.min(low, kappa), Math.max(high, kappa)] };
}

/** Counts by the first rater's category, then the second's. */
function tableOf(x: readonly string[], y: readonly string[]): number[][] {
  const categories = [...new Set([...x, ...y])].sort();
  const place = new Map(categories.map((category, index) => [category, index]));
  const table = categories.map(() => categories.map(() => 0));
  x.forEach((category, index) => {
    const row = table[place.get(category) ?? -1];
    const column = place.get(y[index] ?? '') ?? -1;
    if (row !== undefined) row[column] = (row[column] ?? 0) + 1;
  });
  return table;
}

function intervalOf(counts: readonly (readonly number[])[], confidence: number): Interval {
  const table = counts.map((row) => row.map((count) => count + 0.5));
  const n = table.flat().reduce((sum, count) => sum + count, 0);
  const rows = table.map((row) => row.reduce((sum, count) => sum + count, 0) / n);
  const columns = table.map((_, at) => table.reduce((sum, row) => sum + (row[at] ?? 0), 0) / n);
  const marginal = (list: readonly number[], at: number): number => list[at] ?? 0;
  const observed = table.reduce((sum, row, at) => sum + (row[at] ?? 0), 0) / n;
  const expected = rows.reduce((sum, share, at) => sum + share * marginal(columns, at), 0);
  const kappa = (observed - expected) / (1 - expected);
  let diagonal = 0;
  let rest = 0;
  table.forEach((row, i) => {
    row.forEach((count, j) => {
      const share = count / n;
      if (i === j) {
        diagonal += share * (1 - (marginal(rows, i) + marginal(columns, i)) * (1 - kappa)) ** 2;
      } else {
        rest += share * (marginal(columns, i) + marginal(rows, j)) ** 2;
      }
    });
  });
  const variance =
    (diagonal + (1 - kappa) ** 2 * rest - (kappa - expected * (1 - kappa)) ** 2) / (n * (1 - expected) ** 2);
  const half = normalTwoSided(confidence) * Math.sqrt(Math.max(0, variance));
  return { low: Math.max(-1, kappa - half), high: Math.min(1, kappa + half) };
}
