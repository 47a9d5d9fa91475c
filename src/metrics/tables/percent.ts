import type { Interval } from '../intervals/interval.js';

/** What stands where a number could not be computed. */
export const NOT_APPLICABLE = 'n/a';

/** A ratio as percent without the sign, such as `89.14`. */
export function percent(ratio: number | null, digits = 1): string {
  return ratio === null ? NOT_APPLICABLE : toFixedEven(ratio * 100, digits);
}

/** An interval of ratios in percent, such as `83.6–92.9`. */
export function percentInterval(interval: Interval | null, digits = 1): string {
  return interval === null
    ? NOT_APPLICABLE
    : `${percent(interval.low, digits)}–${percent(interval.high, digits)}`;
}

/** `value` with `digits` decimals; an exact tie goes to the even digit, as in the scripts whose tables we repeat. */
export function toFixedEven(value: number, digits: number): string {
  const scaled = value * 10 ** digits;
  // Only a dyadic fraction can be a tie exactly, and for those the product is exact too.
  const tie = Number.isInteger(value * 2 ** (digits + 1)) && Math.abs(scaled % 1) === 0.5;
  if (!tie) return value.toFixed(digits);
  const below = Math.floor(scaled);
  return ((below % 2 === 0 ? below : below + 1) / 10 ** digits).toFixed(digits);
}
