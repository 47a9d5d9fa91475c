import { describe, expect, it } from 'vitest';
import { fromGraphAction } from '../../domain/graph/native-action.js';
import type { Mode } from '../../domain/mode.js';
import type { Trajectory } from '../../domain/trajectory.js';
import { COLORBENCH_ROOT } from './launcher.js';
import { PUBLISHED_SCREEN_ACTIONS } from './published-screen-actions.js';
import { parseColorbenchGraph } from './read-graph.js';

const GRAPH = parseColorbenchGraph(
  JSON.stringify({
    [COLORBENCH_ROOT]: { page: [{ action_type: 'open', app: '微信' }] },
    page: {
      end: [{ action_type: 'click', x: 50, y: 50, bbox: [0, 0, 100, 100] }],
      // All but the same area, and one that lies half on the first.
      list: [{ action_type: 'long_press', bbox: [0, 0, 100, 101] }],
      note: [{ action_type: 'click', bbox: [0, 50, 100, 150] }],
    },
    list: {},
  }),
  'graph.json',
);

type Step = readonly [screen: string, action: unknown];
const click = (x: unknown, y: unknown) => ({ action_type: 'click', x, y });

function walk(steps: readonly Step[]): Trajectory {
  return {
    steps: steps.map(([id, action]) => ({
      screen: { id, size: null, activity: null, picture: null, hierarchy: null },
      state: id,
      action: action === null ? null : fromGraphAction(action),
    })),
  };
}

/** Counts of attempts, each `[task, run, steps]`. */
function countsOf(...attempts: readonly (readonly [string, number, readonly Step[]])[]) {
  return countsIn('reference', ...attempts);
}

function countsIn(mode: Mode, ...attempts: readonly (readonly [string, number, readonly Step[]])[]) {
  const counter = PUBLISHED_SCREEN_ACTIONS.count(GRAPH, ['1', '2', '3'], mode);
  for (const [item, run, steps] of attempts) counter.add({ item, repeat: 0 }, run, walk(steps));
  return Object.fromEntries(counter.counts());
}

const onPage = (...actions: readonly unknown[]) =>
  countsOf(['1', 0, actions.map((action): Step => ['page', action])])['page'];

// The numbers are those of the published script on the same graph and trajectories.
describe('PUBLISHED_SCREEN_ACTIONS', () => {
  it.each([
    ['a touch of an area by the area', [click(10, 10), click(90, 40)], 1],
    [
      'a touch where areas overlap by the next one, once the first is known',
      [click(10, 60), click(90, 90)],
      2,
    ],
    ['touches that met none by their place', [click(500, 500), click(650, 650)], 1],
    ['touches more than 150 pixels apart on one axis', [click(500, 500), click(651, 500)], 2],
    [
      'every long press with a point of its own',
      [1, 2, 2].map((x) => ({ action_type: 'long_press', x, y: 1 })),
      2,
    ],
    ['no swipe', [{ action_type: 'swipe', direction: 'up' }], 0],
    [
      'no typing, opening, button, waiting, end',
      ['type', 'open', 'system_button', 'wait', 'complete'].map((action_type) => ({ action_type })),
      0,
    ],
    [
      'what nobody knows, each once',
      [{ action_type: 'key', text: 'a' }, { action_type: 'key', text: 'a' }, { action_type: 'answer' }],
      2,
    ],
    ['no touch without a place', [{ action_type: 'click' }], 0],
    ['coordinates as whole numbers, cut toward zero', [click('100', 100.9)], 1],
  ])('counts %s', (_, actions, count) => {
    expect(onPage(...actions)).toBe(count);
  });

  it('compares touches within 100 pixels on a screen that the graph does not list', () => {
    expect(
      countsOf([
        '1',
        0,
        [
          ['end', click(500, 500)],
          ['end', click(600, 600)],
          ['end', click(601, 500)],
        ],
      ]),
    ).toEqual({ end: 2 });
    expect(
      countsOf([
        '1',
        0,
        [
          ['list', click(500, 500)],
          ['list', click(601, 500)],
        ],
      ]),
    ).toEqual({ list: 1 });
  });

  it('keeps of a screen what was done in the last task that saw it, over all runs', () => {
    const counts = countsOf(
      [
        '2',
        0,
        [
          ['page', click(10, 10)],
          ['page', null],
        ],
      ],
      [
        '1',
        1,
        [
          ['page', click(500, 500)],
          ['list', click(1, 1)],
        ],
      ],
      [
        '1',
        0,
        [
          ['page', click(900, 900)],
          ['page', click(10, 10)],
        ],
      ],
    );
    expect(counts).toEqual({ page: 1, list: 1 });
  });

  it('passes over actions that would end the script', () => {
    expect(onPage(click('here', 1), click(null, null), {}, click(500, 500))).toBe(1);
  });

  it('counts in corrected mode what all tasks did, swipes by direction and long presses near each other once', () => {
    const press = (x: number) => ({ action_type: 'long_press', x, y: 900 });
    const swipe = (direction: string) => ({ action_type: 'swipe', direction });
    const counts = countsIn(
      'corrected',
      // The area that it met counts, although a second one holds the point.
      ['1', 0, [click(10, 60), click(90, 90), press(900), swipe('up')].map((one): Step => ['page', one])],
      [
        '2',
        0,
        [press(800), press(560), swipe('up'), swipe('down'), click(50, 50)].map((one): Step => ['page', one]),
      ],
    );
    // One area, two places that were pressed long, two directions.
    expect(counts).toEqual({ page: 5 });
  });
});
