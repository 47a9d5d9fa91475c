import { itemKeyText, type Outcome } from '../../domain/episode.js';
import type { Interval } from '../intervals/interval.js';
import type { IntervalMethod } from '../intervals/ratio-interval.js';
import type { ResultRow } from '../result-row.js';

/** Voided items of one kind. */
export interface VoidedItems {
  readonly outcome: Outcome;
  readonly items: readonly string[];
}

/** A number over items, with everything a reader needs to trust it. Ratios in 0–1; item lists are sorted. */
export interface Measured {
  /** Null when no item counts. */
  readonly value: number | null;
  /** What the items in the denominator add up to; absent where the value is no ratio of such a sum. */
  readonly sum?: number;
  /** Items in the denominator, and the tasks they belong to. */
  readonly n: number;
  readonly tasks: number;
  /** Clipped to 0–1; null where the data cannot give one. */
  readonly interval: Interval | null;
  readonly method: IntervalMethod | null;
  /** Keys of the items in the denominator. */
  readonly items: readonly string[];
  readonly voided: readonly VoidedItems[];
  readonly notRun: readonly string[];
  /** The value had everything unknown failed, and had it succeeded: what was voided, and what was never run. */
  readonly bounds: Interval | null;
}

/** Rows by how they count: counted, voided by outcome, never started. */
export interface SortedRows<R extends ResultRow> {
  readonly counted: readonly R[];
  readonly voided: readonly VoidedItems[];
  readonly voidedCount: number;
  readonly notRun: readonly string[];
}

/** Splits rows by outcome; item lists come out sorted for any order of the rows. */
export function sortRows<R extends ResultRow>(rows: Iterable<R>): SortedRows<R> {
  const counted: R[] = [];
  const notRun: string[] = [];
  const voided = new Map<Outcome, string[]>();
  for (const row of rows) {
    switch (row.outcome) {
      case 'passed':
      case 'failed':
      case 'agent_error':
        counted.push(row);
        break;
      case 'not_run':
        notRun.push(itemKeyText(row.key));
        break;
      case 'model_error':
      case 'environment_error':
      case 'user_error':
      case 'invalid_task':
      case 'bug':
      case 'judge_unknown': {
        const items = voided.get(row.outcome);
        if (items === undefined) voided.set(row.outcome, [itemKeyText(row.key)]);
        else items.push(itemKeyText(row.key));
        break;
      }
      default:
        row.outcome satisfies never;
    }
  }
  const sorted = [...voided].map(([outcome, items]) => ({ outcome, items: items.sort() }));
  return {
    counted,
    voided: sorted.sort((a, b) => (a.outcome < b.outcome ? -1 : 1)),
    voidedCount: sorted.reduce((sum, { items }) => sum + items.length, 0),
    notRun: notRun.sort(),
  };
}

/** Worst and best mean had `unknown` further items scored 0, or 1. Null when there is nothing at all. */
export function boundsOf(sum: number, n: number, unknown: number): Interval | null {
  const total = n + unknown;
  if (total === 0) return null;
  const [low, high] = [sum / total, Math.min(1, (sum + unknown) / total)];
  // Rounding must not push a bound past the value itself.
  return n === 0 ? { low, high } : { low: Math.min(low, sum / n), high: Math.max(high, sum / n) };
}
