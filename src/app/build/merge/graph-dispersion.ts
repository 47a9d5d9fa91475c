import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Graph } from '../../../domain/graph/graph.js';
import { ambiguousActions, type AmbiguousAction } from '../../../builder/merge/ambiguous-actions.js';
import { UserError } from '../../../errors.js';
import type { AppContext } from '../../app-context.js';
import { openBenchmark } from '../../run/prepare-run.js';
import { openRecordedWorld } from '../open-world.js';
import type { Settings } from '../../settings/setting.js';

/** What a call of `touchstone build dispersion` came to. */
export interface GraphDispersion {
  readonly nodes: number;
  readonly actions: readonly AmbiguousAction[];
}

/**
 * The actions of a world's graphs that lead to several states.
 *
 * @throws {UserError} for a benchmark that has no graph
 */
export async function graphDispersion(
  name: string,
  settings: Settings,
  { workingDirectory, interrupted: signal }: Pick<AppContext, 'workingDirectory' | 'interrupted'>,
): Promise<GraphDispersion> {
  await using benchmark = await openBenchmark(name, settings, { workingDirectory, signal });
  const graphs = new Set<Graph>();
  for await (const item of benchmark.items.list()) {
    const graph = benchmark.world?.graph(item) ?? null;
    if (graph !== null) graphs.add(graph);
  }
  // A world that has no tasks yet.
  const isWorld = existsSync(join(resolve(workingDirectory, name), 'graph.json'));
  if (graphs.size === 0 && isWorld)
    graphs.add((await openRecordedWorld(name, { workingDirectory, signal })).world.graph);
  if (graphs.size === 0) {
    throw new UserError(`${name} has no recorded graph`, {
      hint: 'Name the folder of a world, or a benchmark on a graph.',
    });
  }
  const all = [...graphs];
  return {
    nodes: all.reduce((sum, { nodes }) => sum + nodes.length, 0),
    actions: all.flatMap((graph) => ambiguousActions(graph, benchmark.mode)),
  };
}
