import type { JudgeCounts } from '../../domain/scores/judge-measurement.js';
import { clopperPearsonInterval } from '../intervals/clopper-pearson.js';
import { holdInUnit } from '../intervals/hold-in-unit.js';
import { DEFAULT_CONFIDENCE, type Interval } from '../intervals/interval.js';
import { langReiczigelLimits } from '../intervals/lang-reiczigel.js';
import { predictionPoweredRate } from '../intervals/prediction-powered.js';
import { roganGladen } from '../intervals/rogan-gladen.js';

/** Fewest labels that a rate is corrected with, and fewest of each kind for Rogan and Gladen's. */
export const FEWEST_LABELS = 10;

/** How a rate was made from verdicts and labels. */
export type CorrectionMethod = 'rogan-gladen' | 'prediction-powered' | 'labels-alone';

/** A rate that a judge's errors were taken out of; or why there is none. */
export type CorrectedRate =
  | {
      readonly type: 'rate';
      readonly method: CorrectionMethod;
      /** Within 0–1. */
      readonly estimate: number;
      /** Within 0–1, and holds the estimate. */
      readonly interval: Interval;
    }
  | { readonly type: 'none'; readonly method: CorrectionMethod; readonly reason: string };

/** What a judge said of a run, and its accuracy. */
export interface JudgedRun {
  /** Items with a verdict: those that it calls a success, of `n`. */
  readonly successes: number;
  readonly n: number;
  /** Items without one. */
  readonly unknown: number;
  /** The judge against people's labels. */
  readonly calibration: JudgeCounts;
  /** Whether the labels are of a random part of these very items, or of other ones. */
  readonly labels: 'random-part' | 'other-items';
  /** How many tries say as much as one independent item, 1 or more; 1 unless items are repeated. */
  readonly designEffect?: number;
}

/** The judge's own rate, what it comes to without the judge's errors, and what was not judged. */
export interface CorrectedRates {
  readonly raw: { readonly successes: number; readonly n: number };
  readonly corrected: readonly CorrectedRate[];
  readonly unknown: number;
}

/**
 * Corrects a judged rate by each method that its labels allow. A judge that is no better than chance (sensitivity +
 * specificity at most 1) corrects nothing.
 *
 * No corrected interval is narrower than its calibration allows. Before it is cut at 0 and 1, Lang and Reiczigel's is at least
 * as wide as the calibration sample alone makes it, and as Wilson's of the judged rate; the prediction-powered one as the labels
 * alone make it, and as it would be with a label for every item. Cut, it keeps half of that or more.
 */
export function correctRate(run: JudgedRun, confidence = DEFAULT_CONFIDENCE): CorrectedRates {
  const corrected =
    run.labels === 'random-part'
      ? [bySkill(run, confidence), byPrediction(run, confidence), byLabels(run, confidence)]
      : [
          bySkill(run, confidence),
          none(
            'prediction-powered',
            'the labels are of other items: it needs labels of a random part of the judged items',
          ),
        ];
  return { raw: { successes: run.successes, n: run.n }, corrected, unknown: run.unknown };
}

/** A rate over judged items, had all of `unknown` further ones failed, or succeeded. */
export function overUnknown(rate: Interval, n: number, unknown: number): Interval | null {
  const total = n + unknown;
  if (total === 0) return null;
  return { low: (rate.low * n) / total, high: (rate.high * n + unknown) / total };
}

function none(method: CorrectionMethod, reason: string): CorrectedRate {
  return { type: 'none', method, reason };
}

function rate(method: CorrectionMethod, estimate: number, interval: Interval): CorrectedRate {
  const held = Math.min(1, Math.max(0, estimate));
  return { type: 'rate', method, estimate: held, interval: holdInUnit(interval, held) };
}

/** Why a judge's rate cannot be corrected; null where it can. */
function whyNot({ calibration, n }: JudgedRun): string | null {
  const { truePositives, falsePositives, falseNegatives, trueNegatives } = calibration;
  const [positives, negatives] = [truePositives + falseNegatives, trueNegatives + falsePositives];
  if (n === 0) return 'the judge gave no verdict';
  if (positives + negatives < FEWEST_LABELS) {
    return `${positives + negatives} labelled verdicts are too few: it takes ${FEWEST_LABELS}`;
  }
  // In whole numbers: sensitivity + specificity is at most 1.
  const isUninformative =
    positives > 0 && negatives > 0 && truePositives * negatives <= falsePositives * positives;
  return isUninformative
    ? 'the judge is uninformative: its sensitivity and specificity add up to 1 or less, which is what guessing reaches'
    : null;
}

function bySkill(run: JudgedRun, confidence: number): CorrectedRate {
  const method = 'rogan-gladen';
  const reason = whyNot(run);
  if (reason !== null) return none(method, reason);
  const { calibration, designEffect = 1 } = run;
  const positives = calibration.truePositives + calibration.falseNegatives;
  const negatives = calibration.trueNegatives + calibration.falsePositives;
  if (positives === 0 || negatives === 0) {
    return none(
      method,
      `no labelled ${positives === 0 ? 'success' : 'failure'}: its accuracy there is unknown`,
    );
  }
  const judged = {
    rate: run.successes / run.n,
    n: run.n / designEffect,
    sensitivity: calibration.truePositives / positives,
    positives: positives / designEffect,
    specificity: calibration.trueNegatives / negatives,
    negatives: negatives / designEffect,
  };
  const estimate = roganGladen(judged);
  const limits = langReiczigelLimits(judged, confidence);
  if (estimate === null || limits === null) {
    return none(
      method,
      'so few labels do not show that the judge is better than guessing: its accuracy, drawn towards one half, is not',
    );
  }
  return rate(method, estimate.estimate, limits);
}

function byPrediction(run: JudgedRun, confidence: number): CorrectedRate {
  const method = 'prediction-powered';
  const reason = whyNot(run);
  if (reason !== null) return none(method, reason);
  const { calibration, designEffect = 1 } = run;
  const labels =
    calibration.truePositives +
    calibration.falsePositives +
    calibration.falseNegatives +
    calibration.trueNegatives;
  const rest = {
    successes: run.successes - calibration.truePositives - calibration.falsePositives,
    n: run.n - labels,
  };
  if (rest.n < 0 || rest.successes < 0 || rest.successes > rest.n) {
    return none(method, 'the labels are of other items than those judged');
  }
  const powered = predictionPoweredRate(
    {
      labelled: {
        truePositives: calibration.truePositives / designEffect,
        falsePositives: calibration.falsePositives / designEffect,
        falseNegatives: calibration.falseNegatives / designEffect,
        trueNegatives: calibration.trueNegatives / designEffect,
      },
      unlabelled: {
        successes: rest.successes / designEffect,
        n: rest.n / designEffect,
      },
    },
    confidence,
  );
  if (powered === null) return none(method, 'the labels are worth fewer than two independent items');
  return rate(method, powered.estimate, powered.interval);
}

function byLabels({ calibration, designEffect = 1 }: JudgedRun, confidence: number): CorrectedRate {
  const method = 'labels-alone';
  const { truePositives, falsePositives, falseNegatives, trueNegatives } = calibration;
  // Labels of items without a verdict count as well: nothing of the judge is needed.
  const successes = truePositives + falseNegatives + calibration.unknownSuccesses;
  const n = successes + falsePositives + trueNegatives + calibration.unknownFailures;
  const interval = clopperPearsonInterval(successes / designEffect, n / designEffect, confidence);
  return interval === null ? none(method, 'nothing is labelled') : rate(method, successes / n, interval);
}
