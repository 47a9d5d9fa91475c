import { join } from 'node:path';
import type { Benchmark } from '../../../benchmarks/benchmark.js';
import { buildMoveGraph, type MoveGraph } from '../../../domain/graph/move-graph.js';
import type { Graph } from '../../../domain/graph/graph.js';
import { addressPart } from '../../../domain/text/portable-name.js';
import type { Task } from '../../../domain/task.js';
import type { Finding } from '../../../domain/finding.js';
import { TouchstoneError } from '../../../errors.js';
import type { MapPosition } from '../../../domain/graph/map/map-layout.js';
import type { TaskRoute, WorldFindings, WorldMap } from '../../../report/view/served/world-map.js';
import type { RunBenchmarks } from '../run-extras.js';
import { KeptPositions } from './kept-positions.js';
import { lintApart } from './lint-apart.js';
import { taskRoute, worldLayout, worldMap } from './world-map.js';
import { worldPlace, type WorldPlace } from './world-place.js';

/** A world that was looked at: reading its tasks, and all its ways, takes a while. */
interface KnownWorld {
  readonly graph: Graph;
  readonly tasks: ReadonlyMap<string, Task>;
  moves: MoveGraph | null;
  readonly routes: Map<string, TaskRoute>;
  /** Null where the run does not say how it was asked for. */
  readonly place: WorldPlace | null;
  positions: Promise<readonly MapPosition[]> | null;
  findings: Promise<WorldFindings> | null;
}

export interface RunWorldsOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly keepsPositions: boolean;
  /** Checks worlds; null where they are not checked. */
  readonly program: readonly string[] | null;
  readonly signal: AbortSignal;
}

/** The recorded worlds that runs happened in, as maps. */
export class RunWorlds {
  readonly #folder: string;
  readonly #benchmarks: RunBenchmarks;
  readonly #options: RunWorldsOptions;
  readonly #positions: KeptPositions;
  readonly #known = new WeakMap<Benchmark, Promise<KnownWorld | null>>();

  constructor(folder: string, benchmarks: RunBenchmarks, options: RunWorldsOptions) {
    this.#folder = folder;
    this.#benchmarks = benchmarks;
    this.#options = options;
    this.#positions = new KeptPositions(folder, { mayWrite: options.keepsPositions });
  }

  /** Null where the run happened in no recorded world, or its data are not there. */
  async map(run: string, { showsScreens }: { readonly showsScreens: boolean }): Promise<WorldMap | null> {
    const world = await this.#world(run);
    if (world === null) return null;
    const base = `api/runs/${encodeURIComponent(run)}/screens`;
    const pictureOf = (screen: string): string | null =>
      showsScreens ? `${base}/${addressPart(screen)}/picture` : null;
    return worldMap(world.graph, world.tasks.values(), pictureOf, await this.#positionsOf(world));
  }

  /** Null where the run happened in no recorded world, or its data are not there. */
  async findings(run: string): Promise<WorldFindings | null> {
    const world = await this.#world(run);
    if (world === null) return null;
    world.findings ??= this.#lint(world);
    const findings = await world.findings;
    // It may be put right.
    if (findings.why !== null) world.findings = null;
    return findings;
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
    const directory = join(this.#folder, run);
    return this.#benchmarks.withWorld(directory, async (benchmark) => {
      if (benchmark === null) return null;
      let known = this.#known.get(benchmark);
      if (known === undefined) {
        known = this.#read(directory, benchmark);
        this.#known.set(benchmark, known);
      }
      return known;
    });
  }

  async #read(directory: string, benchmark: Benchmark): Promise<KnownWorld | null> {
    const definition = this.#benchmarks.definitionOf(benchmark);
    const place =
      definition === null
        ? null
        : await worldPlace(directory, definition, this.#options).catch((error: unknown) => {
            if (error instanceof TouchstoneError) return null;
            throw error;
          });
    return readWorld(benchmark, place);
  }

  /** Where its screens stand: as they stood before, and written down where some are new. */
  #positionsOf(world: KnownWorld): Promise<readonly MapPosition[]> {
    const { graph, place } = world;
    world.positions ??= (async () => {
      const kept = place === null ? null : await this.#positions.read(place);
      const positions = worldLayout(graph, kept ?? undefined);
      if (place !== null && (kept === null || graph.nodes.some(({ id }) => !kept.has(id)))) {
        const byId = graph.nodes.map(({ id }, node) => [id, positions[node] ?? { x: 0, y: 0 }] as const);
        await this.#positions.write(place, new Map([...(kept ?? []), ...byId]));
      }
      return positions;
    })();
    return world.positions;
  }

  async #lint({ graph, place }: KnownWorld): Promise<WorldFindings> {
    const { program } = this.#options;
    if (program === null) return { findings: [], why: 'this viewer checks no worlds' };
    if (place === null || place.hasPlugins) {
      return { findings: [], why: 'it is not known by itself; check it with `touchstone lint`' };
    }
    try {
      const { findings } = await lintApart(program, place, this.#options);
      return { findings: findingsOnMap(graph, findings), why: null };
    } catch (error) {
      if (error instanceof TouchstoneError) return { findings: [], why: error.message };
      throw error;
    }
  }
}

/** Findings name nodes, screens, tasks or files. */
function findingsOnMap(graph: Graph, findings: readonly Finding[]): WorldFindings['findings'] {
  const nodes = new Map(graph.nodes.flatMap(({ screens }, node) => screens.map(({ id }) => [id, node])));
  for (const [node, { id }] of graph.nodes.entries()) nodes.set(id, node);
  return findings.map(({ rule, severity, message, subjects }) => ({
    rule,
    severity,
    message,
    nodes: [...new Set(subjects.flatMap((subject) => nodes.get(subject) ?? []))],
  }));
}

async function readWorld(benchmark: Benchmark, place: WorldPlace | null): Promise<KnownWorld | null> {
  const tasks = new Map<string, Task>();
  let graph: Graph | null = null;
  for await (const item of benchmark.items.list()) {
    graph ??= benchmark.world?.graph(item) ?? null;
    if (graph === null) return null;
    if (!tasks.has(item.task.id)) tasks.set(item.task.id, item.task);
  }
  return graph === null
    ? null
    : { graph, tasks, moves: null, routes: new Map(), place, positions: null, findings: null };
}
