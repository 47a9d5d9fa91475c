/** Both ends of a confidence interval, `low <= high`, in the unit of the estimate. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Confidence of every interval that is printed, unless somebody asks for another. */
export const DEFAULT_CONFIDENCE = 0.95;

/** The part of an interval that a ratio can reach: both ends in 0–1. For display; the raw interval stays as computed. */
export function clipToUnit({ low, high }: Interval): Interval {
  return { low: Math.min(1, Math.max(0, low)), high: Math.min(1, Math.max(0, high)) };
}
