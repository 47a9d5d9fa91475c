import { basename } from 'node:path';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { ItemKey } from '../../domain/episode.js';
import type { Graph } from '../../domain/graph/graph.js';
import type { Trajectory } from '../../domain/trajectory.js';
import { UserError } from '../../errors.js';
import { readEpisodes } from '../../formats/run/read-episodes.js';
import { NotARunError } from '../../formats/run/run-errors.js';
import { listJournals } from '../../formats/run/run-folder.js';
import { indexRun } from '../../formats/run/run-index.js';

interface PhoneRunOptions {
  readonly onWarning: (warning: string) => void;
  readonly signal: AbortSignal;
}

/** @throws {UserError} where the tasks share no recorded phone */
export async function recordedPhone({
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

/** An episode on a recorded phone, and who did it. */
export interface PhoneRunEpisode {
  /** Name of the agent; that of the folder for runs made elsewhere. */
  readonly agent: string;
  readonly key: ItemKey;
  readonly trajectory: Trajectory;
}

/**
 * Episodes of a run on a recorded phone, one after the other: Touchstone's own, or made elsewhere.
 *
 * @throws {UserError} for what is no run of the benchmark
 */
export async function* phoneRunEpisodes(
  run: string,
  benchmark: Benchmark,
  { onWarning, signal }: PhoneRunOptions,
): AsyncGenerator<PhoneRunEpisode> {
  if (!(await isRun(run))) {
    yield* savedEpisodes(run, benchmark, { onWarning, signal });
    return;
  }
  const index = await indexRun(run, { signal });
  const { agent, benchmark: of } = index.start.identity;
  const { name, dataHash } = of;
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
    yield { agent: agent.name, key: item.key, trajectory: episode.trajectory };
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
  { onWarning, signal }: PhoneRunOptions,
): AsyncGenerator<PhoneRunEpisode> {
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
    yield { agent: basename(path), key: saved.key, trajectory: saved.trajectory };
  }
  if (count > 0) return;
  throw new UserError(`${path} holds no run of ${name}`, {
    hint: `Name the folder of a run, or one in the form that docs/benchmarks/${name}.md describes.`,
  });
}
