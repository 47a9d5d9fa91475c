import type { Benchmark } from '../benchmarks/benchmark.js';
import type { DatasetStatistics } from '../domain/dataset-statistics.js';
import type { Graph } from '../domain/graph/graph.js';
import { RecordedCollector } from '../metrics/dataset/recorded-collector.js';
import { WorldCollector } from '../metrics/dataset/world-collector.js';

/**
 * What a benchmark is made of: its recorded episodes where it has any, else its world and tasks. One after the other; what is
 * broken is counted and named.
 */
export async function collectStatistics(
  benchmark: Benchmark,
  options: {
    readonly classes: ReadonlyMap<string, string> | null;
    /** After each episode or task. */
    readonly onItem?: () => void;
    readonly signal: AbortSignal;
  },
): Promise<DatasetStatistics> {
  const { classes, onItem, signal } = options;
  const recordings = benchmark.recordings?.();
  if (recordings !== undefined) {
    const collector = new RecordedCollector(classes);
    for await (const entry of recordings) {
      signal.throwIfAborted();
      collector.add(entry);
      onItem?.();
    }
    return collector.statistics();
  }
  const collector = new WorldCollector(classes);
  let graph: Graph | null = null;
  for await (const item of benchmark.items()) {
    signal.throwIfAborted();
    collector.add(item.task, item.invalid);
    if (item.invalid === undefined) graph ??= benchmark.graph(item);
    onItem?.();
  }
  return collector.statistics(graph);
}
