import { exactSum } from '../exact-sum.js';

/** A value and the group whose members resemble each other: repeats of one task, tasks of one app. */
export interface ClusteredValue {
  readonly cluster: string;
  readonly value: number;
  /** How much it counts; 1 when absent, as of all others. */
  readonly weight?: number;
}

/** A value without its cluster. */
export type WeightedValue = Omit<ClusteredValue, 'cluster'>;

/** A group of values in one number. */
interface ClusterMean {
  /** Share of all weight that its values have. */
  readonly weight: number;
  readonly mean: number;
}

/** The values of each cluster, clusters and values in the order in which they came. */
export function groupByCluster<V extends ClusteredValue>(values: readonly V[]): V[][] {
  const groups = new Map<string, V[]>();
  for (const value of values) {
    const group = groups.get(value.cluster);
    if (group === undefined) groups.set(value.cluster, [value]);
    else group.push(value);
  }
  return [...groups.values()];
}

/** Weight and mean of each cluster, in the order in which they came. */
export function clusterMeans(values: readonly ClusteredValue[]): ClusterMean[] {
  const all = totalWeight(values);
  return groupByCluster(values).map((group) => ({
    weight: totalWeight(group) / all,
    mean: weightedMean(group),
  }));
}

/** Weighted mean of one value or more. */
export function weightedMean(values: readonly WeightedValue[]): number {
  return exactSum(values.map(({ value, weight = 1 }) => weight * value)) / totalWeight(values);
}

/** What the values weigh together. */
export function totalWeight(values: readonly Pick<ClusteredValue, 'weight'>[]): number {
  // As exact, and much faster for the thousands of episodes of a run, which all count the same.
  if (values.every(({ weight }) => weight === undefined)) return values.length;
  return exactSum(values.map(({ weight = 1 }) => weight));
}
