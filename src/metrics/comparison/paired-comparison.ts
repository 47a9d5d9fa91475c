import { clusteredMean } from '../intervals/clustered-mean.js';
import {
  detectableByMcNemar,
  detectableByStudent,
  effortToFind,
  type Effort,
} from './detectable-difference.js';
import { exactSum } from '../exact-sum.js';
import { hasSpread } from '../intervals/has-spread.js';
import { DEFAULT_CONFIDENCE, type Interval } from '../intervals/interval.js';
import { mcnemarExact } from './mcnemar.js';
import { meanEstimate } from '../mean.js';
import { studentPValue } from '../distributions/student-t.js';
import { tangoInterval } from '../intervals/tango.js';
import { taskScores, type ComparedMetric, type TaskScores } from '../task-scores.js';
import type { ResultRow } from '../result-row.js';

/**
 * How two result sets were tested. `mcnemar` exact, on tasks tried once · `student` on each task's difference, since tasks
 * were repeated or completion is compared · `clustered` Student's on the same, with groups of tasks as the independent
 * units · `sign` exact, on the tasks (or groups) that differ, where all differ by the same amount.
 */
export type ComparisonTest = 'mcnemar' | 'student' | 'clustered' | 'sign';

/** A task judged under both agents. */
export interface TaskPair {
  readonly task: string;
  readonly a: TaskScores;
  readonly b: TaskScores;
  /** Mean of b less mean of a, -1 to 1. */
  readonly difference: number;
}

/** Two result sets, task by task; differences are b less a, on the 0–1 scale. */
export interface PairedComparison {
  readonly metric: ComparedMetric;
  /** Tasks judged under both, sorted by task. */
  readonly pairs: readonly TaskPair[];
  /** Independent units among the pairs: as many as there are, unless tasks were grouped. */
  readonly clusters: number;
  /** Tasks judged under one only, and therefore left out. */
  readonly onlyInA: readonly string[];
  readonly onlyInB: readonly string[];
  /** Means over the paired tasks, each task weighing the same; null without pairs. */
  readonly meanA: number | null;
  readonly meanB: number | null;
  readonly difference: number | null;
  readonly interval: Interval | null;
  readonly test: ComparisonTest | null;
  readonly p: number | null;
  /** Tasks on which a scored more, and b did. */
  readonly aAhead: number;
  readonly bAhead: number;
  /** The difference had every unknown repeat gone against b, and had it gone for b. */
  readonly bounds: Interval | null;
  /** Smallest difference this design finds with a power of 80 %; null when it cannot be computed or none would do. */
  readonly detectable: number | null;
  /** What it takes to find a difference as large as the one seen (or asked for); null where there is nothing to find. */
  readonly effort: Effort | null;
}

export interface PairedComparisonOptions {
  readonly metric?: ComparedMetric;
  /** Difference that `effort` is about; the one seen when absent. */
  readonly target?: number;
  /** Group of a task whose members resemble each other, such as the five items of one question; each its own when absent. */
  readonly clusterOf?: (task: string) => string;
}

/**
 * Compares two result sets on the tasks that were judged under both. Single tries: exact McNemar with Tango's interval.
 * Repeats, or completion: the differences of the tasks, each task one observation, with Student's test and interval.
 * Where groups hold several tasks, their differences count with groups as the independent units.
 */
export function comparePaired(
  rowsA: Iterable<ResultRow>,
  rowsB: Iterable<ResultRow>,
  options: PairedComparisonOptions = {},
): PairedComparison {
  const metric = options.metric ?? 'success';
  const [a, b] = [taskScores(rowsA, metric), taskScores(rowsB, metric)];
  const tasks = [...new Set([...a.keys(), ...b.keys()])].sort();
  const pairs: TaskPair[] = [];
  const onlyInA: string[] = [];
  const onlyInB: string[] = [];
  for (const task of tasks) {
    const [left, right] = [a.get(task), b.get(task)];
    const [meanA, meanB] = [left?.mean ?? null, right?.mean ?? null];
    if (left !== undefined && right !== undefined && meanA !== null && meanB !== null) {
      pairs.push({ task, a: left, b: right, difference: meanB - meanA });
    } else if (meanA !== null) onlyInA.push(task);
    else if (meanB !== null) onlyInB.push(task);
  }
  const n = pairs.length;
  const { clusterOf = (task: string) => task } = options;
  const clusters = new Set(pairs.map(({ task }) => clusterOf(task))).size;
  const isGrouped = clusters < n;
  const aAhead = pairs.filter(({ difference }) => difference < 0).length;
  const bAhead = pairs.filter(({ difference }) => difference > 0).length;
  const mean = (of: (pair: TaskPair) => number): number | null =>
    n === 0 ? null : exactSum(pairs.map(of)) / n;
  const difference = mean((pair) => pair.difference);
  return {
    metric,
    pairs,
    clusters,
    onlyInA,
    onlyInB,
    meanA: mean((pair) => pair.a.mean ?? 0),
    meanB: mean((pair) => pair.b.mean ?? 0),
    difference,
    ...(isGrouped ? clusteredTestOf(pairs, clusterOf) : testOf(pairs, metric, aAhead, bAhead)),
    aAhead,
    bAhead,
    bounds: boundsOfDifference(tasks, a, b),
    // The effort is computed for independent tasks alone.
    effort: isGrouped
      ? null
      : effortToFind(
          options.target ?? difference ?? 0,
          pairs.map((pair) => ({ a: pair.a.values, b: pair.b.values })),
        ),
  };
}

