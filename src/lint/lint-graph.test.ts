import { describe, expect, it } from 'vitest';
import { buildGraph } from '../domain/graph/build-graph.js';
import type { GraphSource, SourceAction, SourceEdge } from '../domain/graph/graph-source.js';
import type { Mode } from '../domain/mode.js';
import type { GraphSubject } from './graph-subject.js';
import { lintGraph } from './lint-graph.js';

const SIZE = { width: 100, height: 200 };

/** A graph of three nodes with these edges on the second, which everything leads to. */
function worldWith(edges: SourceEdge[], more: Partial<GraphSource> = {}): GraphSource {
  return {
    name: 'world',
    screenSize: SIZE,
    root: 'home',
    launcher: { apps: [{ name: 'App', entries: ['page'] }] },
    nodes: [
      { id: 'home' },
      { id: 'page', edges },
      { id: 'left', edges: [{ to: 'page', actions: [{ type: 'key', key: 'BACK' }] }] },
      { id: 'right', edges: [{ to: 'page', actions: [{ type: 'key', key: 'BACK' }] }] },
    ],
    ...more,
  };
}

function rulesOf(source: GraphSource, mode: Mode = 'corrected', starts = ['left', 'right']): string[] {
  const graph = buildGraph(source);
  const subject: GraphSubject = {
    graph,
    mode,
    file: 'graph.json',
    node: (node) => [node],
    edge: (node, edge) => [node, edge],
    action: (node, edge, action) => [node, edge, action],
    app: (name) => [name],
    icon: (icon) => [icon],
  };
  const nodes = starts.map((id) => graph.nodeIndex.get(id) ?? -1);
  return lintGraph(subject, { starts: nodes }).map(({ rule, place }) => `${rule} ${place?.path?.join('.')}`);
}

const to = (target: string, ...actions: SourceAction[]): SourceEdge => ({ to: target, actions });
const click = (x1: number, y1: number, x2: number, y2: number): SourceAction => ({
  type: 'click',
  box: [x1, y1, x2, y2],
});

describe('lintGraph', () => {
  it('has nothing to say about a sound graph', () => {
    expect(rulesOf(worldWith([to('left', click(0, 0, 10, 10)), to('right', click(20, 0, 30, 10))]))).toEqual(
      [],
    );
  });

  it.each<[string, SourceEdge[], string[]]>([
    ['an edge without actions', [to('left', click(0, 0, 9, 9)), to('right')], ['graph/empty-edge 1.1']],
    [
      'a box below the screen',
      [to('left', click(0, 300, 9, 400))],
      ['graph/edge-never-fires 1.0', 'graph/box-off-screen 1.0.0'],
    ],
    [
      'an open edge outside the root',
      [to('left', { type: 'open', app: 'App' })],
      ['graph/edge-never-fires 1.0'],
    ],
    ['a box over the border', [to('left', click(-3, 0, 9, 9))], ['graph/box-off-screen 1.0.0']],
    ['a box without width', [to('left', click(5, 0, 5, 9))], ['graph/box-without-area 1.0.0']],
    [
      'a point outside its box',
      [to('left', { type: 'click', box: [0, 0, 9, 9], point: [50, 50] })],
      ['graph/point-outside-box 1.0.0'],
    ],
    ['an empty text', [to('left', { type: 'type', text: '' })], ['graph/empty-text 1.0.0']],
    ['a text of separators only', [to('left', { type: 'type', text: ' ' })], ['graph/empty-text 1.0.0']],
    ['waiting twice', [to('left', { type: 'wait' }, { type: 'wait' })], ['graph/repeated-wait 1.0']],
    [
      'boxes that share a border',
      [to('left', click(0, 0, 10, 10)), to('right', click(10, 0, 20, 10))],
      ['graph/overlapping-boxes 1.1.0'],
    ],
    [
      'a box inside another',
      [to('left', click(0, 0, 40, 40)), to('right', click(0, 0, 8, 8))],
      ['graph/overlapping-boxes 1.1.0', 'graph/ambiguous-click 1.1.0'],
    ],
    ['overlapping boxes to one node', [to('left', click(0, 0, 9, 9), click(5, 5, 20, 20))], []],
    [
      'a long press over a click',
      [to('left', click(0, 0, 9, 9)), to('right', { type: 'long_press', box: [0, 0, 9, 9] })],
      [],
    ],
    [
      'one swipe to two nodes',
      [to('left', { type: 'swipe', direction: 'up' }), to('right', { type: 'swipe', direction: 'up' })],
      ['graph/ambiguous-action 1.0.0', 'graph/ambiguous-action 1.1.0'],
    ],
    [
      'texts of which one contains the other',
      [to('left', { type: 'type', text: 'milk' }), to('right', { type: 'type', text: 'buy milk' })],
      // Whoever types `milk` has not typed `buy milk`.
      ['graph/ambiguous-action 1.1.0'],
    ],
    [
      'one key to two nodes',
      [to('left', { type: 'key', key: 'ENTER' }), to('right', { type: 'key', key: 'ENTER' })],
      ['graph/ambiguous-action 1.0.0', 'graph/ambiguous-action 1.1.0'],
    ],
    ['no edge at all', [], ['graph/dead-end 1']],
  ])('finds %s', (_, edges, expected) => {
    expect(rulesOf(worldWith(edges)).toSorted()).toEqual(expected.toSorted());
  });

  it('finds nodes that nothing leads to, unless a task starts there', () => {
    const source = worldWith([to('left', click(0, 0, 9, 9))]);
    expect(rulesOf(source, 'corrected', [])).toEqual(['graph/unreachable-node 3']);
    expect(rulesOf(source, 'corrected', ['right'])).toEqual([]);
  });

  it('finds apps and icons that lead nowhere or to several nodes', () => {
    const launcher = {
      apps: [
        { name: 'App', entries: ['page', 'left'] },
        { name: 'Empty', entries: [] },
      ],
      icons: [
        { app: 'app ', box: [0, 0, 9, 9] as [number, number, number, number] },
        { app: 'Other', box: [0, 20, 9, 29] as [number, number, number, number] },
      ],
    };
    const source = worldWith([to('right', click(0, 0, 9, 9))], { launcher });
    expect(rulesOf(source)).toEqual(['graph/ambiguous-app app', 'graph/icon-without-app 1']);
    // The published code compares names as they are.
    expect(rulesOf(source, 'reference')).toContain('graph/icon-without-app 0');
  });

  it('finds what lies under an icon of the root, and names that the published code ignores', () => {
    const source = worldWith([to('left', click(0, 0, 9, 9)), to('right', click(20, 0, 29, 9))], {
      launcher: { apps: [], icons: [{ app: 'A', box: [0, 0, 50, 50] }] },
      nodes: [
        {
          id: 'home',
          edges: [
            to('page', { type: 'open', app: 'A' }, { type: 'open', app: 'B' }),
            to('page', click(1, 1, 9, 9)),
          ],
        },
        { id: 'page', edges: [to('home', { type: 'key', key: 'BACK' })] },
      ],
    });
    expect(rulesOf(source, 'reference', [])).toEqual([
      'graph/edge-never-fires 0.1',
      'graph/ignored-app-name 0.0',
    ]);
  });
});
