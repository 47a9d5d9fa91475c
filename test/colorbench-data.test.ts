import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { colorbenchBenchmark } from '../src/benchmarks/colorbench/colorbench-benchmark.js';
import { COLORBENCH_ROOT } from '../src/benchmarks/colorbench/launcher.js';
import { readColorbenchGraph } from '../src/benchmarks/colorbench/read-graph.js';
import { readColorbenchTasks } from '../src/benchmarks/colorbench/read-tasks.js';
import { findIdRepairs } from '../src/benchmarks/colorbench/repair-ids.js';
import { taskStatistics } from '../src/benchmarks/colorbench/task-statistics.js';
import { graphStatistics } from '../src/domain/graph/graph-statistics.js';
import { movesFrom } from '../src/domain/graph/moves.js';
import { JsonSyntaxError } from '../src/formats/file-errors.js';

/** The published data, where the user has them; nothing of them is in this repository. */
const DATA = join(resolve(process.env['TOUCHSTONE_SHARED'] ?? '../shared'), 'data/colorbench');
const isHere = existsSync(join(DATA, 'graph.json'));
if (!isHere) console.log(`Skipped: tests on the published ColorBench data, which are not at ${DATA}`);

interface Defects {
  readonly root: string;
  readonly targets_without_adjacency_entry: readonly string[];
  readonly unreachable_from_root: readonly string[];
  readonly page_nodes_absent_from_graph: readonly {
    task_id: number;
    milestone: number;
    page_node: string;
    suggested_repair: string | null;
  }[];
  readonly page_nodes_unreachable: readonly { task_id: number; milestone: number; page_node: string }[];
  readonly answer_milestones: readonly { task_id: number; milestone: number; answer: string[] }[];
  readonly empty_action_lists: readonly (readonly [string, string])[];
  readonly app_entries: Readonly<Record<string, readonly string[]>>;
}