type TestResult = Pick<PairedComparison, 'interval' | 'test' | 'p' | 'detectable'>;

function testOf(
  pairs: readonly TaskPair[],
  metric: ComparedMetric,
  aAhead: number,
  bAhead: number,
): TestResult {
  const n = pairs.length;
  if (n === 0) return { interval: null, test: null, p: null, detectable: null };
  const single = pairs.every(({ a, b }) => a.values.length === 1 && b.values.length === 1);
  if (metric === 'success' && single) {
    return {
      test: 'mcnemar',
      p: mcnemarExact(aAhead, bAhead),
      interval: tangoInterval(aAhead, bAhead, n),
      detectable: detectableByMcNemar(n, (aAhead + bAhead) / n),
    };
  }
  const { mean, standardError, interval } = meanEstimate(
    pairs.map(({ difference }) => difference),
    DEFAULT_CONFIDENCE,
  );
  if (mean === null || standardError === null)
    return { interval: null, test: null, p: null, detectable: null };
  if (!hasSpread(standardError)) {
    // No spread to measure the mean against, yet certainty would be a lie: the signs alone are tested, and the interval
    // is that of as many tasks tried once.
    return {
      test: 'sign',
      p: mcnemarExact(aAhead, bAhead),
      interval: tangoInterval(Math.max(0, -mean) * n, Math.max(0, mean) * n, n),
      detectable: null,
    };
  }
  return {
    test: 'student',
    p: studentPValue(mean / standardError, n - 1),
    interval: interval === null ? null : withinReach(interval),
    detectable: detectableByStudent(n, standardError),
  };
}

/** Student's test of the mean difference over all tasks, its error taken from whole groups. */
function clusteredTestOf(pairs: readonly TaskPair[], clusterOf: (task: string) => string): TestResult {
  const values = pairs.map(({ task, difference }) => ({ cluster: clusterOf(task), value: difference }));
  const { mean, standardError, interval, clusters } = clusteredMean(values);
  if (mean === null || standardError === null)
    return { interval: null, test: null, p: null, detectable: null };
  if (!hasSpread(standardError)) {
    const [ahead, behind] = mean > 0 ? [clusters, 0] : mean < 0 ? [0, clusters] : [0, 0];
    return {
      test: 'sign',
      p: mcnemarExact(behind, ahead),
      interval: tangoInterval(Math.max(0, -mean) * clusters, Math.max(0, mean) * clusters, clusters),
      detectable: null,
    };
  }
  return {
    test: 'clustered',
    p: studentPValue(mean / standardError, clusters - 1),
    interval: interval === null ? null : withinReach(interval),
    detectable: detectableByStudent(clusters, standardError),
  };
}

function withinReach({ low, high }: Interval): Interval {
  return { low: Math.max(-1, low), high: Math.min(1, high) };
}

/** Extremes of the mean difference over all tasks planned under both, judged or not. */
function boundsOfDifference(
  tasks: readonly string[],
  a: ReadonlyMap<string, TaskScores>,
  b: ReadonlyMap<string, TaskScores>,
): Interval | null {
  const lows: number[] = [];
  const highs: number[] = [];
  for (const task of tasks) {
    const [left, right] = [a.get(task), b.get(task)];
    if (left === undefined || right === undefined) continue;
    lows.push(extreme(right, 0) - extreme(left, 1));
    highs.push(extreme(right, 1) - extreme(left, 0));
  }
  if (lows.length === 0) return null;
  return { low: exactSum(lows) / lows.length, high: exactSum(highs) / highs.length };
}

/** A task's mean had each unknown repeat scored `value`. */
function extreme({ values, unknown }: TaskScores, value: 0 | 1): number {
  return (exactSum(values) + unknown * value) / (values.length + unknown);
}
