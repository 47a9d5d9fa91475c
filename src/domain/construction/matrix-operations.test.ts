import { describe, expect, it } from 'vitest';
import { isSameValue, type ActionMatrix, type MatrixAction } from './action-matrix.js';
import {
  addActions,
  addScreen,
  deleteActions,
  deleteScreen,
  edgeBetween,
  edgesAround,
  mergeScreens,
} from './matrix-operations.js';

const WAIT: MatrixAction = { action_type: 'wait' };
const click = (x: number): MatrixAction => ({ action_type: 'click', x, y: 1 });

/** a → b (1, wait), b → c (2), c → a (3), a → c (4); d is a target alone. */
function world(): ActionMatrix {
  return {
    names: ['a', 'b', 'c', 'd'],
    rows: new Map([
      [
        'a',
        new Map([
          ['b', [click(1), WAIT]],
          ['c', [click(4)]],
        ]),
      ],
      ['b', new Map([['c', [click(2)]]])],
      [
        'c',
        new Map([
          ['a', [click(3)]],
          ['d', [WAIT]],
        ]),
      ],
    ]),
    pages: new Map([
      ['a', 0],
      ['b', 0],
    ]),
  };
}

const asObject = ({ rows }: ActionMatrix): unknown =>
  Object.fromEntries([...rows].map(([from, row]) => [from, Object.fromEntries(row)]));

describe('inspection of a matrix', () => {
  it('lists what leads to a screen and away from it', () => {
    const { predecessors, successors } = edgesAround(world(), 'c');
    expect(predecessors.map(({ from }) => from)).toEqual(['a', 'b']);
    expect(successors.map(({ to }) => to)).toEqual(['a', 'd']);
  });

  it('merges: the first survives, edges are united, those among the merged lead to itself', () => {
    const merged = mergeScreens(world(), ['a', 'c']);
    expect(merged.names).toEqual(['a', 'b', 'd']);
    expect(asObject(merged)).toEqual({
      a: { a: [click(4), click(3)], b: [click(1), WAIT], d: [WAIT] },
      b: { a: [click(2)] },
    });
    const twice = addActions(world(), 'c', 'b', [WAIT, click(9)]);
    expect(edgeBetween(mergeScreens(twice, ['a', 'c']), 'a', 'b')).toEqual([click(1), WAIT, click(9)]);
  });

  it('leaves edges between other screens as they are when it merges', () => {
    const before = world();
    const rows = new Map([...before.rows, ['b', new Map([['d', [WAIT, WAIT]]])]]);
    expect(edgeBetween(mergeScreens({ ...before, rows }, ['a', 'c']), 'b', 'd')).toEqual([WAIT, WAIT]);
  });

  it('deletes a screen with every edge of it', () => {
    const left = deleteScreen(world(), 'c');
    expect([left.names, asObject(left)]).toEqual([['a', 'b', 'd'], { a: { b: [click(1), WAIT] }, b: {} }]);
  });

  it('adds a screen with edges both ways', () => {
    const added = addScreen(world(), 'e', {
      from: [{ screen: 'a', actions: [click(7)] }],
      to: [{ screen: 'b', actions: [WAIT] }],
    });
    expect(edgeBetween(added, 'a', 'e')).toEqual([click(7)]);
    expect(edgeBetween(added, 'e', 'b')).toEqual([WAIT]);
    expect(() => addScreen(world(), 'a', { from: [], to: [] })).toThrow('already');
  });

  it('adds actions once, and deletes one, or the whole edge', () => {
    expect(edgeBetween(addActions(world(), 'a', 'b', [WAIT]), 'a', 'b')).toHaveLength(2);
    expect(edgeBetween(deleteActions(world(), 'a', 'b', 0), 'a', 'b')).toEqual([WAIT]);
    expect(deleteActions(world(), 'a', 'b', null).rows.get('a')?.has('b')).toBe(false);
    expect(deleteActions(world(), 'a', 'c', 0).rows.get('a')?.has('c')).toBe(false);
    expect(() => deleteActions(world(), 'a', 'b', 2)).toThrow('no action 2');
    expect(() => deleteActions(world(), 'b', 'a', null)).toThrow('no edge');
  });

  it('leaves the matrix that it was given as it is', () => {
    const before = world();
    mergeScreens(before, ['a', 'c']);
    deleteScreen(before, 'a');
    addActions(before, 'b', 'a', [WAIT]);
    expect(before).toEqual(world());
  });

  it('names the nearest screen where there is none of that name', () => {
    expect(() => edgesAround(world(), 'x')).toThrow('no screen "x"');
  });
});

describe('isSameValue', () => {
  it('looks at values and names, not at their order', () => {
    expect(isSameValue({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true);
    expect(isSameValue({ a: 1 }, { b: 1 })).toBe(false);
    expect(isSameValue([1], { 0: 1 })).toBe(false);
    expect(isSameValue([1], [1, 2])).toBe(false);
  });
});
