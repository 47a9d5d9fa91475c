import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../domain/graph/build-graph.js';
import { TaskSchema } from '../../domain/task.js';
import { smallGraph } from '../../testing/small-graph.js';
import { WorldCollector } from './world-collector.js';

function task(id: string, more: object = {}): ReturnType<typeof TaskSchema.parse> {
  return TaskSchema.parse({ id, instructions: { en: 'Buy milk' }, ...more });
}

describe('WorldCollector', () => {
  it('counts tasks, apps, tags, and how long the annotated routes are', () => {
    const collector = new WorldCollector(new Map([['Notes', 'Office']]));
    collector.add(task('a', { apps: ['Notes', 'Shop', 'Notes'], tags: ['x', 'y', 'x'], optimalSteps: 4 }));
    collector.add(task('b', { apps: ['Notes'], tags: ['y'] }));
    collector.add(task('c'), 'nowhere to start');
    const statistics = collector.statistics(null);
    expect(statistics).toMatchObject({
      kind: 'world',
      graph: null,
      tasks: 2,
      broken: { count: 1, listed: [{ id: 'c', code: 'DATASET', message: 'nowhere to start' }] },
      apps: [
        { name: 'Notes', count: 2 },
        { name: 'Shop', count: 1 },
      ],
      appPairs: [{ a: 'Notes', b: 'Shop', count: 1 }],
      appClasses: [
        { name: 'Office', count: 2 },
        { name: 'no class', count: 1 },
      ],
      appsPerTask: { count: 2, mean: 1.5, least: 1, most: 2 },
      optimalSteps: { count: 1, mean: 4 },
      milestones: { count: 2, mean: 0 },
      tags: [
        { name: 'y', count: 2 },
        { name: 'x', count: 1 },
      ],
    });
    expect(new WorldCollector().statistics(null).appClasses).toBeNull();
  });

  it('names the first thousand broken tasks, and counts all', () => {
    const collector = new WorldCollector();
    for (let index = 0; index < 1002; index += 1) collector.add(task(`t${index}`), 'broken');
    const { broken } = collector.statistics(null);
    expect([broken.count, broken.listed.length, broken.listed.at(-1)?.id]).toEqual([1002, 1000, 't999']);
  });

  it('describes the phone: its graph, and where edges are tapped', () => {
    const { graph } = new WorldCollector().statistics(buildGraph(smallGraph()));
    expect(graph).toMatchObject({
      nodes: 11,
      edges: 13,
      effectiveEdges: 13,
      deadEnds: 3,
      // The launcher opens both apps.
      unreachable: 0,
      screen: { width: 100, height: 200 },
      apps: 2,
      actions: [
        { name: 'click', count: 5 },
        { name: 'key', count: 3 },
        { name: 'swipe', count: 2 },
        { name: 'wait', count: 2 },
        { name: 'long_press', count: 1 },
        { name: 'type', count: 1 },
      ],
      // Edges by node: 0, 4, 1, 2, 1, 1, 0, 1, 2, 1, 0.
      degrees: { count: 11, mean: 13 / 11, least: 0, p25: 0, median: 1, p75: 2, most: 4 },
      depths: { count: 11, mean: 19 / 11 },
    });
    const [map, ...others] = graph?.touches ?? [];
    expect(others).toEqual([]);
    expect(map).toMatchObject({ width: 100, height: 200, columns: 27, rows: 54, touches: 6 });
    const touched = map?.cells.flatMap((count, cell) =>
      count === 0 ? [] : [[cell % 27, Math.floor(cell / 27), count]],
    );
    // (94.5, 5), three at or about (50, 50), (25, 125) and (69.5, 125).
    expect(touched).toEqual([
      [25, 1, 1],
      [13, 13, 3],
      [6, 33, 1],
      [18, 33, 1],
    ]);
  });
});
