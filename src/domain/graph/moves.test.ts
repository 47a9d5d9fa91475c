import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph } from './build-graph.js';
import type { SourceAction } from './graph-source.js';
import type { Graph } from './graph.js';
import { movesFrom } from './moves.js';
import { transition } from './transition.js';

const SIZE = { width: 12, height: 9 };
const TARGETS = ['a', 'b', 'c', 'd'];

type SourceBox = [number, number, number, number];

/** A screen with an edge for each action, the first to `a`, the next to `b`. */
function screenWith(...actions: readonly SourceAction[]): Graph {
  return buildGraph({
    name: 'g',
    screenSize: SIZE,
    root: 'home',
    launcher: { apps: [] },
    nodes: [
      { id: 'home' },
      {
        id: 'here',
        edges: actions.map((action, index) => ({ to: TARGETS[index] ?? 'a', actions: [action] })),
      },
      ...TARGETS.map((id) => ({ id })),
    ],
  });
}

function movesOf(graph: Graph): unknown[] {
  const here = graph.nodeIndex.get('here') ?? -1;
  const nameOf = (node: number): string => graph.nodes[node]?.id ?? '';
  return movesFrom(graph, 'corrected', here)
    .filter(({ rule }) => rule !== 'home')
    .map(({ action, targets }) => [action, targets.map(nameOf).join('')]);
}

/** Where touches of every pixel lead, by trying each. */
function outcomesOfAllPixels(graph: Graph, touch: Readonly<Record<string, unknown>>): Set<string> {
  const here = graph.nodeIndex.get('here') ?? -1;
  const outcomes = new Set<string>();
  for (let y = 0; y < SIZE.height; y += 1) {
    for (let x = 0; x < SIZE.width; x += 1) {
      const { rule, candidates } = transition(graph, 'corrected', [here], { ...touch, x, y });
      if (rule === 'edge') outcomes.add((candidates ?? []).join());
    }
  }
  return outcomes;
}

/**
 * Boxes that lie on the screen, outside it, or across its border; some with broken pixels, some the wrong way round.
 */
const boxes = fc
  .tuple(
    fc.double({ min: -4, max: 14, noNaN: true }),
    fc.double({ min: -4, max: 11, noNaN: true }),
    fc.double({ min: -1, max: 9, noNaN: true }),
    fc.double({ min: -1, max: 7, noNaN: true }),
    fc.boolean(),
  )
  .map(([x, y, width, height, isWhole]): SourceBox => {
    const box: SourceBox = [x, y, x + width, y + height];
    return isWhole ? (box.map(Math.round) as SourceBox) : box;
  });

describe('moves by touch', () => {
  it.each([
    [(box: SourceBox): SourceAction => ({ type: 'click', box }), { action_type: 'click' }],
    [(box: SourceBox): SourceAction => ({ type: 'long_press', box }), { action_type: 'long_press' }],
    [
      (box: SourceBox): SourceAction => ({ type: 'swipe', direction: 'up', box }),
      { action_type: 'swipe', direction: 'up' },
    ],
  ] as const)('lead wherever some pixel leads, and nowhere else', (actionFor, touch) => {
    fc.assert(
      fc.property(fc.array(boxes, { minLength: 1, maxLength: 4 }), (areas) => {
        const graph = screenWith(...areas.map(actionFor));
        const here = graph.nodeIndex.get('here') ?? -1;
        const moves = movesFrom(graph, 'corrected', here).filter(({ rule }) => rule === 'edge');
        const found = moves.map(({ targets }) => targets.join());
        expect(new Set(found)).toEqual(outcomesOfAllPixels(graph, touch));
        // Each once, and all of them on the screen.
        expect(new Set(found).size).toBe(found.length);
        for (const { action } of moves) {
          expect(action).toMatchObject(touch);
          expect(action['x']).toSatisfy((x: number) => Number.isInteger(x) && x >= 0 && x < SIZE.width);
          expect(action['y']).toSatisfy((y: number) => Number.isInteger(y) && y >= 0 && y < SIZE.height);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('touch the centre of what lies on the screen', () => {
    const click = (box: SourceBox): unknown => movesOf(screenWith({ type: 'click', box }));
    const at = (x: number, y: number): unknown => [[{ action_type: 'click', x, y }, 'a']];
    expect(click([2, 1, 6, 8])).toEqual(at(4, 4));
    expect(click([-9, -9, 4, 2])).toEqual(at(2, 1));
    expect(click([6, 4, 99, 99])).toEqual(at(8, 6));
    expect(click([2.5, 1.5, 3.5, 2.5])).toEqual(at(3, 2));
    expect(click([11, 8, 11, 8])).toEqual(at(11, 8));
    expect(click([0, 0, 0, 0])).toEqual(at(0, 0));
    for (const outside of [
      [12, 0, 20, 5],
      [0, 9, 5, 20],
      [-5, 0, -1, 5],
      [0, -5, 5, -1],
      [2.1, 3, 2.9, 5],
      [2, 3.1, 4, 3.9],
    ] as const) {
      expect(click([...outside])).toEqual([]);
    }
  });

  it('touch a point itself where it lies on the screen, else the nearest pixel of the screen', () => {
    const click = (point: [number, number]): unknown => movesOf(screenWith({ type: 'click', point }));
    const at = (x: number, y: number): unknown => [[{ action_type: 'click', x, y }, 'a']];
    expect(click([5, 4])).toEqual(at(5, 4));
    expect(click([12, 9])).toEqual(at(11, 8));
    expect(click([-1, -1])).toEqual(at(0, 0));
    expect(click([40, 4])).toEqual([]);
  });

  it('know areas of their own kind alone', () => {
    const graph = screenWith(
      { type: 'click', box: [0, 0, 11, 8] },
      { type: 'long_press', box: [0, 0, 3, 3] },
      { type: 'swipe', direction: 'up', box: [5, 5, 8, 8] },
    );
    expect(movesOf(graph)).toEqual([
      [{ action_type: 'click', x: 5, y: 4 }, 'a'],
      [{ action_type: 'long_press', x: 1, y: 1 }, 'b'],
      [{ action_type: 'swipe', direction: 'up', x: 6, y: 6 }, 'c'],
    ]);
  });
});

describe('moves of other kinds', () => {
  it('are none for what no agent can do or what the launcher does', () => {
    const graph = screenWith({ type: 'open', app: 'Shop' }, { type: 'wait' });
    expect(movesOf(graph)).toEqual([[{ action_type: 'wait' }, 'b']]);
  });

  it('are none from a node without edges, but home', () => {
    const graph = screenWith();
    const at = (id: string) => movesFrom(graph, 'reference', graph.nodeIndex.get(id) ?? -1);
    expect(at('a')).toEqual([
      { action: { action_type: 'system_button', button: 'home' }, rule: 'home', targets: [0] },
    ]);
    expect(at('home')).toEqual([]);
  });
});
