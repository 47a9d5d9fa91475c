import type { MetricDeclaration } from '../../domain/scores/main-metric.js';
import { clusteredMean } from '../intervals/clustered-mean.js';
import { weightedMean, type ClusteredValue, type WeightedValue } from '../intervals/clustered-values.js';
import { detectableByMcNemar, detectableByMean, effortToFind, type Effort } from './detectable-difference.js';
import { exactSum } from '../exact-sum.js';
import { hasSpread } from '../intervals/has-spread.js';
import { pairedInterval } from '../intervals/effective-pairs.js';
import type { Interval } from '../intervals/interval.js';
import { COMPARISON_LEVEL } from './comparison-level.js';
import { mcnemarExact } from './mcnemar.js';
import { studentPValue } from '../distributions/student-t.js';
import { mainMetricOf } from '../metric-mean.js';
import { taskScores, type ComparedMetric, type TaskScores } from '../task-scores.js';
import { taskWeights } from '../task-weights.js';
import type { ResultRow } from '../result-row.js';

/**
 * How two result sets were tested. `mcnemar` exact, on tasks tried once · `student` on each task's difference, since tasks
 * were repeated or shares are compared · `weighted` the same, each task weighing what it does in the main metric, such as its
 * steps · `clustered` Student's on the same, with groups of tasks as the independent units · `sign` exact, on the tasks (or groups) that differ, where all differ by the same amount.
 */
export type ComparisonTest = 'mcnemar' | 'student' | 'weighted' | 'clustered' | 'sign';

/** A task judged under both agents. */
export interface TaskPair {
  readonly task: string;
  readonly a: TaskScores;
  readonly b: TaskScores;
  /** Mean of b less mean of a, -1 to 1. */
  readonly difference: number;
  /** The independent unit that it belongs to: itself, unless tasks are grouped. */
  readonly cluster: string;
  /** What it weighs next to the others; absent where all weigh the same. */
  readonly weight?: number;
}

/** Two result sets, task by task; differences are b less a, on the 0–1 scale. */
export interface PairedComparison {
  readonly metric: ComparedMetric;
  /** What is compared where that is the benchmark's main metric; null where it is something else, or is not known. */
  readonly mainMetric: MetricDeclaration | null;
  /** Tasks judged under both, sorted by task. */
  readonly pairs: readonly TaskPair[];
  /** Independent units among the pairs: as many as there are, unless tasks were grouped. */
  readonly clusters: number;
  /** Tasks judged under one only, and therefore left out. */
  readonly onlyInA: readonly string[];
  readonly onlyInB: readonly string[];
  /** Means over the paired tasks, each weighing the same, or what it does in the main metric; null without pairs. */
  readonly meanA: number | null;
  readonly meanB: number | null;
  readonly difference: number | null;
  /** 95 %, of this comparison by itself; null from a single task with repeats. */
  readonly interval: Interval | null;
  readonly test: ComparisonTest | null;
  readonly p: number | null;
  /** Tasks on which a scored more, and b did. */
  readonly aAhead: number;
  readonly bAhead: number;
  /** The difference had every unknown repeat gone against b, and had it gone for b. */
  readonly bounds: Interval | null;
  /**
   * Smallest difference that is found with a power of 80 % if tasks go on differing as they do here, corrected for the
   * number of comparisons; null when it cannot be computed or none would do.
   */
  readonly detectable: number | null;
  /** What it takes to find a difference of `target`, corrected alike; null where tasks do not differ at all. */
  readonly effort: Effort | null;
  /** The difference that `effort` is about, chosen beforehand. */
  readonly target: number;
}

/** The difference that effort is told for, unless somebody asks for another. */
export const DEFAULT_TARGET = 0.1;

export interface PairedComparisonOptions {
  readonly metric?: ComparedMetric;
  /** Difference that `effort` is about, 0–1; 10 points when absent. */
  readonly target?: number;
  /** Comparisons made together with this one, itself included; 1 when absent. */
  readonly family?: number;
  /** Group of a task whose members resemble each other, such as the five items of one question; each its own when absent. */
  readonly clusterOf?: (task: string) => string;
}

/**
 * Compares two result sets on the tasks that were judged under both. Single tries: exact McNemar test. Repeats, or
 * shares: Student's test of the tasks' differences, each task one observation. Where groups hold several tasks, their
 * differences count with groups as the independent units. The interval is that of `pairedInterval`.
 */
