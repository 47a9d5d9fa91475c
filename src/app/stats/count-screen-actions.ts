import { basename } from 'node:path';
import type { Benchmark, BenchmarkDefinition } from '../../benchmarks/benchmark.js';
import type { ItemKey } from '../../domain/episode.js';
import type { Graph } from '../../domain/graph/graph.js';
import type { ScreenActionStatistics } from '../../domain/recordings/dataset-statistics.js';
import type { Trajectory } from '../../domain/trajectory.js';
import { UserError } from '../../errors.js';
import { readEpisodes } from '../../formats/run/read-episodes.js';
import { NotARunError } from '../../formats/run/run-errors.js';
import { listJournals } from '../../formats/run/run-folder.js';
import { indexRun } from '../../formats/run/run-index.js';
import { ScreenActions } from '../../metrics/dataset/screen-actions.js';
import { WholeNumbers } from '../../metrics/dataset/whole-numbers.js';

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
    for await (const { key, trajectory } of episodesOf(run, benchmark, { onWarning, signal })) {
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

/** @throws {UserError} where the tasks share no recorded phone */
async function recordedPhone({
  name,
  items,
  world,
}: Benchmark): Promise<{ readonly graph: Graph; readonly tasks: readonly string[] }> {
  const graphs = new Set<Graph>();
  const tasks: string[] = [];
  for await (const item of items.list()) {
    tasks.push(item.id);
    const graph = item.invalid === undefined ? world?.graph(item) : null;
    if (graph !== null && graph !== undefined) graphs.add(graph);
    if (graphs.size > 1) break;
  }
  const [graph] = graphs;
  if (graph !== undefined && graphs.size === 1) return { graph, tasks };
  throw new UserError(
    `actions are counted by the screens of a recorded phone, and ${name} has ${graphs.size === 0 ? 'none' : 'several'}`,
    { hint: 'Leave --actions-of out, or name a benchmark whose tasks share one recorded phone.' },
  );
}

interface CountedEpisode {
  readonly key: ItemKey;
  readonly trajectory: Trajectory;
}

async function* episodesOf(
  run: string,
  benchmark: Benchmark,
  { onWarning, signal }: Pick<CountScreenActionsOptions, 'onWarning' | 'signal'>,
): AsyncGenerator<CountedEpisode> {
  if (!(await isRun(run))) {
    yield* savedEpisodes(run, benchmark, { onWarning, signal });
    return;
  }
  const index = await indexRun(run, { signal });
  const { name, dataHash } = index.start.identity.benchmark;
  if (name !== benchmark.name) {
    throw new UserError(`${basename(run)} is a run of ${name}, not of ${benchmark.name}`, {
      hint: `Count it with \`touchstone stats ${name} --actions-of ${basename(run)}\`.`,
    });
  }
  if (dataHash !== benchmark.dataHash) {
    onWarning(
      `${basename(run)} was made with other data; its steps count on screens that these data have too`,
    );
  }
  const screen = (id: string) => benchmark.world?.screen(id) ?? null;
  for await (const { item, episode } of readEpisodes(index, { screen, signal })) {
    yield { key: item.key, trajectory: episode.trajectory };
  }
}

async function isRun(folder: string): Promise<boolean> {
  return listJournals(folder).then(
    () => true,
    (error: unknown) => {
      if (error instanceof NotARunError) return false;
      throw error;
    },
  );
}

async function* savedEpisodes(
  path: string,
  { name, savedRuns }: Benchmark,
  { onWarning, signal }: Pick<CountScreenActionsOptions, 'onWarning' | 'signal'>,
): AsyncGenerator<CountedEpisode> {
  if (savedRuns === undefined) {
    throw new UserError(`${path} is no run of Touchstone, and ${name} reads no other runs`, {
      hint: 'Name the folder of a run; `touchstone list runs` shows what there is.',
    });
  }
  let count = 0;
  for await (const saved of savedRuns.read(path, { signal })) {
    if (saved.type === 'broken') {
      onWarning(`${basename(path)}: ${saved.key?.item ?? 'a record'} is left out: ${saved.error.message}`);
      continue;
    }
    count += 1;
    yield { key: saved.key, trajectory: saved.trajectory };
  }
  if (count > 0) return;
  throw new UserError(`${path} holds no run of ${name}`, {
    hint: `Name the folder of a run, or one in the form that docs/benchmarks/${name}.md describes.`,
  });
}
