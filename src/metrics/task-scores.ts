import { isVoided, itemKeyText } from '../domain/episode.js';
import { exactSum } from './exact-sum.js';
import type { ResultRow } from './result-row.js';

/** What is compared: whether items passed, or how much of them was done. */
export type ComparedMetric = 'success' | 'completion';

/** One task of one agent: the score of each judged repeat, and how many repeats stayed unknown. */
export interface TaskScores {
  readonly task: string;
  /** In 0–1, in the order of the repeats. */
  readonly values: readonly number[];
  /** Mean of the values; null without any. */
  readonly mean: number | null;
  /** Repeats that were voided or never run, or whose completion could not be measured. */
  readonly unknown: number;
  /** Keys of the judged repeats. */
  readonly items: readonly string[];
}

/** Scores by task. What was planned and never run is as unknown as what was voided. */
export function taskScores(rows: Iterable<ResultRow>, metric: ComparedMetric): Map<string, TaskScores> {
  const tasks = new Map<string, { repeat: number; value: number; item: string }[]>();
  const unknown = new Map<string, number>();
  for (const { key, outcome, completion } of rows) {
    const known = tasks.get(key.item) ?? [];
    tasks.set(key.item, known);
    const value = metric === 'success' ? Number(outcome === 'passed') : completion;
    if (isVoided(outcome) || value === null) unknown.set(key.item, (unknown.get(key.item) ?? 0) + 1);
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
