import { clipToUnit, DEFAULT_CONFIDENCE, type Interval } from './interval.js';
import { normalTwoSided } from '../distributions/normal-quantile.js';
import type { JudgedRate } from './rogan-gladen.js';

/** An interval as computed, which may reach beyond 0–1, and the parts that it is wide from. */
export interface LangReiczigelLimits extends Interval {
  /** The distance between both ends if the judge's verdicts were certain, and only its accuracy uncertain. */
  readonly calibrationWidth: number;
}

/**
 * Interval of the rate behind a judge's verdicts, within 0–1, when the judge's accuracy was itself measured on samples.
 * Keeps its coverage where the plain delta method does not: small samples, rates near 0 or 1. Null when a sample is
 * empty or the judge, its accuracy drawn towards 1/2, does no better than chance.
 *
 * Source: Lang and Reiczigel 2014 (Confidence limits for prevalence of disease adjusted for estimated sensitivity and
 * specificity).
 */
export function langReiczigelInterval(judged: JudgedRate, confidence = DEFAULT_CONFIDENCE): Interval | null {
  const limits = langReiczigelLimits(judged, confidence);
  return limits === null ? null : clipToUnit(limits);
}

/** The same interval before it is cut at 0 and 1. */
export function langReiczigelLimits(
  judged: JudgedRate,
  confidence = DEFAULT_CONFIDENCE,
): LangReiczigelLimits | null {
  if (judged.n === 0 || judged.positives === 0 || judged.negatives === 0) return null;
  const z = normalTwoSided(confidence);
  // One success and one failure are added to each validation sample, z²/2 of each to the judged one.
  const positives = judged.positives + 2;
  const negatives = judged.negatives + 2;
  const n = judged.n + z * z;
  const sensitivity = (judged.sensitivity * judged.positives + 1) / positives;
  const specificity = (judged.specificity * judged.negatives + 1) / negatives;
  const rate = (judged.rate * judged.n + (z * z) / 2) / n;
  const skill = sensitivity + specificity - 1;
  if (skill <= 0) return null;
  const corrected = (rate + specificity - 1) / skill;
  const sensitivityVariance = (sensitivity * (1 - sensitivity)) / positives;
  const specificityVariance = (specificity * (1 - specificity)) / negatives;
  const shift = 2 * z * z * (corrected * sensitivityVariance - (1 - corrected) * specificityVariance);
  const calibration = corrected ** 2 * sensitivityVariance + (1 - corrected) ** 2 * specificityVariance;
  const half = (z * Math.sqrt((rate * (1 - rate)) / n + calibration)) / skill;
  return {
    low: corrected + shift - half,
    high: corrected + shift + half,
    calibrationWidth: (2 * z * Math.sqrt(calibration)) / skill,
  };
}
