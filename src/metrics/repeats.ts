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
  /** The value had all voided and never run repeats failed, and had they succeeded. */
  readonly bounds: Interval | null;
  /** Keys of the judged repeats behind it. */
  readonly items: readonly string[];
}

export interface RepeatedTask {
  readonly task: string;
  readonly judged: number;
  readonly successes: number;
  /** Repeats that were voided, or never run. */
  readonly unknown: number;
  readonly items: readonly string[];
}

/** How often each task was judged, and how often it passed; sorted by task. */
export function repeatedTasks(rows: Iterable<ResultRow>): RepeatedTask[] {
  const tasks = new Map<string, { judged: number; successes: number; unknown: number; items: string[] }>();
  for (const { key, outcome } of rows) {
    const task = tasks.get(key.item) ?? { judged: 0, successes: 0, unknown: 0, items: [] };
    tasks.set(key.item, task);
    if (isVoided(outcome)) {
      task.unknown += 1;
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

/** Share of the tasks that may have fewer than k judged repeats: pass@k and pass^k are about the tasks, not about a few. */
const FEW = 0.1;

/** From so many tasks on, one may lack repeats even where it is more than that share. */
const ENOUGH_TASKS = 3;

/**
 * The k of pass@k and pass^k: the most repeats that were judged of almost all tasks (nine in ten of those judged at all, all
 * but one of a few),
 * so that a voided repeat here and there takes one off k, and not most tasks out of the number. 0 without judged repeats.
 */
export function commonRepeats(tasks: readonly RepeatedTask[]): number {
  const judged = tasks
    .map((task) => task.judged)
    .filter((count) => count > 0)
    .sort((a, b) => b - a);
  const lacking = Math.max(Math.floor(judged.length * FEW), judged.length >= ENOUGH_TASKS ? 1 : 0);
  return judged[judged.length - lacking - 1] ?? 0;
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
    worst.push(chance(task.judged + task.unknown, task.successes, k) ?? 0);
    best.push(chance(task.judged + task.unknown, task.successes + task.unknown, k) ?? 1);
  }
  const { mean, interval } = ratioMean(values);
  const bounds =
    tasks.length === 0
      ? null
      : clipToUnit({ low: exactSum(worst) / tasks.length, high: exactSum(best) / tasks.length });
  return { k, value: mean, tasks: values.length, interval, tooFew, bounds, items: items.sort() };
}
