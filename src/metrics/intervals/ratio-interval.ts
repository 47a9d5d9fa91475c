import { clopperPearsonInterval } from './clopper-pearson.js';
import { effectiveItems, withoutRounding, type TriedValue } from './effective-items.js';
import { DEFAULT_CONFIDENCE, type Interval } from './interval.js';

/**
 * How an interval was computed. `clopper_pearson` one value per task, passed or failed · `clopper_pearson_over_tasks` repeats
 * came out alike, so that tasks alone count · `effective_items` Clopper-Pearson over the number of independent items that
 * the values are worth, with tasks as the independent units · `effective_items_by_set` the same by question, task, screen or
 * app that items share.
 */
export type IntervalMethod =
  | 'clopper_pearson'
  | 'clopper_pearson_over_tasks'
  | 'effective_items'
  | 'effective_items_by_set';

/** The mean of ratios, and an interval within 0–1 that holds it. */
export interface RatioMean {
  /** Null without values. */
  readonly mean: number | null;
  readonly n: number;
  /** Distinct clusters. */
  readonly tasks: number;
  /** Independent tries that the values are worth. */
  readonly worth: number;
  /** Null where the data cannot give one: no values, or repeats of a single task. */
  readonly interval: Interval | null;
  readonly method: IntervalMethod | null;
}

/**
 * Mean of values in 0–1, some of which may be repeats of one task, and an interval for new tasks of the same kind.
 * Clopper and Pearson's over as many independent items as the values are worth: the number of tasks where each was tried
 * once and passed or failed, or where repeats came out alike; more where repeats or part scores say more about a task
 * than one try does. Measured coverage: docs/proofs/coverage.md.
 */
export function ratioMean(values: readonly TriedValue[], confidence = DEFAULT_CONFIDENCE): RatioMean {
  const { mean, clusters, clusterCount, items } = effectiveItems(values);
  const n = values.length;
  const tries = values.reduce((sum, one) => sum + (one.tries ?? 1), 0);
  if (mean === null || (clusters === 1 && tries > 1))
    return { mean, n, tasks: clusters, worth: items, interval: null, method: null };
  const interval = clopperPearsonInterval(withoutRounding(mean * items), items, confidence);
  const method =
    items > clusterCount
      ? 'effective_items'
      : tries === clusters
        ? 'clopper_pearson'
        : 'clopper_pearson_over_tasks';
  const held = interval === null ? null : hold(mean, interval);
  return { mean, n, tasks: clusters, worth: items, interval: held, method };
}

/** Rounding may leave the estimate a last bit outside its own interval. */
function hold(mean: number, { low, high }: Interval): Interval {
  return { low: Math.min(low, mean), high: Math.max(high, mean) };
}
