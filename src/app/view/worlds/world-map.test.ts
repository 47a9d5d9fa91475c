import { describe, expect, it } from 'vitest';
import { pocketBenchmark } from '../../../benchmarks/pocket/pocket-benchmark.js';
import { WorldMapSchema } from '../../../report/view/served/world-map.js';
import { taskRoute, worldMap } from './world-map.js';

describe('the map of Pocket', () => {
  it('has every node once, edges by numbers, and the shortest route of a task through its milestones', async () => {
    const { signal } = new AbortController();
    await using pocket = await pocketBenchmark.open({ mode: 'corrected', signal });
    const items = [];
    for await (const item of pocket.items.list()) items.push(item);
    const [first] = items;
    const graph = first === undefined ? null : (pocket.world?.graph(first) ?? null);
    if (first === undefined || graph === null) throw new Error('Pocket has a graph and tasks');
    const map = worldMap(
      graph,
      items.map(({ task }) => task),
      (screen) => `picture of ${screen}`,
    );
    expect(WorldMapSchema.parse(map)).toEqual(map);
    expect(map.nodes.id).toEqual(graph.nodes.map(({ id }) => id));
    expect(map.edges.from).toHaveLength(
      new Set(map.edges.from.map((from, edge) => `${from} ${map.edges.to[edge]}`)).size,
    );
    expect(map.nodes.isUnreached.filter(Boolean)).toEqual([]);
    expect(map.tasks).toHaveLength(items.length);
    const edges = new Set(map.edges.from.map((from, edge) => `${from} ${map.edges.to[edge]}`));
    for (const { task } of items.slice(0, 5)) {
      const { optimal, milestones } = taskRoute(graph, task, 'corrected');
      expect(optimal?.[0]).toBe(task.start === undefined ? graph.root : graph.nodeIndex.get(task.start));
      expect(optimal?.length).toBeGreaterThan(1);
      // HOME, BACK and the launcher lead on without an edge of their own; everything else is one.
      const steps = (optimal ?? []).slice(1).map((node, place) => `${optimal?.[place]} ${node}`);
      expect(steps.filter((step) => edges.has(step)).length).toBeGreaterThan(0);
      const last = optimal?.at(-1) ?? -1;
      const wanted = milestones.flatMap(({ nodes }) => nodes);
      if (wanted.length > 0) expect(optimal?.some((node) => wanted.includes(node))).toBe(true);
      expect(graph.nodes[last]).toBeDefined();
    }
  });
});
