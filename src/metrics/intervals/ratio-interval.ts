import { clusteredMean, type ClusteredValue } from './clustered-mean.js';
import { hasSpread } from './has-spread.js';
import { clipToUnit, DEFAULT_CONFIDENCE, type Interval } from './interval.js';
import { meanEstimate } from '../mean.js';
import { wilsonInterval } from './wilson.js';

/**
 * How an interval was computed. `wilson` one proportion of independent items · `student` mean of independent values ·
 * `clustered` by task, where tasks were repeated · `clustered_by_set` by question, task, screen or app that items share ·
 * `wilson_over_tasks` no two tasks differ, so only their number counts.
 */
export type IntervalMethod = 'wilson' | 'student' | 'clustered' | 'clustered_by_set' | 'wilson_over_tasks';

/** The mean of ratios, and an interval within 0–1 that holds it. */
export interface RatioMean {
  /** Null without values. */
  readonly mean: number | null;
  readonly n: number;
  /** Distinct clusters. */
  readonly tasks: number;
  /** Null where the data cannot give one: no values, or repeats of a single task. */
  readonly interval: Interval | null;
  readonly method: IntervalMethod | null;
}

/**
 * Mean of values in 0–1, some of which may be repeats of one task. One value per task: Wilson's interval for a
 * `proportion` (values 0 or 1), Student's for a `mean`. Repeats: clustered by task. Where the values show no difference
 * between tasks (all passed, say), an error of 0 would claim certainty; Wilson's interval over as many tasks is wide
 * enough for any values in 0–1.
 */
export function ratioMean(
  values: readonly ClusteredValue[],
  kind: 'proportion' | 'mean',
  confidence = DEFAULT_CONFIDENCE,
): RatioMean {
  const { n, clusters, mean, standardError, interval } = clusteredMean(values, confidence);
  if (mean === null) return { mean, n, tasks: 0, interval: null, method: null };
  const found = (method: IntervalMethod, raw: Interval | null): RatioMean => {
    const held = raw === null ? null : hold(mean, clipToUnit(raw));
    return { mean, n, tasks: clusters, interval: held, method: held === null ? null : method };
  };
  if (n === clusters && kind === 'proportion') {
    return found('wilson', wilsonInterval(Math.round(mean * n), n, confidence));
  }
  if (standardError !== null && !hasSpread(standardError))
    return found('wilson_over_tasks', wilsonInterval(mean * clusters, clusters, confidence));
  if (n > clusters) return found('clustered', interval);
  return found(
    'student',
    meanEstimate(
      values.map(({ value }) => value),
      confidence,
    ).interval,
  );
}

/** Rounding may leave the estimate a last bit outside its own interval. */
function hold(mean: number, { low, high }: Interval): Interval {
  return { low: Math.min(low, mean), high: Math.max(high, mean) };
}
