import { join } from 'node:path';
import type { Material } from '../../../src/builder/material/material.js';
import { GraphEnvironment } from '../../../src/environments/graph/graph-environment.js';
import { GraphWorld } from '../../../src/environments/graph/graph-world.js';
import { readGraph } from '../../../src/formats/graph/read-graph.js';

/** Does every walk again on a world, each from the state of its first capture. Gives those that leave their way, with where. */
export async function replayWalks(
  material: Pick<Material, 'steps' | 'walks'>,
  { world: folder, nodes }: { readonly world: string; readonly nodes: readonly string[] },
): Promise<{ readonly walks: number; readonly steps: number; readonly astray: readonly string[] }> {
  const { signal } = new AbortController();
  const world = new GraphWorld(await readGraph(join(folder, 'graph.json')));
  const firsts = material.walks.map(({ first }) => first);
  const environment = new GraphEnvironment(world, {
    mode: 'corrected',
    startOf: (task) => nodes[Number(task)] ?? undefined,
  });
  const astray: string[] = [];
  let count = 0;
  for (const [index, first] of firsts.entries()) {
    const end = firsts[index + 1] ?? Number.POSITIVE_INFINITY;
    await environment.reset({ task: String(first), repeat: 0, seed: 0 }, { signal });
    for (const { from, to, actions } of material.steps.filter(
      (step) => step.from >= first && step.from < end,
    )) {
      for (const action of actions) await environment.step(action, { signal });
      count += 1;
      if (environment.state === nodes[to]) continue;
      astray.push(
        `walk ${index}, capture ${from}: ${JSON.stringify(actions)} leads to ${environment.state}, not ${nodes[to]}`,
      );
      break;
    }
  }
  return { walks: firsts.length, steps: count, astray };
}
