import { randomStream, type RandomStream } from '../../../src/domain/random.js';
import type { JudgeCounts } from '../../../src/domain/scores/judge-measurement.js';
import { normalTwoSided } from '../../../src/metrics/distributions/normal-quantile.js';
import { holdInUnit } from '../../../src/metrics/intervals/hold-in-unit.js';
import type { Interval } from '../../../src/metrics/intervals/interval.js';
import { predictionPoweredRate } from '../../../src/metrics/intervals/prediction-powered.js';
import { wilsonInterval } from '../../../src/metrics/intervals/wilson.js';
import { correctRate } from '../../../src/metrics/judges/correct-rate.js';

/** A judge of known accuracy over items of a known rate. */
export interface JudgeCell {
  /** Whether the labelled items are part of those judged, or as many other items of the same kind. */
  readonly sample: 'part' | 'separate';
  readonly sensitivity: number;
  readonly specificity: number;
  /** True rate of successes. */
  readonly prevalence: number;
  /** Items judged. */
  readonly n: number;
  /** Labels that people gave. */
  readonly labels: number;
}

/** Intervals that are drawn for each cell; the last two are what happens without a correction, and without the repair. */
export const JUDGE_METHODS = [
  'rogan-gladen',
  'prediction-powered',
  'uncorrected',
  'ppi++ as published',
] as const;
export type JudgeMethod = (typeof JUDGE_METHODS)[number];

/** What the draws of one cell came to. */
export interface JudgeCoverage {
  /** Share of all draws with an interval that holds the truth: a draw without one is a miss. */
  readonly coverage: number;
  /** The same of the draws that have an interval. */
  readonly coverageGiven: number;
  readonly medianWidth: number;
  /** Share of the draws without an interval, since the judge is not shown to be better than guessing. */
  readonly without: number;
}

/** Every combination of sensitivity, specificity and prevalence. */
export function judgeCells(
  accuracies: readonly number[],
  prevalences: readonly number[],
  sizes: readonly number[],
  labels: readonly number[],
): JudgeCell[] {
  return (['part', 'separate'] as const).flatMap((sample) =>
    accuracies.flatMap((sensitivity) =>
      accuracies.flatMap((specificity) =>
        prevalences.flatMap((prevalence) =>
          sizes.flatMap((n) =>
            labels.map((count) => ({ sample, sensitivity, specificity, prevalence, n, labels: count })),
          ),
        ),
      ),
    ),
  );
}

/** Draws a cell; the same for one cell whenever it is asked. */
export function drawJudgeCell(cell: JudgeCell, draws: number): Record<JudgeMethod, JudgeCoverage> {
  const { sample, sensitivity, specificity, prevalence, n, labels } = cell;
  const random = randomStream('judge-coverage', sample, sensitivity, specificity, prevalence, n, labels);
  const widths: Record<JudgeMethod, number[]> = {
    'rogan-gladen': [],
    'prediction-powered': [],
    uncorrected: [],
    'ppi++ as published': [],
  };
  const held: Record<JudgeMethod, number> = {
    'rogan-gladen': 0,
    'prediction-powered': 0,
    uncorrected: 0,
    'ppi++ as published': 0,
  };
  for (let drawn = 0; drawn < draws; drawn += 1) {
    const intervals = intervalsOf(cell, random);
    for (const method of JUDGE_METHODS) {
      const interval = intervals[method];
      if (interval === null) continue;
      widths[method].push(interval.high - interval.low);
      if (interval.low <= prevalence && prevalence <= interval.high) held[method] += 1;
    }
  }
  const result = (method: JudgeMethod): JudgeCoverage => {
    const sorted = widths[method].sort((a, b) => a - b);
    return {
      coverage: held[method] / draws,
      coverageGiven: held[method] / sorted.length,
      medianWidth: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
      without: 1 - sorted.length / draws,
    };
  };
  return {
    'rogan-gladen': result('rogan-gladen'),
    'prediction-powered': result('prediction-powered'),
    uncorrected: result('uncorrected'),
    'ppi++ as published': result('ppi++ as published'),
  };
}

function intervalsOf(cell: JudgeCell, random: RandomStream): Record<JudgeMethod, Interval | null> {
  const calibration = drawItems(cell, cell.labels, random);
  const rest = drawItems(cell, cell.sample === 'part' ? cell.n - cell.labels : cell.n, random);
  const labelledSuccesses =
    cell.sample === 'part' ? calibration.truePositives + calibration.falsePositives : 0;
  const unlabelled = {
    successes: rest.truePositives + rest.falsePositives,
    n: cell.sample === 'part' ? cell.n - cell.labels : cell.n,
  };
  const judged = { successes: unlabelled.successes + labelledSuccesses, n: cell.n };
  const { corrected } = correctRate({
    ...judged,
    unknown: 0,
    calibration,
    labels: cell.sample === 'part' ? 'random-part' : 'other-items',
  });
  const find = (method: string): Interval | null => {
    const found = corrected.find((one) => one.method === method);
    return found?.type === 'rate' ? found.interval : null;
  };
  return {
    'rogan-gladen': find('rogan-gladen'),
    'prediction-powered':
      cell.sample === 'part' ? find('prediction-powered') : separatePowered(calibration, unlabelled),
    uncorrected: wilsonInterval(judged.successes, judged.n),
    'ppi++ as published': published(calibration, unlabelled),
  };
}

/** A separate sample of the same population is as good as a part of it; of a run nobody can know that, so nothing prints it. */
function separatePowered(
  labelled: JudgeCounts,
  unlabelled: { readonly successes: number; readonly n: number },
): Interval | null {
  const powered = predictionPoweredRate({ labelled, unlabelled });
  return powered === null ? null : holdInUnit(powered.interval, Math.min(1, Math.max(0, powered.estimate)));
}

/** The normal interval with tuned lambda, nothing added. */
function published(
  { truePositives, falsePositives, falseNegatives, trueNegatives }: JudgeCounts,
  { successes, n }: { readonly successes: number; readonly n: number },
): Interval {
  const labels = truePositives + falsePositives + falseNegatives + trueNegatives;
  const label = (truePositives + falseNegatives) / labels;
  const judge = (truePositives + falsePositives) / labels;
  const covariance = truePositives / labels - label * judge;
  const judgeVariance = judge * (1 - judge);
  const lambda =
    judgeVariance === 0 ? 0 : Math.min(1, Math.max(0, covariance / ((1 + labels / n) * judgeVariance)));
  const rest = successes / n;
  const variance =
    (label * (1 - label) - 2 * lambda * covariance + lambda ** 2 * judgeVariance) / labels +
    (lambda ** 2 * rest * (1 - rest)) / n;
  const estimate = label + lambda * (rest - judge);
  const half = normalTwoSided(0.95) * Math.sqrt(variance);
  return { low: estimate - half, high: estimate + half };
}

function drawItems(
  { sensitivity, specificity, prevalence }: JudgeCell,
  n: number,
  random: RandomStream,
): JudgeCounts {
  const counts = { truePositives: 0, falsePositives: 0, falseNegatives: 0, trueNegatives: 0 };
  for (let index = 0; index < n; index += 1) {
    if (random.next() < prevalence) {
      counts[random.next() < sensitivity ? 'truePositives' : 'falseNegatives'] += 1;
    } else {
      counts[random.next() < specificity ? 'trueNegatives' : 'falsePositives'] += 1;
    }
  }
  return { ...counts, unknownSuccesses: 0, unknownFailures: 0, unlabelled: 0 };
}
