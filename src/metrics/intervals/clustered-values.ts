import { exactSum } from '../exact-sum.js';

/** A value and the group whose members resemble each other: repeats of one task, tasks of one app. */
export interface ClusteredValue {
  readonly cluster: string;
  readonly value: number;
}

/** A group of values in one number. */
interface ClusterMean {
  /** Share of all values that are its own. */
  readonly weight: number;
  readonly mean: number;
}

/** The values of each cluster, clusters and values in the order in which they came. */
export function groupByCluster(values: readonly ClusteredValue[]): number[][] {
  const groups = new Map<string, number[]>();
  for (const { cluster, value } of values) {
    const group = groups.get(cluster);
    if (group === undefined) groups.set(cluster, [value]);
    else group.push(value);
  }
  return [...groups.values()];
}

/** Weight and mean of each cluster, in the order in which they came. */
export function clusterMeans(values: readonly ClusteredValue[]): ClusterMean[] {
  return groupByCluster(values).map((group) => ({
    weight: group.length / values.length,
    mean: exactSum(group) / group.length,
  }));
}
