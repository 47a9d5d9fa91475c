import type { Interval } from '../intervals/interval.js';
import { NOT_APPLICABLE, toFixedEven } from './percent.js';

/** A difference of ratios in percentage points, one decimal, with its sign unless switched off. */
export function points(difference: number | null, signed = true): string {
  if (difference === null) return NOT_APPLICABLE;
  const text = toFixedEven(difference * 100, 1);
  // -0.04 rounds to "-0.0", which looks like a finding.
  if (Number(text) === 0) return '0.0';
  return signed && difference > 0 ? `+${text}` : text;
}

/** An interval of differences, such as `-2.1 to +8.0`. */
export function pointsRange(interval: Interval | null): string {
  return interval === null ? NOT_APPLICABLE : `${points(interval.low)} to ${points(interval.high)}`;
}

/** A p value with three decimals; smaller ones as `<`. */
export function formatP(p: number | null): string {
  if (p === null) return NOT_APPLICABLE;
  return p < 0.001 ? '<0.001' : p.toFixed(3);
}
