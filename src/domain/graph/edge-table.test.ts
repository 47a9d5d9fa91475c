import { describe, expect, it } from 'vitest';
import { askedText } from '../text/carried-text.js';
import type { EdgeAction, GraphNode, PreparedText } from './graph-node.js';
import { EdgeKind, EdgeShape, ROW, buildEdgeTable, directionCode } from './edge-table.js';

const TEXT: PreparedText = {
  normal: 'shopping list',
  parts: ['shopping list'],
  asked: askedText('shopping list'),
};

function node(...edges: readonly (readonly EdgeAction[])[]): GraphNode {
  return {
    id: 'n',
    screens: [{ id: 's', picture: null, hierarchy: null, activity: null, size: null }],
    edges: edges.map((actions, index) => ({ target: 10 + index, actions })),
    title: null,
    listed: true,
  };
}

/** The one row of a table for one action. */
function rowOf(action: EdgeAction): number[] {
  return [...buildEdgeTable([node([action])]).rows];
}

describe('buildEdgeTable', () => {
  const [kind, target, edge] = [ROW.kind, ROW.target, ROW.edge];

  it('has a row for each action, node after node, in the order of the edges', () => {
    const wait: EdgeAction = { type: 'wait' };
    const { rows, starts, hasEdges } = buildEdgeTable([
      node([wait, wait], []),
      node(),
      node([]),
      node([wait]),
    ]);
    expect([...starts]).toEqual([0, 2 * ROW.length, 2 * ROW.length, 2 * ROW.length, 3 * ROW.length]);
    expect([...hasEdges]).toEqual([1, 0, 1, 1]);
    expect(rows).toHaveLength(3 * ROW.length);
    const named = [0, 1, 2].map((row) => [kind, target, edge].map((at) => rows[row * ROW.length + at]));
    expect(named).toEqual([
      [EdgeKind.wait, 10, 0],
      [EdgeKind.wait, 10, 0],
      [EdgeKind.wait, 10, 0],
    ]);
    const second = buildEdgeTable([node([], [wait])]);
    expect([second.rows[target], second.rows[edge]]).toEqual([11, 1]);
  });

  it.each([
    ['click', EdgeKind.click],
    ['long_press', EdgeKind.longPress],
  ] as const)('limits a %s to a box, else to what is near a point, else to nothing', (type, number) => {
    const box: [number, number, number, number] = [1, 2, 3, 4];
    expect(rowOf({ type, box, point: [5, 6] })).toEqual([number, EdgeShape.box, 10, 0, 1, 2, 3, 4, 0]);
    expect(rowOf({ type, box: null, point: [5, 6] })).toEqual([
      number,
      EdgeShape.point,
      10,
      0,
      5,
      6,
      0,
      0,
      0,
    ]);
    expect(rowOf({ type, box: null, point: null })).toEqual([number, EdgeShape.never, 10, 0, 0, 0, 0, 0, 0]);
  });

  it('limits a swipe to its direction and its box; without a direction it never fires', () => {
    const swipe = (direction: 'down' | null, box: [number, number, number, number] | null) =>
      rowOf({ type: 'swipe', direction, box });
    expect(swipe('down', [1, 2, 3, 4])).toEqual([EdgeKind.swipe, EdgeShape.box, 10, 0, 1, 2, 3, 4, 2]);
    expect(swipe('down', null)).toEqual([EdgeKind.swipe, EdgeShape.none, 10, 0, 0, 0, 0, 0, 2]);
    expect(swipe(null, [1, 2, 3, 4])).toEqual([EdgeKind.swipe, EdgeShape.never, 10, 0, 0, 0, 0, 0, 0]);
  });

  it('keeps texts and names apart from the rows, each kind counted from zero', () => {
    const actions: EdgeAction[] = [
      { type: 'key', key: 'BACK' },
      { type: 'type', text: 'x', match: TEXT },
      { type: 'other', name: 'shake' },
      { type: 'type', text: 'y', match: { normal: 'y', parts: ['y'], asked: askedText('y') } },
      { type: 'open', app: 'Notes' },
    ];
    const { rows, texts, names } = buildEdgeTable([node(actions)]);
    const extras = actions.map((_, row) => [rows[row * ROW.length], rows[row * ROW.length + ROW.extra]]);
    expect(extras).toEqual([
      [EdgeKind.key, 0],
      [EdgeKind.type, 0],
      [EdgeKind.other, 1],
      [EdgeKind.type, 1],
      [EdgeKind.open, 0],
    ]);
    expect(texts.map(({ normal }) => normal)).toEqual([TEXT.normal, 'y']);
    expect(names).toEqual(['BACK', 'shake']);
  });
});

describe('directionCode', () => {
  it('is 0 for none, another number for each direction, and negative for what is no direction', () => {
    expect(['up', 'down', 'left', 'right'].map(directionCode)).toEqual([1, 2, 3, 4]);
    for (const none of ['', null, undefined, 7, []]) expect(directionCode(none)).toBe(0);
    for (const odd of ['UP', 'sideways', ' ']) expect(directionCode(odd)).toBe(-1);
  });
});
