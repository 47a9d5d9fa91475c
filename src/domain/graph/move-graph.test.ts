import { describe, expect, it } from 'vitest';
import { smallGraph } from '../../testing/small-graph.js';
import { buildGraph } from './build-graph.js';
import type { Graph } from './graph.js';
import type { SourceAction, SourceNode } from './graph-source.js';
import { buildMoveGraph, nodesReachableFrom, onlySureMoves, type Way } from './move-graph.js';
import { movesFrom } from './moves.js';

const back: SourceAction = { type: 'key', key: 'BACK' };
const home: SourceAction = { type: 'key', key: 'HOME' };

function graphOf(
  nodes: readonly SourceNode[],
  apps: Readonly<Record<string, readonly string[]>> = {},
): Graph {
  return buildGraph({
    name: 'g',
    screenSize: { width: 100, height: 200 },
    root: 'home',
    launcher: { apps: Object.entries(apps).map(([name, entries]) => ({ name, entries })) },
    nodes: [...nodes],
  });
}

function named(graph: Graph, ways: readonly Way[] | undefined): unknown {
  const nameOf = (node: number): string => graph.nodes[node]?.id ?? 'anywhere';
  return ways?.map(({ from, to, action, probability }) => [nameOf(from), nameOf(to), action, probability]);
}

describe('movesFrom', () => {
  it('has one action for each kind of edge, where it leads, and none that stays', () => {
    const graph = graphOf(
      [
        { id: 'home' },
        {
          id: 'all',
          edges: [
            { to: 'a', actions: [{ type: 'click', point: [50, 50] }] },
            { to: 'b', actions: [{ type: 'click', box: [0, 0, 10, 10] }] },
            { to: 'c', actions: [{ type: 'swipe', direction: 'left' }] },
            { to: 'd', actions: [{ type: 'swipe', direction: 'up', box: [0, 100, 99, 199] }] },
            { to: 'e', actions: [{ type: 'type', text: 'milk' }] },
            { to: 'f', actions: [back] },
            { to: 'g', actions: [{ type: 'key', key: 'ENTER' }] },
            { to: 'h', actions: [{ type: 'long_press', point: [500, -5] }] },
            { to: 'i', actions: [home] },
            { to: 'all', actions: [{ type: 'click', box: [90, 190, 99, 199] }] },
            { to: 'j', actions: [{ type: 'click', box: [200, 0, 300, 10] }] },
          ],
        },
        ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((id) => ({ id })),
      ],
      { App: ['a', 'b'] },
    );
    const at = graph.nodeIndex.get('all') ?? -1;
    const moves = movesFrom(graph, 'corrected', at);
    expect(
      moves.map(({ action, rule, targets }) => [rule, targets.map((node) => graph.nodes[node]?.id), action]),
    ).toEqual([
      ['edge', ['a'], { action_type: 'click', x: 50, y: 50 }],
      ['edge', ['b'], { action_type: 'click', x: 5, y: 5 }],
      ['edge', ['c'], { action_type: 'swipe', direction: 'left' }],
      ['edge', ['d'], { action_type: 'swipe', direction: 'up', x: 49, y: 149 }],
      ['edge', ['e'], { action_type: 'type', text: 'milk' }],
      ['edge', ['f'], { action_type: 'system_button', button: 'back' }],
      ['edge', ['g'], { action_type: 'key', key: 'ENTER' }],
      // The point of the long press is off the screen, out of reach.
      ['edge', ['i'], { action_type: 'system_button', button: 'home' }],
      ['open', ['a', 'b'], { action_type: 'open', app: 'app' }],
    ]);
    expect(movesFrom(graph, 'reference', at).at(-1)?.action).toEqual({ action_type: 'open', app: 'App' });
  });

  it('waits where a screen passes, and offers each outcome once', () => {
    const graph = graphOf([
      { id: 'home', edges: [{ to: 'a', actions: [{ type: 'wait' }] }] },
      {
        id: 'a',
        edges: [
          {
            to: 'b',
            actions: [
              { type: 'key', key: 'A' },
              { type: 'key', key: 'B' },
            ],
          },
          { to: 'home', actions: [{ type: 'key', key: 'C' }] },
        ],
      },
      { id: 'b' },
    ]);
    expect(movesFrom(graph, 'corrected', 0)).toEqual([
      { action: { action_type: 'wait' }, rule: 'edge', targets: [1] },
    ]);
    expect(movesFrom(graph, 'corrected', 1).map(({ action, targets }) => [action, targets])).toEqual([
      [{ action_type: 'key', key: 'A' }, [2]],
      // HOME comes to the same.
      [{ action_type: 'key', key: 'C' }, [0]],
    ]);
    expect(movesFrom(graph, 'corrected', 2).map(({ rule }) => rule)).toEqual(['home']);
  });

  it('has a point in each part into which areas of touches, or of swipes, cut each other', () => {
    const targetsOf = (type: 'click' | 'long_press' | 'swipe', other: 'click' | 'long_press' | 'swipe') => {
      const action = (kind: typeof type, box: [number, number, number, number]): SourceAction =>
        kind === 'swipe' ? { type: 'swipe', direction: 'up', box } : { type: kind, box };
      const graph = graphOf([
        { id: 'home' },
        {
          id: 'a',
          edges: [
            { to: 'b', actions: [action(type, [0, 0, 60, 60])] },
            { to: 'c', actions: [action(other, [40, 40, 99, 99])] },
          ],
        },
        { id: 'b' },
        { id: 'c' },
      ]);
      return movesFrom(graph, 'corrected', 1).map(({ targets }) =>
        targets.map((node) => graph.nodes[node]?.id).join('+'),
      );
    };
    for (const type of ['click', 'long_press', 'swipe'] as const) {
      expect(targetsOf(type, type)).toEqual(['b', 'b+c', 'c', 'home']);
    }
    expect(targetsOf('click', 'long_press')).toEqual(['b', 'c', 'home']);
    expect(targetsOf('swipe', 'click')).toEqual(['b', 'c', 'home']);
  });
});

