import { clipToUnit, type Interval } from './interval.js';

/**
 * An interval of a rate that may reach beyond 0–1, as it is printed: moved so that its centre is a rate, stretched so that it
 * holds the estimate, then cut. Cutting alone would leave an interval beyond 0 without any width, as if the rate were certain;
 * so at least half of the width stays, or all of 0–1.
 */
export function holdInUnit({ low, high }: Interval, estimate: number): Interval {
  const centre = (low + high) / 2;
  // Moved only where it has to be, so that rounding changes no other interval.
  const shift = Math.min(1, Math.max(0, centre)) - centre;
  return clipToUnit({ low: Math.min(estimate, low + shift), high: Math.max(estimate, high + shift) });
}
