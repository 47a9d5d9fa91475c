import type { MeasuredShare } from '../../domain/scores/judge-measurement.js';
import { wilsonInterval } from '../intervals/wilson.js';

/** A share with its 95 % interval after Wilson, items taken as independent. */
export function measuredShare(hits: number, total: number): MeasuredShare {
  const interval = wilsonInterval(hits, total);
  return {
    hits,
    total,
    value: total === 0 ? null : hits / total,
    interval: interval === null ? null : [interval.low, interval.high],
  };
}
