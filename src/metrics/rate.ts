import { itemKeyText } from '../domain/episode.js';
import { boundsOf, sortRows, type Measured } from './tables/measured.js';
import { ratioMean } from './intervals/ratio-interval.js';
import type { ResultRow } from './result-row.js';

/** Share of items that succeeded. */
export interface Rate extends Measured {
  readonly successes: number;
  /** Independent tries that the judged items are worth. */
  readonly worth: number;
}

export interface RateOptions {
  readonly confidence?: number;
  /**
   * What the denominator holds: the items that could be judged (`counted`), or every planned item, the unknown ones as
   * failures (`planned`, as some published scripts do).
   */
  readonly denominator?: 'counted' | 'planned';
}

/**
 * Share of items that passed. Voided items and those never run stay out of the denominator, are listed, and show in the
 * bounds. The interval is for new tasks like these (`ratioMean`).
 */
export function successRate(rows: Iterable<ResultRow>, options: RateOptions = {}): Rate {
  const all = [...rows];
  const { counted, voided, voidedCount, notRun } = sortRows(all);
  const planned = options.denominator === 'planned';
  const values = (planned ? all : counted).map(({ key, outcome }) => ({
    key,
    cluster: key.item,
    value: Number(outcome === 'passed'),
  }));
  const { mean, n, tasks, worth, interval, method } = ratioMean(values, options.confidence);
  const successes = values.reduce((sum, { value }) => sum + value, 0);
  return {
    value: mean,
    sum: successes,
    successes,
    n,
    tasks,
    worth,
    interval,
    method,
    items: values.map(({ key }) => itemKeyText(key)).sort(),
    voided,
    notRun,
    bounds: boundsOf(successes, counted.length, voidedCount + notRun.length),
  };
}
