import { join } from 'node:path';
import type { Benchmark } from '../../../benchmarks/benchmark.js';
import { buildMoveGraph, type MoveGraph } from '../../../domain/graph/move-graph.js';
import type { Graph } from '../../../domain/graph/graph.js';
import { addressPart } from '../../../domain/text/portable-name.js';
import type { Task } from '../../../domain/task.js';
import type { TaskRoute, WorldMap } from '../../../report/view/served/world-map.js';
import type { RunBenchmarks } from '../run-extras.js';
import { taskRoute, worldMap } from './world-map.js';

/** A world that was looked at: reading its tasks, and all its ways, takes a while. */
interface KnownWorld {
  readonly graph: Graph;
  readonly tasks: ReadonlyMap<string, Task>;
  moves: MoveGraph | null;
  readonly routes: Map<string, TaskRoute>;
}

/** The recorded worlds that runs happened in, as maps. */
export class RunWorlds {
  readonly #folder: string;
  readonly #benchmarks: RunBenchmarks;
  readonly #known = new WeakMap<Benchmark, Promise<KnownWorld | null>>();

  constructor(folder: string, benchmarks: RunBenchmarks) {
    this.#folder = folder;
    this.#benchmarks = benchmarks;
  }

  /** Null where the run happened in no recorded world, or its data are not there. */
  async map(run: string, { showsScreens }: { readonly showsScreens: boolean }): Promise<WorldMap | null> {
    const world = await this.#world(run);
    if (world === null) return null;
    const base = `api/runs/${encodeURIComponent(run)}/screens`;
    return worldMap(world.graph, world.tasks.values(), (screen) =>
      showsScreens ? `${base}/${addressPart(screen)}/picture` : null,
    );
  }

  /** Null where there is no such world or task. */
  async route(run: string, task: string): Promise<TaskRoute | null> {
    const world = await this.#world(run);
    const known = world?.tasks.get(task);
    if (world === null || known === undefined) return null;
    const made = world.routes.get(task);
    if (made !== undefined) return made;
    world.moves ??= buildMoveGraph(world.graph, 'corrected');
    const route = taskRoute(world.graph, known, 'corrected', world.moves);
    world.routes.set(task, route);
    return route;
  }

  async #world(run: string): Promise<KnownWorld | null> {
    const benchmark = await this.#benchmarks.world(join(this.#folder, run));
    if (benchmark === null) return null;
    let known = this.#known.get(benchmark);
    if (known === undefined) {
      known = readWorld(benchmark);
      this.#known.set(benchmark, known);
    }
    return known;
  }
}

async function readWorld(benchmark: Benchmark): Promise<KnownWorld | null> {
  const tasks = new Map<string, Task>();
  let graph: Graph | null = null;
  for await (const item of benchmark.items.list()) {
    graph ??= benchmark.world?.graph(item) ?? null;
    if (graph === null) return null;
    if (!tasks.has(item.task.id)) tasks.set(item.task.id, item.task);
  }
  return graph === null ? null : { graph, tasks, moves: null, routes: new Map() };
}
