import { isVoided } from '../domain/episode.js';
import type { ItemMetric } from '../domain/scores/main-metric.js';
import { exactSum } from './exact-sum.js';
import type { TriedValue } from './intervals/effective-items.js';
import type { Interval } from './intervals/interval.js';
import { ratioMean } from './intervals/ratio-interval.js';
import { mainMetricOf, metricMean, metricTries } from './metric-mean.js';
import { successRate } from './rate.js';
import type { ResultRow } from './result-row.js';
import { sortRows } from './tables/measured.js';

/** The results of one agent on one split. */
export interface SplitRows {
  readonly split: string;
  readonly rows: readonly ResultRow[];
}

/** A number of one split, or averaged over splits, each weighing the same. */
export interface SplitMean {
  /** Null where there is none, or one of the splits has none. */
  readonly value: number | null;
  readonly interval: Interval | null;
  /** Means of the splits' bounds. */
  readonly bounds: Interval | null;
}

/** Success and the main metric of a split, or averaged over splits. */
export interface SplitMeans {
  readonly success: SplitMean;
  /** Null where the splits have no main metric, or not all of them. */
  readonly main: SplitMean | null;
}

/**
 * The plain mean of what splits came to, as papers print it, however large they are; of one split that itself. Success is
 * averaged over groups of tasks where the main metric is. The interval takes tasks as the independent units: test sets may
 * share tasks, and what a task comes to on several splits is not independent.
 */
export function meanOverSplits(splits: readonly SplitRows[]): SplitMeans {
  const mains = splits.map(({ rows }): Part | null => {
    const main = metricMean(rows);
    return main === null ? null : { ...main, tries: metricTries(rows, mainMetricOf(rows)) };
  });
  const known = mains.filter((main) => main !== null);
  return {
    success: meanOf(splits.map(({ rows }) => successOf(rows))),
    main: known.length < splits.length || splits.length === 0 ? null : meanOf(known),
  };
}

/** A number of one split, with what its interval is computed from. */
interface Part extends Pick<SplitMean, 'value' | 'bounds'> {
  readonly tries: readonly TriedValue[];
}

/** The success rate, or the mean over the groups that the main metric is a mean over, by the same rule of rounding. */
function successOf(rows: readonly ResultRow[]): Part {
  const metric = mainMetricOf(rows);
  if (metric?.average === 'group_mean') {
    const judged = new Set(
      rows.flatMap((row) => (isVoided(row.outcome) ? [] : (row.metric?.value?.group ?? []))),
    );
    const graded = rows.map((row) => gradedRow(row, judged));
    return { ...(metricMean(graded) ?? { value: null, bounds: null }), tries: metricTries(graded, metric) };
  }
  const tries = sortRows(rows).counted.map(({ key, outcome }) => ({
    cluster: key.item,
    value: Number(outcome === 'passed'),
  }));
  return { ...successRate(rows), tries };
}

/**
 * A row whose part of the metric is whether it passed. Published code, whose rounding is repeated, counts a group in which
 * nothing could be judged as 0.
 *
 * @param judged groups in which something could be
 */
function gradedRow(row: ResultRow, judged: ReadonlySet<string>): ResultRow {
  const { metric, outcome } = row;
  if (metric === undefined) return row;
  const group = metric.value?.group;
  const isCounted =
    group !== undefined && (!isVoided(outcome) || (metric.isRounded === true && !judged.has(group)));
  const value = isCounted ? { sum: Number(outcome === 'passed'), of: 1, group } : null;
  return { ...row, metric: { ...metric, unit: 'task', value } satisfies ItemMetric };
}

function meanOf(parts: readonly Part[]): SplitMean {
  const values = parts.flatMap(({ value }) => (value === null ? [] : [value]));
  if (values.length < parts.length || values.length === 0)
    return { value: null, interval: null, bounds: null };
  const value = average(values);
  const bounds = parts.flatMap((part) => part.bounds ?? []);
  const { interval } = ratioMean(parts.flatMap(({ tries }) => ofOneWeight(tries)));
  return {
    value,
    // The splits' own numbers may be rounded, as published code does.
    interval:
      interval === null ? null : { low: Math.min(interval.low, value), high: Math.max(interval.high, value) },
    bounds:
      bounds.length < parts.length
        ? null
        : { low: average(bounds.map(({ low }) => low)), high: average(bounds.map(({ high }) => high)) },
  };
}

/** Values whose weights add up to 1. */
function ofOneWeight(values: readonly TriedValue[]): TriedValue[] {
  const all = exactSum(values.map(({ weight = 1 }) => weight));
  return values.map((one) => ({ ...one, weight: (one.weight ?? 1) / all }));
}

function average(values: readonly number[]): number {
  return exactSum(values) / values.length;
}