describe('buildMoveGraph', () => {
  it('keeps of each way the likeliest, by where it starts and where it ends', () => {
    const graph = graphOf(
      [
        { id: 'home', edges: [{ to: 'a', actions: [{ type: 'key', key: 'A' }] }] },
        {
          id: 'a',
          edges: [
            { to: 'b', actions: [{ type: 'key', key: 'MAYBE' }] },
            { to: 'c', actions: [{ type: 'key', key: 'MAYBE' }] },
            { to: 'b', actions: [{ type: 'key', key: 'MAYBE' }] },
            { to: 'b', actions: [{ type: 'key', key: 'SURE' }] },
          ],
        },
        { id: 'b' },
        { id: 'c' },
      ],
      { App: ['b', 'c'], Sure: ['c'] },
    );
    const moves = buildMoveGraph(graph, 'corrected');
    expect(moves).toMatchObject({ graph, mode: 'corrected', onlySure: false });
    const maybe = { action_type: 'key', key: 'MAYBE' };
    const sure = { action_type: 'key', key: 'SURE' };
    expect(named(graph, moves.from[1])).toEqual([
      ['a', 'b', sure, 1],
      ['a', 'c', maybe, 1 / 3],
    ]);
    expect(moves.from[1]?.map(({ luck }) => luck)).toEqual([0, -Math.log(1 / 3)]);
    expect(moves.from[1]?.[1]?.targets).toEqual([2, 3, 2]);
    expect(named(graph, moves.into[2])).toEqual([['a', 'b', sure, 1]]);
    expect(named(graph, moves.into[1])).toEqual([['home', 'a', { action_type: 'key', key: 'A' }, 1]]);
    expect(moves.into[0]).toEqual([]);
    expect(named(graph, moves.anywhere)).toEqual([
      ['anywhere', 'b', { action_type: 'open', app: 'app' }, 1 / 2],
      ['anywhere', 'c', { action_type: 'open', app: 'sure' }, 1],
      ['anywhere', 'home', { action_type: 'system_button', button: 'home' }, 1],
    ]);
    expect(moves.anywhere.every(({ from }) => from === -1)).toBe(true);
    const onlySure = onlySureMoves(moves);
    expect(onlySure.onlySure).toBe(true);
    expect(named(graph, onlySure.from[1])).toEqual([['a', 'b', sure, 1]]);
    expect(onlySure.into[3]).toEqual([]);
    expect(onlySure.anywhere.map(({ to }) => to)).toEqual([3, 0]);
  });

  it('counts HOME node by node where some node records one of its own', () => {
    const graph = graphOf([
      { id: 'home' },
      { id: 'a', edges: [{ to: 'b', actions: [home] }] },
      { id: 'b', edges: [{ to: 'a', actions: [{ type: 'key', key: 'A' }] }] },
    ]);
    const moves = buildMoveGraph(graph, 'corrected');
    const press = { action_type: 'system_button', button: 'home' };
    expect(moves.anywhere).toEqual([]);
    expect(named(graph, moves.from[1])).toEqual([['a', 'b', press, 1]]);
    expect(named(graph, moves.from[2])).toEqual([
      ['b', 'a', { action_type: 'key', key: 'A' }, 1],
      ['b', 'home', press, 1],
    ]);
  });

  it('knows nodes by their screens, and where BACK goes back', () => {
    const graph = buildGraph(smallGraph());
    const moves = buildMoveGraph(graph, 'corrected');
    expect(moves.nodeOf.get('notes-evening')).toBe(graph.nodeIndex.get('notes'));
    expect(moves.nodeOf.get('notes')).toBe(graph.nodeIndex.get('notes'));
    expect(graph.nodes.filter((_, node) => moves.canGoBack[node] !== true).map(({ id }) => id)).toEqual([
      'editor',
    ]);
  });
});

describe('nodesReachableFrom', () => {
  it('follows ways, and what can be done anywhere', () => {
    const graph = graphOf(
      [
        { id: 'home', edges: [{ to: 'a', actions: [{ type: 'key', key: 'A' }] }] },
        { id: 'a' },
        { id: 'b', edges: [{ to: 'c', actions: [{ type: 'key', key: 'A' }] }] },
        { id: 'c' },
        { id: 'd' },
      ],
      { App: ['b'] },
    );
    const moves = buildMoveGraph(graph, 'corrected');
    const names = (from: string) => {
      const reached = nodesReachableFrom(moves, graph.nodeIndex.get(from) ?? -1);
      return new Set([...reached].map((node) => graph.nodes[node]?.id));
    };
    expect(names('d')).toEqual(new Set(['a', 'b', 'c', 'd', 'home']));
    expect(names('home')).toEqual(new Set(['a', 'b', 'c', 'home']));
    const without = buildMoveGraph(graphOf(graph.nodes.map(({ id }) => ({ id }))), 'corrected');
    expect([...nodesReachableFrom(without, 2)]).toEqual([2, 0]);
  });
});
