import { toFixedEven } from '../../../../metrics/tables/percent.js';
import type { ForeignSums } from '../foreign-counts.js';
import { numpyMean } from './numpy-mean.js';

const CLASSES = ['CLICK', 'LONG_POINT', 'SCROLL', 'PRESS', 'STOP', 'TYPE'] as const;
/** Farther points are in no mean. */
const FARTHEST = 1e15;

interface ClassSummary {
  readonly count: number;
  readonly type_acc: number;
  readonly exact_acc: number;
}

/** The summary file of AgentCPM-GUI's evaluation, with its names and its rounding to four decimals. */
export type AgentcpmSummary = Readonly<Record<(typeof CLASSES)[number], ClassSummary>> & {
  readonly total_episodes: number;
  readonly total_steps: number;
  readonly num_successes: number;
  /** Right steps before the first wrong one of their episode. */
  readonly total_exact_matches: number;
  readonly success_rate: number;
  readonly goal_progress: number;
  readonly total: ClassSummary & { readonly hit_rate: number };
  readonly TYPE: ClassSummary & { readonly text_dist_avg: number };
  readonly mean_pixel_distance: number;
  readonly median_pixel_distance: number;
};

/**
 * Null where no step has a prediction: no file is written then.
 *
 * Source: AgentCPM-GUI, `eval/utils/evaluator.py`, `eval/run_eval_agent.py`.
 */
export function agentcpmSummary(sums: ForeignSums): AgentcpmSummary | null {
  const { steps, type, right, formatHits, episodes, succeeded, prefix, progress } = sums;
  if (steps === 0) return null;
  const classes = Object.fromEntries(
    CLASSES.map((kind) => {
      const [count = 0, typeRight = 0, exact = 0] = sums.cells.get(kind) ?? [];
      return [kind, { count, type_acc: share(typeRight, count), exact_acc: share(exact, count) }];
    }),
  ) as Record<(typeof CLASSES)[number], ClassSummary>;
  const { textRatios, distances } = sums;
  return {
    total_episodes: episodes,
    total_steps: steps,
    num_successes: succeeded,
    total_exact_matches: prefix,
    success_rate: share(succeeded, episodes),
    goal_progress: round(progress / episodes),
    total: {
      count: steps,
      type_acc: share(type, steps),
      exact_acc: share(right, steps),
      hit_rate: share(formatHits, steps),
    },
    ...classes,
    TYPE: { ...classes.TYPE, text_dist_avg: average(textRatios) },
    mean_pixel_distance: mean(distances.filter((distance) => distance < FARTHEST)),
    median_pixel_distance: median(distances),
  };
}

/** As Python's `round(value, 4)`. */
function round(value: number): number {
  return Number(toFixedEven(value, 4));
}

function share(hits: number, of: number): number {
  return of === 0 ? 0 : round(hits / of);
}

function average(values: readonly number[]): number {
  return values.length === 0 ? 0 : round(values.reduce((sum, value) => sum + value, 0) / values.length);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? -1 : round(numpyMean(values));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [below, above] = [sorted[middle - 1], sorted[middle]];
  if (above === undefined) return -1;
  return round(sorted.length % 2 === 1 || below === undefined ? above : (below + above) / 2);
}
