import { itemKeyText } from '../domain/episode.js';
import { exactSum } from './exact-sum.js';
import { boundsOf, sortRows, type Measured } from './tables/measured.js';
import { ratioMean } from './intervals/ratio-interval.js';
import type { ResultRow } from './result-row.js';

/** Mean share of the task that was done (completion rate, ACP). */
export interface MeanCompletion extends Measured {
  /** Items that count, but whose completion could not be measured; out of the mean, within the bounds. */
  readonly unmeasured: readonly string[];
  /** Independent tries that the items are worth. */
  readonly worth: number;
}

/**
 * Mean completion over the items that count and have one. The interval is for new tasks like these (`ratioMean`).
 */
export function meanCompletion(
  rows: Iterable<ResultRow>,
  options: { readonly confidence?: number } = {},
): MeanCompletion {
  const { counted, voided, voidedCount, notRun } = sortRows(rows);
  const values: { text: string; cluster: string; value: number }[] = [];
  const unmeasured: string[] = [];
  for (const { key, completion } of counted) {
    const text = itemKeyText(key);
    if (completion === null) unmeasured.push(text);
    else values.push({ text, cluster: key.item, value: completion });
  }
  const { mean, n, tasks, worth, interval, method } = ratioMean(values, options.confidence);
  const sum = exactSum(values.map(({ value }) => value));
  const unknown = voidedCount + unmeasured.length + notRun.length;
  return {
    value: mean,
    sum,
    n,
    tasks,
    worth,
    interval,
    method,
    items: values.map(({ text }) => text).sort(),
    voided,
    notRun,
    bounds: boundsOf(sum, n, unknown),
    unmeasured: unmeasured.sort(),
  };
}
