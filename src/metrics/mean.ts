import { exactSum } from './exact-sum.js';
import { DEFAULT_CONFIDENCE, type Interval } from './intervals/interval.js';
import { studentTwoSided } from './distributions/student-t.js';

/** A mean and how sure it is. What the data cannot tell is null: no mean of nothing, no error from one value. */
export interface MeanEstimate {
  readonly n: number;
  readonly mean: number | null;
  readonly standardError: number | null;
  /** As computed; may reach past the range of the values. */
  readonly interval: Interval | null;
}

/** Mean of independent values, with Student's interval. Does not depend on their order. */
export function meanEstimate(values: readonly number[], confidence = DEFAULT_CONFIDENCE): MeanEstimate {
  const n = values.length;
  if (n === 0) return { n, mean: null, standardError: null, interval: null };
  const mean = exactSum(values) / n;
  if (n === 1) return { n, mean, standardError: null, interval: null };
  const squares = exactSum(values.map((value) => (value - mean) ** 2));
  const standardError = Math.sqrt(squares / (n - 1) / n);
  return { n, mean, standardError, interval: studentInterval(mean, standardError, n - 1, confidence) };
}

/** `mean` plus and minus as many standard errors as Student's distribution asks for. */
export function studentInterval(
  mean: number,
  standardError: number,
  degrees: number,
  confidence: number,
): Interval {
  const half = standardError === 0 ? 0 : studentTwoSided(confidence, degrees) * standardError;
  return { low: mean - half, high: mean + half };
}
