import { instructionOf } from '../../domain/task.js';
import type { Graph } from '../../domain/graph/graph.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { WrittenTrajectory } from '../../formats/trajectories/write-trajectories.js';
import type { BlindPolicy, BlindTask, BlindWorld } from '../../lint/blind/blind-policy.js';
import { blindWorld } from '../../lint/blind/blind-world.js';
import type { Settings } from '../settings/setting.js';

/** One attempt that a blind script makes. */
export interface BlindAttempt {
  readonly task: BlindTask;
  readonly world: BlindWorld;
}

/** The attempts of a run on recorded phones, as a blind script knows them; empty where nothing is a recorded phone. */
export async function blindAttempts(
  { items, world, mode }: Benchmark,
  { language, repeats, maxSteps }: Pick<Settings, 'language' | 'repeats' | 'maxSteps'>,
): Promise<readonly BlindAttempt[]> {
  if (items.protocol !== 'interactive' || world === undefined) return [];
  const worlds = new Map<Graph, BlindWorld>();
  const attempts: BlindAttempt[] = [];
  for await (const item of items.list()) {
    const graph = world.graph(item);
    if (graph === null || item.invalid !== undefined) continue;
    const known = worlds.get(graph) ?? blindWorld(graph, mode);
    worlds.set(graph, known);
    const { task } = item;
    const instruction = instructionOf(task, language ?? undefined);
    const named = known.apps.filter((app) => instruction.toLowerCase().includes(app.toLowerCase()));
    const apps = task.apps.length > 0 ? task.apps : named;
    // One step is left to stop in.
    const budget = (maxSteps ?? task.maxSteps ?? items.defaultMaxSteps) - 1;
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      attempts.push({ world: known, task: { id: item.id, repeat, instruction, apps, budget } });
    }
  }
  return attempts;
}

/** What a blind script does in each attempt. */
export function* plansOf(
  policy: BlindPolicy,
  attempts: readonly BlindAttempt[],
): Generator<WrittenTrajectory> {
  for (const { task, world } of attempts) {
    yield {
      item: task.id,
      repeat: task.repeat,
      actions: policy.actions(task, world).slice(0, task.budget),
    };
  }
}
