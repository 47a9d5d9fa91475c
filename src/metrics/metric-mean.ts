import { isVoided, itemKeyText } from '../domain/episode.js';
import type { MetricDeclaration, MetricValue } from '../domain/scores/main-metric.js';
import { exactSum } from './exact-sum.js';
import type { TriedValue } from './intervals/effective-items.js';
import { ratioMean } from './intervals/ratio-interval.js';
import type { Interval } from './intervals/interval.js';
import { meanCompletion } from './mean-completion.js';
import type { ResultRow } from './result-row.js';
import { roundNumpy, roundPython } from './round-python.js';
import { sortRows, type Measured } from './tables/measured.js';

/** The main metric of a run. */
export interface MetricMean extends Measured {
  readonly metric: MetricDeclaration;
  /** What was counted, such as steps. */
  readonly units: number;
  /** Groups that it is the mean of; empty unless it is one. */
  readonly groups: readonly string[];
  /** Items that count, but could not be measured; out of the mean, within the bounds. */
  readonly unmeasured: readonly string[];
  /** Independent tries that the units are worth. */
  readonly worth: number;
}

/** A row with what it brings to the main metric. */
interface MeasuredRow extends ResultRow {
  readonly value: MetricValue;
}

/** What the rows' benchmark ranks by; null where nothing, or their scores are from before it was kept. */
export function mainMetricOf(rows: Iterable<ResultRow>): MetricDeclaration | null {
  for (const { metric } of rows) {
    if (metric === undefined) continue;
    const { value: _, ...declaration } = metric;
    return declaration;
  }
  return null;
}

/**
 * What a row brings to the main metric; null where that is unknown. As published code does, units that were judged count
 * where the item as a whole could not be; nothing of a failure that is not the agent's does.
 */
export function metricValueOf({
  outcome,
  metric,
}: Pick<ResultRow, 'outcome' | 'metric'>): MetricValue | null {
  if (metric === undefined) return null;
  const isJudged = !isVoided(outcome) || (outcome === 'judge_unknown' && metric.average !== 'completion');
  return isJudged ? metric.value : null;
}

/**
 * The main metric over the rows; null where they have none, and none is named. The interval is for new tasks like these, each a cluster of its
 * units (`ratioMean`). In the bounds an item without a value weighs as much as the mean of the others.
 */
export function metricMean(
  rows: readonly ResultRow[],
  metric: MetricDeclaration | null = mainMetricOf(rows),
): MetricMean | null {
  if (metric === null) return null;
  const { average, isRounded } = metric;
  if (average === 'completion') {
    const completion = meanCompletion(rows);
    return { ...completion, metric, units: completion.n, groups: [] };
  }
  const measured = measuredRows(rows);
  const { mean, n, tasks, worth, interval, method } = ratioMean(metricTries(rows, metric));
  const keys = new Set(measured.map(({ key }) => itemKeyText(key)));
  const others = rows.filter(({ key }) => !keys.has(itemKeyText(key)));
  const { counted, voided, voidedCount, notRun } = sortRows(others);
  const value = isRounded === true ? printed(measured, metric) : mean;
  return {
    metric,
    value,
    units: exactSum(measured.map(({ value: { of } }) => of)),
    groups: average === 'group_mean' ? [...new Set(measured.map(groupOf))].sort() : [],
    n,
    tasks,
    worth,
    interval: interval === null || value === null ? interval : around(value, interval),
    method,
    items: [...keys].sort(),
    voided,
    notRun,
    bounds: boundsAround(value, n, counted.length + voidedCount + notRun.length),
    unmeasured: counted.map(({ key }) => itemKeyText(key)).sort(),
  };
}

/** The items' values with their weights in the mean, as intervals are computed from; none without a metric. */
export function metricTries(rows: readonly ResultRow[], metric: MetricDeclaration | null): TriedValue[] {
  if (metric === null) return [];
  const measured = measuredRows(rows);
  const weights = unitWeights(
    measured.map(({ value }) => value),
    metric,
  );
  return measured.map(({ key, value: { sum, of } }, index): TriedValue => ({
    cluster: key.item,
    value: sum / of,
    weight: weights[index] ?? 0,
    ...(Number.isInteger(sum) && Number.isInteger(of) ? { tries: of } : {}),
  }));
}

function measuredRows(rows: readonly ResultRow[]): MeasuredRow[] {
  return rows.flatMap((row): MeasuredRow[] => {
    const value = metricValueOf(row);
    return value === null ? [] : [{ ...row, value }];
  });
}

/** What each item weighs: its units, or so much of them that groups weigh the same. */
export function unitWeights(
  values: readonly MetricValue[],
  { average }: Pick<MetricDeclaration, 'average'>,
): readonly number[] {
  if (average === 'completion') return values.map(() => 1);
  if (average === 'pooled') return values.map(({ of }) => of);
  const units = new Map<string, number>();
  for (const { group = '', of } of values) units.set(group, (units.get(group) ?? 0) + of);
  return values.map(({ group = '', of }) => of / (units.get(group) ?? of));
}

function groupOf({ value: { group = '' } }: MeasuredRow): string {
  return group;
}

/** The number as published code prints it: hundredths of a percent, of each group first where it is a mean of groups. */
function printed(rows: readonly MeasuredRow[], { average }: MetricDeclaration): number | null {
  if (rows.length === 0) return null;
  const groups = new Map<string, { sum: number; of: number }>();
  for (const row of rows) {
    const name = average === 'group_mean' ? groupOf(row) : '';
    const group = groups.get(name) ?? { sum: 0, of: 0 };
    groups.set(name, { sum: group.sum + row.value.sum, of: group.of + row.value.of });
  }
  const percents = [...groups.values()].map(({ sum, of }) => roundPython((sum / of) * 100));
  // Added from left to right, as there.
  const mean = percents.reduce((sum, percent) => sum + percent, 0) / percents.length;
  return (average === 'group_mean' ? roundNumpy(mean) : mean) / 100;
}

/** The mean had all that is unknown brought nothing, and had it brought everything. */
function boundsAround(value: number | null, n: number, unknown: number): Interval | null {
  if (n + unknown === 0) return null;
  const known = n / (n + unknown);
  const low = (value ?? 0) * known;
  return { low, high: Math.min(1, low + (1 - known)) };
}

function around(value: number, { low, high }: Interval): Interval {
  return { low: Math.min(low, value), high: Math.max(high, value) };
}
