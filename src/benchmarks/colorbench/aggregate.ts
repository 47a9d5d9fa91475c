import type { Mode } from '../../domain/mode.js';

/** A rate with what it was computed from. `numerator` is a count for SR and a sum of completions for CR. */
export interface ColorbenchRate {
  readonly numerator: number;
  readonly denominator: number;
  /** null when nothing was counted. */
  readonly rate: number | null;
}

/** A rate over all tasks, those of one app, and those of several. */
export interface ColorbenchRates {
  readonly all: ColorbenchRate;
  readonly single: ColorbenchRate;
  readonly cross: ColorbenchRate;
}

/** Milestones of one ability: how many were hit, of those that were counted. */
export interface AbilityCount {
  readonly hit: number;
  readonly total: number;
}

/** The result of scoring one task. */
export interface ColorbenchTaskScore {
  readonly taskId: string;
  readonly appCount: number;
  readonly abilities: readonly string[];
  /** One per milestone, in order. */
  readonly hits: readonly boolean[];
  /** Hit milestones over all, 0–1. */
  readonly completion: number;
  readonly success: boolean;
}

/** A run's numbers in one mode. */
export interface ColorbenchAggregate {
  readonly mode: Mode;
  /** Tasks of the suite. */
  readonly taskCount: number;
  /** Tasks with a trajectory. */
  readonly scoredCount: number;
  /** Ids of the tasks without one. */
  readonly missing: readonly string[];
  readonly sr: ColorbenchRates;
  readonly cr: ColorbenchRates;
  /** Ability → counts, in the order in which abilities were first counted; those never counted are absent. */
  readonly ac: Readonly<Record<string, AbilityCount>>;
  /** The same numbers as the published script prints them, two decimals; null where it would divide by zero. */
  readonly printed: {
    readonly sr: {
      readonly all: string | null;
      readonly single: string | null;
      readonly cross: string | null;
    };
    readonly cr: {
      readonly all: string | null;
      readonly single: string | null;
      readonly cross: string | null;
    };
    readonly ac: Readonly<Record<string, string>>;
  };
}

/** Abilities that the published script prints, the 15 atomic capabilities. */
export const COLORBENCH_ABILITIES = [
  'share',
  'save',
  'copy',
  'pay',
  'search',
  'memory',
  'send',
  'location',
  'follow',
  'filter',
  'like',
  'navigation',
  'find',
  'set',
  'others',
] as const;

/**
 * SR, CR and AC of a run.
 *
 * `reference`: SR over all tasks, everything else over the tasks that have a trajectory, so that the groups do not add up
 * when some are missing. `corrected`: a missing task failed with completion 0, everywhere.
 *
 * AC counts every hit milestone, and of each unfinished task the first missed one alone.
 *
 * Source: ColorBench reference code `parse_result.py`.
 *
 * @param tasks all tasks of the suite, in file order.
 * @param scores by task id; a task without an entry is missing.
 */
export function aggregate(
  tasks: readonly { readonly id: string; readonly appCount: number; readonly abilities: readonly string[] }[],
  scores: ReadonlyMap<string, ColorbenchTaskScore>,
  mode: Mode,
): ColorbenchAggregate {
  const counted: ColorbenchTaskScore[] = [];
  const missing: string[] = [];
  for (const task of tasks) {
    const score = scores.get(task.id);
    if (score === undefined) missing.push(task.id);
    if (score !== undefined) counted.push(score);
    else if (mode === 'corrected') counted.push(missedTask(task));
  }
  const single = counted.filter((score) => score.appCount === 1);
  const cross = counted.filter((score) => score.appCount > 1);
  const sr: ColorbenchRates = {
    all: rateOf(successes(counted), tasks.length),
    single: successRate(single),
    cross: successRate(cross),
  };
  const cr = { all: completionRate(counted), single: completionRate(single), cross: completionRate(cross) };
  const ac = abilityCounts(counted);
  return {
    mode,
    taskCount: tasks.length,
    scoredCount: tasks.length - missing.length,
    missing,
    sr,
    cr,
    ac,
    printed: { sr: printRates(sr), cr: printRates(cr), ac: printAbilities(ac) },
  };
}

function missedTask(task: {
  readonly id: string;
  readonly appCount: number;
  readonly abilities: readonly string[];
}): ColorbenchTaskScore {
  return {
    taskId: task.id,
    appCount: task.appCount,
    abilities: task.abilities,
    hits: task.abilities.map(() => false),
    completion: 0,
    success: false,
  };
}

function successes(scores: readonly ColorbenchTaskScore[]): number {
  return scores.filter((score) => score.success).length;
}

function rateOf(numerator: number, denominator: number): ColorbenchRate {
  return { numerator, denominator, rate: denominator === 0 ? null : numerator / denominator };
}

function successRate(scores: readonly ColorbenchTaskScore[]): ColorbenchRate {
  return rateOf(successes(scores), scores.length);
}

function completionRate(scores: readonly ColorbenchTaskScore[]): ColorbenchRate {
  let sum = 0;
  for (const score of scores) sum += score.completion;
  return rateOf(sum, scores.length);
}

function abilityCounts(scores: readonly ColorbenchTaskScore[]): Record<string, AbilityCount> {
  const counts = new Map<string, { hit: number; total: number }>();
  const count = (ability: string, hit: number): void => {
    const entry = counts.get(ability) ?? { hit: 0, total: 0 };
    entry.hit += hit;
    entry.total += 1;
    counts.set(ability, entry);
  };
  for (const { abilities, hits } of scores) {
    let firstMissed: string | null = null;
    abilities.forEach((ability, index) => {
      if (hits[index] === true) count(ability, 1);
      else firstMissed ??= ability;
    });
    if (firstMissed !== null) count(firstMissed, 0);
  }
  return Object.fromEntries(counts);
}

function printRates(rates: ColorbenchRates): Record<keyof ColorbenchRates, string | null> {
  const print = ({ rate }: ColorbenchRate): string | null => (rate === null ? null : formatPercent(rate));
  return { all: print(rates.all), single: print(rates.single), cross: print(rates.cross) };
}

function printAbilities(counts: Readonly<Record<string, AbilityCount>>): Record<string, string> {
  const known: readonly string[] = COLORBENCH_ABILITIES;
  return Object.fromEntries(
    Object.entries(counts)
      .filter(([ability]) => known.includes(ability))
      .map(([ability, { hit, total }]) => [ability, formatPercent(hit / total)]),
  );
}

/** A ratio as percent with two decimals, as Python's `:.2%` prints it: ties, which are odd eighths, go to the even digit. */
export function formatPercent(ratio: number): string {
  const percent = ratio * 100;
  const isTie = Number.isInteger(percent * 8) && !Number.isInteger(percent * 4);
  if (!isTie) return `${percent.toFixed(2)}%`;
  const below = Math.floor(percent * 100);
  return `${((below % 2 === 0 ? below : below + 1) / 100).toFixed(2)}%`;
}
