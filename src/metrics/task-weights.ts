import type { MetricDeclaration } from '../domain/scores/main-metric.js';
import { exactSum } from './exact-sum.js';
import { unitWeights } from './metric-mean.js';
import type { ResultRow } from './result-row.js';
import { taskUnits } from './task-scores.js';

/** What tasks weigh in a paired comparison of main metrics. */
export interface TaskWeights {
  /** Of a task; undefined where all weigh the same. One that nothing is known of weighs as the mean of the others. */
  of(task: string): number | undefined;
}

/**
 * A task has one weight in both result sets, or what was not judged in one of them would change the difference: the mean of
 * its units in both, where it has some in both.
 */
export function taskWeights(
  a: readonly ResultRow[],
  b: readonly ResultRow[],
  metric: MetricDeclaration,
): TaskWeights {
  if (metric.average === 'completion') return { of: () => undefined };
  const [left, right] = [taskUnits(a), taskUnits(b)];
  // Of group means the groups weigh the same among the tasks that are compared, as they do in the metric itself.
  const inBoth = [...left].flatMap(([task, units]) => {
    const other = right.get(task);
    return other === undefined ? [] : [{ task, units: { ...units, of: (units.of + other.of) / 2 } }];
  });
  const weights = unitWeights(
    inBoth.map(({ units: { of, group } }) => ({ sum: 0, of, ...(group === undefined ? {} : { group }) })),
    metric,
  );
  const known = new Map(inBoth.map(({ task }, index) => [task, weights[index] ?? 0]));
  const mean = known.size === 0 ? 1 : exactSum(known.values()) / known.size;
  return { of: (task) => known.get(task) ?? mean };
}
