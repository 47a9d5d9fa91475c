import { exactSum } from '../exact-sum.js';
import { hasSpread } from '../intervals/has-spread.js';
import { normalQuantile, normalTwoSided } from '../distributions/normal-quantile.js';
import { studentTwoSided } from '../distributions/student-t.js';

/** Level and power every statement about detectable differences is made at. */
const CONFIDENCE = 0.95;
export const DETECTION_POWER = 0.8;

/** With fewer items that differ, even if all point the same way, the exact test cannot reach its level. */
const FEWEST_DISCORDANT = 6;

/**
 * Smallest difference of two success rates on the same `n` items, each tried once, that McNemar's test finds with a
 * power of 80 % at 5 %, when a share `discordant` of the items comes out differently. Null when not even a difference of
 * 1 would be found.
 *
 * Source: Miettinen 1968; Connor 1987 (sample size for the paired-sample design).
 */
export function detectableByMcNemar(n: number, discordant: number): number | null {
  if (n < FEWEST_DISCORDANT) return null;
  const level = normalTwoSided(CONFIDENCE);
  const power = normalQuantile(DETECTION_POWER);
  const itemsNeeded = (difference: number): number => {
    const share = Math.max(discordant, difference);
    const root = level * Math.sqrt(share) + power * Math.sqrt(share - difference * difference);
    return (root / difference) ** 2;
  };
  let [missed, found] = [0, 1];
  if (itemsNeeded(found) > n) return null;
  for (let round = 0; round < 60; round += 1) {
    const middle = (missed + found) / 2;
    if (itemsNeeded(middle) > n) missed = middle;
    else found = middle;
  }
  return Math.max(found, FEWEST_DISCORDANT / n);
}

/**
 * Smallest mean of `n` paired differences that Student's test finds with a power of 80 % at 5 %, given the standard error
 * of the mean. Null where the differences do not vary.
 */
export function detectableByStudent(n: number, standardError: number | null): number | null {
  if (standardError === null || n < 2 || !hasSpread(standardError)) return null;
  const level = studentTwoSided(CONFIDENCE, n - 1);
  const power = studentTwoSided(2 * DETECTION_POWER - 1, n - 1);
  return (level + power) * standardError;
}

/** Scores of the repeats of one task under both agents. */
export interface RepeatedPair {
  readonly a: readonly number[];
  readonly b: readonly number[];
}

/** What it would take to find a difference of a given size with a power of 80 % at 5 %. */
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
 * tasks, which only more tasks do. Null for a `target` of 0, or without spread.
 */
export function effortToFind(target: number, pairs: readonly RepeatedPair[]): Effort | null {
  const n = pairs.length;
  if (target === 0 || n < 2) return null;
  const differences = pairs.map(({ a, b }) => average(b) - average(a));
  const mean = average(differences);
  const spread = exactSum(differences.map((difference) => (difference - mean) ** 2)) / (n - 1);
  if (!hasSpread(Math.sqrt(spread / n))) return null;
  const allowed = (target / (normalTwoSided(CONFIDENCE) + normalQuantile(DETECTION_POWER))) ** 2;
  const tasks = Math.ceil(spread / allowed);
  if (pairs.some(({ a, b }) => a.length < 2 || b.length < 2)) {
    const repeatsNow = average(pairs.map(({ a, b }) => Math.min(a.length, b.length)));
    return { repeats: Math.ceil((spread * repeatsNow) / (n * allowed)), repeatsAtLeast: true, tasks };
  }
  const chanceNow = average(pairs.map(({ a, b }) => varianceOf(a) / a.length + varianceOf(b) / b.length));
  const chanceOfOne = average(pairs.map(({ a, b }) => varianceOf(a) + varianceOf(b)));
  const between = Math.max(0, spread - chanceNow);
  const left = n * allowed - between;
  return {
    repeats: left <= 0 ? null : Math.max(1, Math.ceil(chanceOfOne / left)),
    repeatsAtLeast: false,
    tasks,
  };
}

function average(values: readonly number[]): number {
  return exactSum(values) / values.length;
}

function varianceOf(values: readonly number[]): number {
  const mean = average(values);
  return exactSum(values.map((value) => (value - mean) ** 2)) / (values.length - 1);
}
