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

/**
 * An interval of differences with signs, as tables show it next to a difference with its sign: `-2.1 to +8.0`.
 *
 * @param to the word between its ends, in the reader's language
 */
export function pointsRange(interval: Interval | null, to = 'to'): string {
  return interval === null ? NOT_APPLICABLE : `${points(interval.low)} ${to} ${points(interval.high)}`;
}

/** Which way a difference goes, as it is printed: one that rounds to 0.0 goes none. */
export function sideOf(difference: number): -1 | 0 | 1 {
  if (points(difference) === '0.0') return 0;
  return difference < 0 ? -1 : 1;
}

/**
 * The ends of an interval of differences as a sentence says them, without signs. `same`: both lie on the side of the
 * difference, the smaller first. `both`: how far it goes below, and how far above.
 */
export type PointsSpread =
  | { readonly type: 'same'; readonly from: string; readonly to: string }
  | { readonly type: 'both'; readonly below: string; readonly above: string };

/** The interval around a difference, in the difference's own direction; null without one. */
export function pointsSpread(difference: number, interval: Interval | null): PointsSpread | null {
  if (interval === null) return null;
  const { low, high } = interval;
  const side = sideOf(difference);
  if (side > 0 && low >= 0) return { type: 'same', from: points(low, false), to: points(high, false) };
  if (side < 0 && high <= 0) return { type: 'same', from: points(-high, false), to: points(-low, false) };
  return {
    type: 'both',
    below: points(Math.max(0, -low), false),
    above: points(Math.max(0, high), false),
  };
}

/** A p value with three decimals; smaller ones as `< 0.001`. */
export function formatP(p: number | null): string {
  if (p === null) return NOT_APPLICABLE;
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}

/** A p value in a sentence: `p = 0.041`, `p < 0.001`, by the name it is given. */
export function statedP(p: number, name = 'p'): string {
  const text = formatP(p);
  return text.startsWith('<') ? `${name} ${text}` : `${name} = ${text}`;
}
