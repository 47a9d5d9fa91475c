import { basename } from 'node:path';
import type { Benchmark, BenchmarkDefinition } from '../../benchmarks/benchmark.js';
import type { ScreenActionStatistics } from '../../domain/recordings/dataset-statistics.js';
import { ScreenActions } from '../../metrics/dataset/screen-actions.js';
import { WholeNumbers } from '../../metrics/dataset/whole-numbers.js';
import { phoneRunEpisodes, recordedPhone } from './phone-run-episodes.js';

/** What is counted over which runs, and who follows. */
export interface CountScreenActionsOptions {
  /** Absolute: folders of runs, or runs made elsewhere in the benchmark's own form. */
  readonly runs: readonly string[];
  readonly onWarning: (warning: string) => void;
  /** After each episode. */
  readonly onItem?: () => void;
  readonly signal: AbortSignal;
}

/**
 * What agents did on each screen of a recorded phone, over runs: the successors that its node would need, and the touches
 * that met nothing. Episodes are read one after the other.
 *
 * @throws {UserError} for a benchmark without a recorded phone, and for what is no run of it
 */
export async function countScreenActions(
  benchmark: Benchmark,
  { screenActions: published }: Pick<BenchmarkDefinition, 'screenActions'>,
  { runs, onWarning, onItem, signal }: CountScreenActionsOptions,
): Promise<ScreenActionStatistics> {
  const { graph, tasks } = await recordedPhone(benchmark);
  const counter = new ScreenActions(graph);
  const publishedCounter = published?.count(graph, tasks);
  for (const [number, run] of runs.entries()) {
    for await (const { key, trajectory } of phoneRunEpisodes(run, benchmark, { onWarning, signal })) {
      signal.throwIfAborted();
      counter.add(key.item, trajectory);
      publishedCounter?.add(key, number, trajectory);
      onItem?.();
    }
  }
  const counts = counter.counts();
  const names = runs.map((run) => basename(run));
  if (published === undefined || publishedCounter === undefined) return { runs: names, ...counts };
  const theirs = publishedCounter.counts();
  const spread = new WholeNumbers();
  for (const count of theirs.values()) spread.add(count);
  return {
    runs: names,
    ...counts,
    screens: counts.screens.map((one) => ({ ...one, published: theirs.get(one.screen) ?? 0 })),
    published: {
      spread: spread.distribution(),
      none: [...theirs.values()].filter((count) => count === 0).length,
      note: published.note,
      paper: published.paper,
    },
  };
}
