import { itemKeyText, isVoided } from '../domain/episode.js';
import { exactSum } from './exact-sum.js';
import { clipToUnit, type Interval } from './intervals/interval.js';
import { passAtK, passHatK } from './pass-k.js';
import { ratioMean } from './intervals/ratio-interval.js';
import type { ResultRow } from './result-row.js';

/** pass@k or pass^k over tasks. */
export interface PassEstimate {
  readonly k: number;
  /** Mean over tasks with at least k judged repeats; null when there is none. */
  readonly value: number | null;
  readonly tasks: number;
  readonly interval: Interval | null;
  /** Tasks with fewer than k judged repeats: out of the value, within the bounds. */
  readonly tooFew: readonly string[];
  /** The value had all voided repeats failed, and had they succeeded. */
  readonly bounds: Interval | null;
  /** Keys of the judged repeats behind it. */
  readonly items: readonly string[];
}

export interface RepeatedTask {
  readonly task: string;
  readonly judged: number;
  readonly successes: number;
  readonly voided: number;
  readonly items: readonly string[];
}

/** How often each task was judged, and how often it passed; sorted by task. Items never run are left out. */
export function repeatedTasks(rows: Iterable<ResultRow>): RepeatedTask[] {
  const tasks = new Map<string, { judged: number; successes: number; voided: number; items: string[] }>();
  for (const { key, outcome } of rows) {
    if (outcome === 'not_run') continue;
    const task = tasks.get(key.item) ?? { judged: 0, successes: 0, voided: 0, items: [] };
    tasks.set(key.item, task);
    if (isVoided(outcome)) {
      task.voided += 1;
      continue;
    }
    task.judged += 1;
    task.successes += Number(outcome === 'passed');
    task.items.push(itemKeyText(key));
  }
  return [...tasks]
    .map(([task, { items, ...counts }]) => ({ task, ...counts, items: items.sort() }))
    .sort((a, b) => (a.task < b.task ? -1 : 1));
}

/** Chance that at least one of k repeats of a task succeeds, over tasks. */
export function passAtKOver(tasks: readonly RepeatedTask[], k: number): PassEstimate {
  return estimate(tasks, k, passAtK);
}

/** Chance that all of k repeats of a task succeed, over tasks: how far the agent can be relied on. */
export function passHatKOver(tasks: readonly RepeatedTask[], k: number): PassEstimate {
  return estimate(tasks, k, passHatK);
}

function estimate(
  tasks: readonly RepeatedTask[],
  k: number,
  chance: (n: number, correct: number, k: number) => number | null,
): PassEstimate {
  const values: { cluster: string; value: number }[] = [];
  const items: string[] = [];
  const tooFew: string[] = [];
  const worst: number[] = [];
  const best: number[] = [];
  for (const task of tasks) {
    const value = chance(task.judged, task.successes, k);
    if (value === null) {
      tooFew.push(task.task);
      worst.push(0);
      best.push(1);
      continue;
    }
    values.push({ cluster: task.task, value });
    items.push(...task.items);
    worst.push(chance(task.judged + task.voided, task.successes, k) ?? 0);
    best.push(chance(task.judged + task.voided, task.successes + task.voided, k) ?? 1);
  }
  const { mean, interval } = ratioMean(values, 'mean');
  const bounds =
    tasks.length === 0
      ? null
      : clipToUnit({ low: exactSum(worst) / tasks.length, high: exactSum(best) / tasks.length });
  return { k, value: mean, tasks: values.length, interval, tooFew, bounds, items: items.sort() };
}
