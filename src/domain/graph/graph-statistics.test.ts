import { describe, expect, it } from 'vitest';
import { smallGraph } from '../../testing/small-graph.js';
import { buildGraph } from './build-graph.js';
import { graphStatistics } from './graph-statistics.js';
import type { SourceNode } from './graph-source.js';

function statisticsOf(nodes: readonly SourceNode[]) {
  return graphStatistics(
    buildGraph({ name: 'g', screenSize: { width: 100, height: 200 }, root: 'a', nodes: [...nodes] }),
  );
}

describe('graphStatistics', () => {
  it('counts the parts of a graph', () => {
    expect(graphStatistics(buildGraph(smallGraph()))).toEqual({
      nodes: 11,
      listedNodes: 11,
      edges: 13,
      effectiveEdges: 13,
      selfLoops: 0,
      actionsByType: { click: 5, long_press: 1, swipe: 2, key: 3, type: 1, wait: 2 },
      actionsPerEdge: { 1: 12, 2: 1 },
      swipesByDirection: { up: 1, down: 1 },
      outDegrees: { 0: 3, 1: 5, 2: 2, 4: 1 },
      effectiveOutDegrees: { 0: 3, 1: 5, 2: 2, 4: 1 },
      depths: { 0: 1 },
      unreachable: [
        'notes',
        'editor',
        'search',
        'typed',
        'results',
        'menu',
        'archive',
        'splash',
        'advert',
        'shop',
      ],
      deadEnds: 3,
      components: [6, 1, 1, 1, 1, 1],
      componentsOfAllEdges: [6, 1, 1, 1, 1, 1],
      overlappingClicks: { pairs: 1, nodes: 1 },
      waitActions: { 2: 1 },
    });
  });

  it('counts what the launcher opens as within reach, where asked to', () => {
    const graph = buildGraph(smallGraph());
    const { unreachable, depths } = graphStatistics(graph, { launcher: graph.launcher.corrected });
    expect(unreachable).toEqual([]);
    expect(depths[0]).toBe(1);
    expect(Object.values(depths).reduce((sum, nodes) => sum + nodes, 0)).toBe(11);
  });

  it('tells edges that can fire from those that cannot', () => {
    const key = { type: 'key', key: 'A' } as const;
    expect(
      statisticsOf([
        {
          id: 'a',
          edges: [
            { to: 'a', actions: [key] },
            { to: 'b', actions: [key, key] },
            { to: 'c', actions: [] },
          ],
        },
        { id: 'b', edges: [{ to: 'a', actions: [] }] },
        { id: 'c', edges: [{ to: 'a', actions: [key] }] },
        { id: 'd', edges: [{ to: 'b', actions: [key] }] },
      ]),
    ).toMatchObject({
      edges: 6,
      effectiveEdges: 4,
      selfLoops: 1,
      deadEnds: 1,
      unreachable: ['c', 'd'],
      actionsPerEdge: { 0: 2, 1: 3, 2: 1 },
      outDegrees: { 1: 3, 3: 1 },
      effectiveOutDegrees: { 0: 1, 1: 2, 2: 1 },
      depths: { 0: 1, 1: 1 },
      components: [1, 1, 1, 1],
      componentsOfAllEdges: [3, 1],
    });
  });

  it('measures how far nodes are from the root, by the shortest way', () => {
    const to = (...ids: readonly string[]) =>
      ids.map((id) => ({ to: id, actions: [{ type: 'wait' as const }] }));
    expect(
      statisticsOf([
        { id: 'a', edges: to('b', 'c') },
        { id: 'b', edges: to('d') },
        { id: 'c', edges: to('d', 'a') },
        { id: 'd', edges: to('e', 'b') },
        { id: 'e' },
      ]),
    ).toMatchObject({
      depths: { 0: 1, 1: 2, 2: 1, 3: 1 },
      unreachable: [],
      waitActions: { 1: 1, 2: 3 },
    });
  });

  it('counts areas that share a pixel and lead elsewhere', () => {
    const area = (to: string, ...box: [number, number, number, number]) => ({
      to,
      actions: [{ type: 'click' as const, box }],
    });
    const nodes = (...edges: ReturnType<typeof area>[]): SourceNode[] => [
      { id: 'a', edges },
      { id: 'b' },
      { id: 'c' },
    ];
    for (const [edges, pairs] of [
      [[area('b', 0, 0, 10, 10), area('c', 10, 10, 20, 20)], 1],
      [[area('b', 10, 10, 20, 20), area('c', 0, 0, 10, 10)], 1],
      [[area('b', 0, 0, 10, 10), area('c', 11, 0, 20, 20)], 0],
      [[area('b', 0, 0, 10, 10), area('c', 0, 11, 20, 20)], 0],
      [[area('b', 11, 0, 20, 10), area('c', 0, 0, 10, 20)], 0],
      [[area('b', 0, 11, 20, 20), area('c', 0, 0, 20, 10)], 0],
      [[area('b', 0, 0, 10, 10), area('b', 0, 0, 10, 10)], 0],
      [[area('b', 0, 0, 9, 9), area('c', 0, 0, 9, 9), area('a', 0, 0, 9, 9)], 3],
    ] as const) {
      expect(statisticsOf(nodes(...edges)).overlappingClicks).toEqual({ pairs, nodes: pairs > 0 ? 1 : 0 });
    }
    const press = {
      to: 'c',
      actions: [{ type: 'long_press' as const, box: [0, 0, 9, 9] as [number, number, number, number] }],
    };
    expect(
      statisticsOf([{ id: 'a', edges: [area('b', 0, 0, 9, 9), press] }, { id: 'b' }, { id: 'c' }]),
    ).toMatchObject({
      overlappingClicks: { pairs: 0, nodes: 0 },
    });
  });
});
