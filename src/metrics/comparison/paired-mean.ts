import { meanEstimate } from '../mean.js';
import { studentPValue } from '../distributions/student-t.js';

/** Mean of `b - a` over pairs. What the data cannot show is null. */
export interface PairedMean {
  readonly n: number;
  readonly delta: number | null;
  readonly standardError: number | null;
  /** Null where the differences do not vary: nothing to measure the mean against. */
  readonly t: number | null;
  /** Two-sided p value of Student's test. */
  readonly p: number | null;
}

/** Student's paired test of two equally long lists, pair by pair. */
export function pairedMean(a: readonly number[], b: readonly number[]): PairedMean {
  const { n, mean, standardError } = meanEstimate(a.map((value, index) => (b[index] ?? Number.NaN) - value));
  if (mean === null || standardError === null || standardError === 0) {
    return { n, delta: mean, standardError, t: null, p: null };
  }
  const t = mean / standardError;
  return { n, delta: mean, standardError, t, p: studentPValue(t, n - 1) };
}
