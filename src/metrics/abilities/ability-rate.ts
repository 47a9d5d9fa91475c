import type { Interval } from '../intervals/interval.js';
import { ratioMean, type IntervalMethod } from '../intervals/ratio-interval.js';

/** How often one ability was called for and shown. */
export interface AbilityCount {
  readonly ability: string;
  readonly hit: number;
  readonly total: number;
  /**
   * The same counts task by task. Milestones of one task are not independent, so with them the interval is clustered;
   * without, it treats each milestone as independent and is too narrow.
   */
  readonly byTask?: readonly TaskAbilityCount[];
}

export interface TaskAbilityCount {
  readonly task: string;
  readonly hit: number;
  readonly total: number;
  /** Keys of the items counted. */
  readonly items?: readonly string[];
}

/** An ability's share of milestones reached. */
export interface AbilityRate {
  readonly ability: string;
  readonly hit: number;
  readonly total: number;
  /** Null when the ability was never called for. */
  readonly value: number | null;
  readonly interval: Interval | null;
  readonly method: IntervalMethod | null;
  readonly items: readonly string[];
}

/** The share of milestones of an ability that were reached, with its interval. */
export function abilityRate({ ability, hit, total, byTask }: AbilityCount): AbilityRate {
  const counts = byTask ?? Array.from({ length: total }, (_, index) => milestone(index, index < hit));
  const values = counts.flatMap((count) =>
    Array.from({ length: count.total }, (_, index) => ({
      cluster: count.task,
      value: Number(index < count.hit),
    })),
  );
  const { interval, method } = ratioMean(values);
  const items = counts.flatMap((count) => count.items ?? []).sort();
  return { ability, hit, total, value: total === 0 ? null : hit / total, interval, method, items };
}

function milestone(index: number, reached: boolean): TaskAbilityCount {
  return { task: String(index), hit: Number(reached), total: 1 };
}
