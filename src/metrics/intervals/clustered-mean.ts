import { exactSum } from '../exact-sum.js';
import { DEFAULT_CONFIDENCE } from './interval.js';
import { studentInterval, type MeanEstimate } from '../mean.js';
import { groupByCluster, totalWeight, weightedMean, type ClusteredValue } from './clustered-values.js';

export interface ClusteredMeanEstimate extends MeanEstimate {
  readonly clusters: number;
}

/**
 * Mean over all values, with an error that takes whole clusters as the independent units: repeats of one task add less
 * than fresh tasks do. Student's interval with (clusters - 1) degrees of freedom; no error from a single cluster.
 *
 * SE = (1/N) sqrt(G/(G-1) Σ over clusters of (Σ w (value - mean))²), N the sum of the weights w. Source: Liang and Zeger 1986; Miller 2024 (Adding
 * Error Bars to Evals).
 */
export function clusteredMean(
  values: readonly ClusteredValue[],
  confidence = DEFAULT_CONFIDENCE,
): ClusteredMeanEstimate {
  const n = values.length;
  const groups = groupByCluster(values);
  const clusters = groups.length;
  if (n === 0) return { n, clusters, mean: null, standardError: null, interval: null };
  const mean = weightedMean(values);
  if (clusters === 1) return { n, clusters, mean, standardError: null, interval: null };
  const squares = exactSum(
    groups.map((group) => exactSum(group.map(({ value, weight = 1 }) => weight * (value - mean))) ** 2),
  );
  const standardError = Math.sqrt((clusters / (clusters - 1)) * squares) / totalWeight(values);
  const interval = studentInterval(mean, standardError, clusters - 1, confidence);
  return { n, clusters, mean, standardError, interval };
}
