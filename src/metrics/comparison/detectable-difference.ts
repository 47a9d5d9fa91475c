import { exactSum } from '../exact-sum.js';
import { criticalCounts, mcnemarPower } from './mcnemar-power.js';
import { hasSpread } from '../intervals/has-spread.js';
import { normalQuantile, normalTwoSided } from '../distributions/normal-quantile.js';
import { studentTwoSided } from '../distributions/student-t.js';

/** Power every statement about detectable differences is made at. */
export const DETECTION_POWER = 0.8;

/** Items up to which the power of the exact test is summed up; beyond, the normal distribution gives the same digits. */
const MOST_EXACT = 300;

/**
 * Smallest difference of two success rates on the same `n` items, each tried once, that the exact McNemar test finds at
 * `level` with a power of 80 %, when a share `discordant` of the items comes out differently. Null when not even a
 * difference of 1 would be found.
 *
 * Source: Miettinen 1968; Connor 1987 (sample size for the paired-sample design), for large `n`.
 */
export function detectableByMcNemar(n: number, discordant: number, level: number): number | null {
  const critical = n > MOST_EXACT ? [] : criticalCounts(n, level);
  const power = (difference: number): number =>
    mcnemarPower({ n, difference, level, discordant: Math.max(discordant, difference) }, critical);
  const isFound =
    n > MOST_EXACT
      ? (difference: number) => itemsNeeded(difference, discordant, level) <= n
      : (difference: number) => power(difference) >= DETECTION_POWER;
  if (!isFound(1)) return null;
  let [missed, found] = [0, 1];
  for (let round = 0; round < 14; round += 1) {
    const middle = (missed + found) / 2;
    if (isFound(middle)) found = middle;
    else missed = middle;
  }
  return found;
}

function itemsNeeded(difference: number, discordant: number, level: number): number {
  const share = Math.max(discordant, difference);
  const root =
    normalTwoSided(1 - level) * Math.sqrt(share) +
    normalQuantile(DETECTION_POWER) * Math.sqrt(share - difference * difference);
  // One item over the difference is what the exact test costs beside the score test.
  return (root / difference) ** 2 + 1 / difference;
}

/** What is known of a mean of paired differences. */
export interface MeanDesign {
  readonly standardError: number;
  /** Degrees of freedom of Student's test: independent units less one. */
  readonly degrees: number;
  /** Half the width of the 95 % interval, which has to leave out 0 as well. */
  readonly halfWidth: number;
}

/**
 * Smallest mean difference that is found at `level` with a power of 80 %: by Student's test, and by an interval that leaves
 * out 0. Null where the differences do not vary, or where not even a difference of 1 would be found.
 */
export function detectableByMean(
  { standardError, degrees, halfWidth }: MeanDesign,
  level: number,
): number | null {
  if (degrees < 1 || !hasSpread(standardError)) return null;
  const needed = Math.max(studentTwoSided(1 - level, degrees) * standardError, halfWidth);
  const difference = needed + studentTwoSided(2 * DETECTION_POWER - 1, degrees) * standardError;
  return difference > 1 ? null : difference;
}

/** Scores of the repeats of one task under both agents. */
export interface RepeatedPair {
  readonly a: readonly number[];
  readonly b: readonly number[];
  /** What the task weighs next to the others; 1 when absent. */
  readonly weight?: number;
}

/** What it would take to find a difference of a given size with a power of 80 %. */
export interface Effort {
  /** Repeats of every task under each agent; null when no number would do, since the tasks themselves differ too much. */
  readonly repeats: number | null;
  /** True where tasks were tried once, so that chance within a task is unknown and taken to be all there is. */
  readonly repeatsAtLeast: boolean;
  /** Tasks, with as many repeats as now. */
  readonly tasks: number;
}

/**
 * Splits the spread of the differences between tasks into chance, which repeats average out, and true differences between
 * tasks, which only more tasks do. Null for a `target` of 0, or without spread. The target is chosen beforehand: effort for
 * the difference just seen says nothing that its p value does not.
 */
export function effortToFind(target: number, pairs: readonly RepeatedPair[], level: number): Effort | null {
  const n = pairs.length;
  if (target === 0 || n < 2) return null;
  if (pairs.every(({ a, b }) => a.length === 1 && b.length === 1 && isPassOrFail(a) && isPassOrFail(b)))
    return effortOfSingleTries(Math.abs(target), pairs, level);
  // Weights of 1 on average: the spread is then that of as many tasks of equal weight.
  const mostly = average(pairs.map(({ weight = 1 }) => weight));
  const weights = pairs.map(({ weight = 1 }) => weight / mostly);
  const weightAt = (index: number): number => weights[index] ?? 1;
  const differences = pairs.map(({ a, b }) => average(b) - average(a));
  const mean = average(differences.map((difference, index) => weightAt(index) * difference));
  const spread =
    exactSum(differences.map((difference, index) => (weightAt(index) * (difference - mean)) ** 2)) / (n - 1);
  if (!hasSpread(Math.sqrt(spread / n))) return null;
  const allowed = (target / (normalTwoSided(1 - level) + normalQuantile(DETECTION_POWER))) ** 2;
  const tasks = Math.ceil(spread / allowed);
  if (pairs.some(({ a, b }) => a.length < 2 || b.length < 2)) {
    const repeatsNow = average(pairs.map(({ a, b }) => Math.min(a.length, b.length)));
    return { repeats: Math.ceil((spread * repeatsNow) / (n * allowed)), repeatsAtLeast: true, tasks };
  }
  const chance = (of: (pair: RepeatedPair) => number): number =>
    average(pairs.map((pair, index) => weightAt(index) ** 2 * of(pair)));
  const chanceNow = chance(({ a, b }) => varianceOf(a) / a.length + varianceOf(b) / b.length);
  const chanceOfOne = chance(({ a, b }) => varianceOf(a) + varianceOf(b));
  const between = Math.max(0, spread - chanceNow);
  const left = n * allowed - between;
  return {
    repeats: left <= 0 ? null : Math.max(1, Math.ceil(chanceOfOne / left)),
    repeatsAtLeast: false,
    tasks,
  };
}

function isPassOrFail(values: readonly number[]): boolean {
  return values.every((value) => value === 0 || value === 1);
}

/** A difference needs at least as many tasks that come out differently, also where fewer did here. */
function effortOfSingleTries(target: number, pairs: readonly RepeatedPair[], level: number): Effort {
  const discordant = pairs.filter(({ a, b }) => a[0] !== b[0]).length / pairs.length;
  const tasks = Math.ceil(itemsNeeded(target, discordant, level));
  return { repeats: Math.max(1, Math.ceil(tasks / pairs.length)), repeatsAtLeast: true, tasks };
}

function average(values: readonly number[]): number {
  return exactSum(values) / values.length;
}

function varianceOf(values: readonly number[]): number {
  const mean = average(values);
  return exactSum(values.map((value) => (value - mean) ** 2)) / (values.length - 1);
}