export function comparePaired(
  rowsA: readonly ResultRow[],
  rowsB: readonly ResultRow[],
  {
    metric = 'success',
    target = DEFAULT_TARGET,
    family = 1,
    clusterOf = (task: string) => task,
  }: PairedComparisonOptions = {},
): PairedComparison {
  const [a, b] = [taskScores(rowsA, metric), taskScores(rowsB, metric)];
  const tasks = [...new Set([...a.keys(), ...b.keys()])].sort();
  const mainMetric = metric === 'main' ? mainMetricOf([...rowsA, ...rowsB]) : null;
  const weights = mainMetric === null ? null : taskWeights(rowsA, rowsB, mainMetric);
  const pairs: TaskPair[] = [];
  const onlyInA: string[] = [];
  const onlyInB: string[] = [];
  for (const task of tasks) {
    const [left, right] = [a.get(task), b.get(task)];
    const [meanA, meanB] = [left?.mean ?? null, right?.mean ?? null];
    if (left !== undefined && right !== undefined && meanA !== null && meanB !== null) {
      const weight = weights?.of(task);
      pairs.push({
        task,
        a: left,
        b: right,
        difference: meanB - meanA,
        cluster: clusterOf(task),
        ...(weight === undefined ? {} : { weight }),
      });
    } else if (meanA !== null) onlyInA.push(task);
    else if (meanB !== null) onlyInB.push(task);
  }
  const n = pairs.length;
  const clusters = new Set(pairs.map(({ cluster }) => cluster)).size;
  const level = COMPARISON_LEVEL / family;
  const isGrouped = clusters < n;
  const aAhead = pairs.filter(({ difference }) => difference < 0).length;
  const bAhead = pairs.filter(({ difference }) => difference > 0).length;
  const mean = (of: (pair: TaskPair) => number): number | null =>
    n === 0 ? null : weightedMean(pairs.map((pair) => ({ value: of(pair), ...weightOf(pair) })));
  const difference = mean((pair) => pair.difference);
  return {
    metric,
    mainMetric,
    pairs,
    clusters,
    onlyInA,
    onlyInB,
    meanA: mean((pair) => pair.a.mean ?? 0),
    meanB: mean((pair) => pair.b.mean ?? 0),
    difference,
    ...testOf(pairs, { metric, isGrouped, level }),
    aAhead,
    bAhead,
    bounds: boundsOfDifference(tasks, a, b, (task) => weights?.of(task) ?? 1),
    // The effort is computed for independent tasks alone.
    effort: isGrouped
      ? null
      : effortToFind(
          target,
          pairs.map((pair) => ({ a: pair.a.values, b: pair.b.values, ...weightOf(pair) })),
          level,
        ),
    target,
  };
}

/** The interval of a comparison at another confidence than 95 %. */
export function comparisonInterval(
  { pairs }: Pick<PairedComparison, 'pairs'>,
  confidence: number,
): Interval | null {
  return pairedInterval(differencesOf(pairs), confidence);
}

type TestResult = Pick<PairedComparison, 'interval' | 'test' | 'p' | 'detectable'>;

interface TestDesign {
  readonly metric: ComparedMetric;
  readonly isGrouped: boolean;
  readonly level: number;
}

function testOf(pairs: readonly TaskPair[], design: TestDesign): TestResult {
  const nothing: TestResult = { interval: null, test: null, p: null, detectable: null };
  const n = pairs.length;
  if (n === 0) return nothing;
  const differences = differencesOf(pairs);
  const interval = pairedInterval(differences);
  const { metric, isGrouped, level } = design;
  const single = pairs.every(({ a, b }) => a.values.length === 1 && b.values.length === 1);
  if (metric === 'success' && single && !isGrouped) {
    const [ahead, behind] = signsOf(differences);
    return {
      test: 'mcnemar',
      p: mcnemarExact(behind, ahead),
      interval,
      detectable: detectableByMcNemar(n, (ahead + behind) / n, level),
    };
  }
  const { mean, standardError, clusters } = clusteredMean(differences);
  if (mean === null || standardError === null || interval === null) return nothing;
  if (!hasSpread(standardError)) {
    // No spread to measure the mean against: the directions alone are tested.
    const [ahead, behind] = isGrouped
      ? [mean > 0 ? clusters : 0, mean < 0 ? clusters : 0]
      : signsOf(differences);
    return { test: 'sign', p: mcnemarExact(behind, ahead), interval, detectable: null };
  }
  const halfWidth = (interval.high - interval.low) / 2;
  return {
    test: isGrouped ? 'clustered' : pairs.some(({ weight }) => weight !== undefined) ? 'weighted' : 'student',
    p: studentPValue(mean / standardError, clusters - 1),
    interval,
    detectable: detectableByMean({ standardError, degrees: clusters - 1, halfWidth }, level),
  };
}

/** How many differences are above 0, and how many below. */
function signsOf(differences: readonly ClusteredValue[]): [number, number] {
  return [
    differences.filter(({ value }) => value > 0).length,
    differences.filter(({ value }) => value < 0).length,
  ];
}

function differencesOf(pairs: readonly TaskPair[]): ClusteredValue[] {
  return pairs.map((pair) => ({ cluster: pair.cluster, value: pair.difference, ...weightOf(pair) }));
}

function weightOf({ weight }: TaskPair): Pick<TaskPair, 'weight'> {
  return weight === undefined ? {} : { weight };
}

/** Extremes of the mean difference over all tasks planned under both, judged or not. */
function boundsOfDifference(
  tasks: readonly string[],
  a: ReadonlyMap<string, TaskScores>,
  b: ReadonlyMap<string, TaskScores>,
  weightOfTask: (task: string) => number,
): Interval | null {
  const lows: WeightedValue[] = [];
  const highs: WeightedValue[] = [];
  for (const task of tasks) {
    const [left, right] = [a.get(task), b.get(task)];
    if (left === undefined || right === undefined) continue;
    const weight = weightOfTask(task);
    lows.push({ value: extreme(right, 0) - extreme(left, 1), weight });
    highs.push({ value: extreme(right, 1) - extreme(left, 0), weight });
  }
  if (lows.length === 0) return null;
  return { low: weightedMean(lows), high: weightedMean(highs) };
}

/** A task's mean had each unknown repeat scored `value`. */
function extreme({ values, unknown }: TaskScores, value: 0 | 1): number {
  return (exactSum(values) + unknown * value) / (values.length + unknown);
}