describe.skipIf(!isHere)('the published ColorBench data', () => {
  const open = async () => {
    const graph = await readColorbenchGraph(join(DATA, 'graph.json'));
    const { tasks, broken } = await readColorbenchTasks(join(DATA, 'tasks.json'));
    expect(broken).toEqual([]);
    const defects = JSON.parse(readFileSync(join(DATA, 'defects.json'), 'utf8')) as Defects;
    return { graph, tasks, defects };
  };

  it('have the published numbers of nodes, edges and actions', async () => {
    const { graph } = await open();
    expect(graphStatistics(graph)).toMatchObject({
      nodes: 1987,
      listedNodes: 1960,
      edges: 3154,
      effectiveEdges: 2749,
      selfLoops: 0,
      actionsByType: { click: 2648, type: 217, wait: 72, swipe: 43, open: 36, long_press: 11 },
      actionsPerEdge: { 0: 405, 1: 2527, 2: 175, 3: 42, 4: 4, 8: 1 },
      swipesByDirection: { up: 29, down: 7, left: 5, right: 2 },
      deadEnds: 489,
      overlappingClicks: { pairs: 196, nodes: 78 },
      waitActions: { 1: 55, 2: 2, 5: 1, 8: 1 },
    });
  });

  it('have the published degrees, depths and components', async () => {
    const statistics = graphStatistics((await open()).graph);
    expect(statistics.outDegrees).toMatchObject({ 0: 331, 1: 1141, 2: 247, 3: 100, 4: 22, 5: 32, 32: 1 });
    expect(statistics.effectiveOutDegrees).toMatchObject({ 0: 462, 1: 1158, 2: 159, 3: 48, 4: 25, 5: 31 });
    expect(Math.max(...Object.keys(statistics.depths).map(Number))).toBe(23);
    expect(Object.values(statistics.depths).reduce((sum, count) => sum + count, 0)).toBe(1969);
    expect(statistics.components).toHaveLength(1546);
    expect(statistics.components.slice(0, 4)).toEqual([106, 81, 71, 50]);
    expect(statistics.componentsOfAllEdges).toHaveLength(1341);
    expect(statistics.componentsOfAllEdges[0]).toBe(429);
  });

  it('have the published numbers of tasks, milestones and abilities', async () => {
    const statistics = taskStatistics((await open()).tasks);
    expect(statistics).toMatchObject({
      tasks: 175,
      tasksByAppCount: { 1: 74, 2: 89, 3: 7, 4: 4, 5: 1 },
      milestones: 588,
      milestonesPerTask: { 1: 8, 2: 36, 3: 43, 4: 70, 5: 13, 6: 1, 7: 4 },
      answerMilestones: 4,
      alternatives: { 1: 571, 2: 10, 3: 1, 4: 2 },
      rawAbilities: 56,
      sharedPages: 40,
    });
    const abilities = {
      search: 147,
      find: 120,
      share: 56,
      others: 56,
      filter: 32,
      set: 31,
      pay: 26,
      memory: 25,
    };
    const rarer = { send: 23, like: 17, follow: 15, save: 14, location: 14, navigation: 9, copy: 3 };
    expect(statistics.milestonesByAbility).toEqual({ ...abilities, ...rarer });
    expect(statistics.meanOptimalSteps.all).toBeCloseTo(13.13, 2);
    expect(statistics.meanOptimalSteps.single).toBeCloseTo(8.34, 2);
    expect(statistics.meanOptimalSteps.cross).toBeCloseTo(16.64, 2);
  });

  it('have the known defects, each found from the data alone', async () => {
    const { graph, tasks, defects } = await open();
    const { unreachable } = graphStatistics(graph);
    expect(graph.nodes[graph.root]?.id).toBe(defects.root);
    expect(COLORBENCH_ROOT).toBe(defects.root);
    expect(
      graph.nodes
        .filter((node) => !node.listed)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...defects.targets_without_adjacency_entry].sort());
    expect([...unreachable].sort()).toEqual([...defects.unreachable_from_root].sort());
    const pages = tasks.flatMap((task) =>
      task.milestones.flatMap(({ pageNodes }, milestone) =>
        (pageNodes ?? []).map((page_node) => ({ task_id: Number(task.id), milestone, page_node })),
      ),
    );
    const repairs = findIdRepairs(tasks, graph);
    const absent = pages
      .filter(({ page_node }) => !graph.nodeIndex.has(page_node))
      .map((page) => ({
        ...page,
        suggested_repair:
          repairs.find(
            ({ taskId, milestone }) => taskId === String(page.task_id) && milestone === page.milestone,
          )?.repaired ?? null,
      }));
    expect(absent).toEqual(defects.page_nodes_absent_from_graph);
    expect(pages.filter(({ page_node }) => unreachable.includes(page_node))).toEqual(
      defects.page_nodes_unreachable,
    );
    const empty = graph.nodes.flatMap((node) =>
      node.edges
        .filter(({ actions }) => actions.length === 0)
        .map(({ target }) => [node.id, graph.nodes[target]?.id]),
    );
    expect(empty).toHaveLength(405);
    expect(empty.map(String).sort()).toEqual(defects.empty_action_lists.map(String).sort());
    const entries = [...graph.launcher.reference.entries].map(([app, nodes]) => [
      app,
      nodes.map((node) => graph.nodes[node]?.id),
    ]);
    expect(Object.fromEntries(entries)).toEqual(defects.app_entries);
  });

  it('are refused as published, with the place, and read when the comma is inserted', async () => {
    const file = join(DATA, 'tasks.upstream.json');
    const error: unknown = await readColorbenchTasks(file).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(JsonSyntaxError);
    expect((error as JsonSyntaxError).place).toMatchObject({ file, line: 180, column: 24 });
    const repaired = await readColorbenchTasks(file, { repair: true });
    expect(repaired.repairs).toEqual([`${file}:180:24: a missing comma was inserted`]);
    expect(repaired.tasks).toEqual((await readColorbenchTasks(join(DATA, 'tasks.json'))).tasks);
  });

  it('open as a benchmark in both modes, the corrected one with repaired ids and a warning', async () => {
    const { signal } = new AbortController();
    const openIn = (mode: 'reference' | 'corrected', settings = {}) =>
      colorbenchBenchmark.open({ dataDirectory: DATA, mode, settings, signal });
    const pagesOf68 = async (mode: 'reference' | 'corrected', settings = {}) => {
      await using benchmark = await openIn(mode, settings);
      for await (const { id, task } of benchmark.items.list()) {
        const milestone = task.milestones[1];
        if (id === '68' && milestone?.type === 'screen') return milestone.screens.length;
      }
      return 0;
    };
    expect(await pagesOf68('reference')).toBe(1);
    expect(await pagesOf68('corrected')).toBe(2);
    expect(await pagesOf68('corrected', { repairIds: false })).toBe(1);
    await using reference = await openIn('reference');
    await using corrected = await openIn('corrected');
    expect(reference.warnings).toEqual([
      expect.stringContaining('every screen is taken for 1080 x 2374 pixels'),
    ]);
    expect(corrected.warnings.join()).toContain('68, 86, 87, 88, 89, 90, 91');
    expect(corrected.dataHash).toBe(reference.dataHash);
  });

  it('let every reachable node be reached by moves on the screen, but for a box far below it', async () => {
    const { graph } = await open();
    const reached = new Set([graph.root]);
    for (const node of reached) {
      for (const { targets } of movesFrom(graph, 'reference', node))
        for (const next of targets) reached.add(next);
    }
    // All but the target of a box far below the screen, and the one page that lies behind it.
    const { unreachable } = graphStatistics(graph);
    const missed = graph.nodes.filter((_, index) => !reached.has(index)).map(({ id }) => id);
    expect(missed.filter((id) => !unreachable.includes(id))).toHaveLength(2);
  });
});
