import type { Benchmark } from '../../benchmarks/benchmark.js';
import { readPictureSize } from '../../benchmarks/data-check/read-picture-size.js';
import type { DatasetStatistics } from '../../domain/recordings/dataset-statistics.js';
import type { Graph } from '../../domain/graph/graph.js';
import type { RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import { RecordedCollector } from '../../metrics/dataset/recorded-collector.js';
import { PictureSizes } from '../../metrics/dataset/picture-sizes.js';
import { WorldCollector } from '../../metrics/dataset/world-collector.js';

/**
 * Statistics of a benchmark's recorded episodes where it has any, else of its world and tasks. One after the other;
 * broken ones are counted and named.
 */
export async function collectStatistics(
  benchmark: Benchmark,
  options: {
    readonly classes: ReadonlyMap<string, string> | null;
    /** Whether the headers of recorded pictures are read. */
    readonly pictures?: boolean;
    /** After each episode or task. */
    readonly onItem?: () => void;
    readonly signal: AbortSignal;
  },
): Promise<DatasetStatistics> {
  const { classes, pictures = false, onItem, signal } = options;
  const recordings = benchmark.recordings?.episodes();
  if (recordings !== undefined) {
    const collector = new RecordedCollector(classes);
    const sizes = new PictureSizes();
    for await (const entry of recordings) {
      signal.throwIfAborted();
      collector.add(entry);
      if (pictures && entry.type === 'episode') await addPictures(entry.episode, sizes, signal);
      onItem?.();
    }
    const statistics = collector.statistics();
    return pictures ? { ...statistics, pictures: sizes.statistics() } : statistics;
  }
  const collector = new WorldCollector(classes);
  let graph: Graph | null = null;
  for await (const item of benchmark.items.list()) {
    signal.throwIfAborted();
    collector.add(item.task, item.invalid);
    if (item.invalid === undefined) graph ??= benchmark.world?.graph(item) ?? null;
    onItem?.();
  }
  return collector.statistics(graph);
}

async function addPictures(
  { steps }: RecordedEpisode,
  sizes: PictureSizes,
  signal: AbortSignal,
): Promise<void> {
  const real = await Promise.all(
    steps.map(async ({ screen: { picture } }) =>
      picture === null ? null : readPictureSize(picture, { signal }),
    ),
  );
  for (const [index, { screen }] of steps.entries()) sizes.add(screen.id, screen.size, real[index] ?? null);
}
