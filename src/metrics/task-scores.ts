import { isVoided, itemKeyText } from '../domain/episode.js';
import { exactSum } from './exact-sum.js';
import { metricValueOf } from './metric-mean.js';
import type { ResultRow } from './result-row.js';

/** What is compared: whether items passed, how much of them was done, or the benchmark's main metric. */
export type ComparedMetric = 'success' | 'completion' | 'main';

/** One task of one agent: the score of each judged repeat, and how many repeats stayed unknown. */
export interface TaskScores {
  readonly task: string;
  /** In 0–1, in the order of the repeats. */
  readonly values: readonly number[];
  /** Mean of the values; null without any. */
  readonly mean: number | null;
  /** Repeats that were voided or never run, or could not be measured. */
  readonly unknown: number;
  /** Keys of the judged repeats. */
  readonly items: readonly string[];
}

/** What a task counts by in a mean over units, such as steps. */
export interface TaskUnits {
  /** Units of one attempt, on average over the judged repeats. */
  readonly of: number;
  readonly group?: string;
}

/** Scores by task. What was planned and never run is as unknown as what was voided. */
export function taskScores(rows: Iterable<ResultRow>, metric: ComparedMetric): Map<string, TaskScores> {
  const tasks = new Map<string, { repeat: number; value: number; item: string }[]>();
  const unknown = new Map<string, number>();
  for (const row of rows) {
    const { key } = row;
    const known = tasks.get(key.item) ?? [];
    tasks.set(key.item, known);
    const value = valueOf(row, metric);
    if (value === null) unknown.set(key.item, (unknown.get(key.item) ?? 0) + 1);
    else known.push({ repeat: key.repeat, value, item: itemKeyText(key) });
  }
  return new Map(
    [...tasks].map(([task, known]) => {
      const sorted = known.sort((a, b) => a.repeat - b.repeat);
      const values = sorted.map(({ value }) => value);
      const mean = values.length === 0 ? null : exactSum(values) / values.length;
      const items = sorted.map(({ item }) => item);
      return [task, { task, values, mean, unknown: unknown.get(task) ?? 0, items }];
    }),
  );
}

/** Units of each task in the main metric; tasks that nothing is known of are left out. */
export function taskUnits(rows: Iterable<ResultRow>): Map<string, TaskUnits> {
  const known = new Map<string, { of: number; repeats: number; group?: string }>();
  for (const row of rows) {
    const value = metricValueOf(row);
    if (value === null) continue;
    const { of, ...group } = known.get(row.key.item) ?? { of: 0, repeats: 0 };
    known.set(row.key.item, {
      ...group,
      ...(value.group === undefined ? {} : { group: value.group }),
      of: of + value.of,
      repeats: group.repeats + 1,
    });
  }
  return new Map(
    [...known].map(([task, { of, repeats, group }]) => [
      task,
      { of: of / repeats, ...(group === undefined ? {} : { group }) },
    ]),
  );
}

function valueOf(row: ResultRow, metric: ComparedMetric): number | null {
  if (metric === 'main') {
    const value = metricValueOf(row);
    return value === null ? null : value.sum / value.of;
  }
  if (isVoided(row.outcome)) return null;
  return metric === 'success' ? Number(row.outcome === 'passed') : row.completion;
}
