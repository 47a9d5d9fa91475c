import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tap, type Action } from '../../domain/action.js';
import { buildGraph } from '../../domain/graph/build-graph.js';
import { pixelPoint } from '../../domain/geometry.js';
import type { Trajectory } from '../../domain/trajectory.js';
import { smallGraph } from '../../testing/small-graph.js';
import { ScreenActions } from './screen-actions.js';

const graph = buildGraph(smallGraph());

/** A trajectory that does these things, each on its screen. */
function walk(...steps: readonly (readonly [state: string, action: Action | null])[]): Trajectory {
  return {
    steps: steps.map(([state, action]) => ({
      screen: {
        id: state,
        size: { width: 100, height: 200 },
        activity: null,
        picture: null,
        hierarchy: null,
      },
      state,
      action,
    })),
  };
}

const at = (x: number, y: number): Action => tap(pixelPoint(x, y));
const hold = (x: number, y: number): Action => ({
  type: 'long_press',
  target: { type: 'point', point: pixelPoint(x, y) },
});

function countsOf(...walks: readonly (readonly [task: string, trajectory: Trajectory])[]) {
  const counter = new ScreenActions(graph);
  for (const [task, trajectory] of walks) counter.add(task, trajectory);
  return counter.counts();
}

function kindsOf(screen: string, ...actions: readonly Action[]) {
  const { screens, missed } = countsOf(['t', walk(...actions.map((action) => [screen, action] as const))]);
  return { ...screens[0]?.kinds, missed: missed.map(({ kind, x, y, times }) => [kind, x, y, times]) };
}

const NONE = { click: 0, long_press: 0, swipe: 0, type: 0, key: 0, missed: [] };

describe('ScreenActions', () => {
  it('takes touches of one area for one, and overlapping areas apart', () => {
    expect(kindsOf('notes', at(1, 101), at(30, 149.9), at(50, 150))).toEqual({ ...NONE, click: 1 });
    expect(kindsOf('notes', at(0, 100), at(60, 120))).toEqual({ ...NONE, click: 2 });
    // Where both areas lie, the first counts, as it is the first candidate.
    expect(kindsOf('notes', at(45, 120), at(10, 120))).toEqual({ ...NONE, click: 1 });
  });

  it('holds touches against areas of their own kind, and recorded points as far as they reach', () => {
    expect(kindsOf('notes', at(50, 50), hold(50, 50), hold(64, 50))).toEqual({
      ...NONE,
      click: 1,
      long_press: 1,
      missed: [['click', 50, 50, 1]],
    });
    expect(kindsOf('notes', hold(65, 50)).missed).toEqual([['long_press', 65, 50, 1]]);
  });

  it('gathers touches that met nothing around the most frequent of them', () => {
    const near = (100 * 150) / 1080;
    const { click, missed } = kindsOf('menu', at(20, 20), at(33, 33), at(33, 33), at(47, 20), at(20, 60));
    expect(near).toBeCloseTo(13.9, 1);
    // 13 apart on both axes is near, 14 is not.
    expect(missed).toEqual([
      ['click', 33, 33, 3],
      ['click', 47, 20, 1],
      ['click', 20, 60, 1],
    ]);
    expect(click).toBe(3);
  });

  it('takes icons of the root for areas', () => {
    expect(kindsOf('home', at(1, 1), at(19, 19), at(90, 5))).toEqual({ ...NONE, click: 2 });
  });

  it('counts swipes by direction, keys by name, and typing once', () => {
    const actions: Action[] = [
      { type: 'swipe', direction: 'up' },
      { type: 'swipe', direction: 'up', from: pixelPoint(1, 190), to: pixelPoint(1, 10) },
      { type: 'swipe', direction: 'left' },
      { type: 'type', text: 'a' },
      { type: 'type', text: 'b' },
      { type: 'key', key: 'ENTER' },
      { type: 'key', key: 'KEYCODE_ENTER' },
      { type: 'key', key: 'MENU' },
    ];
    expect(kindsOf('search', ...actions)).toEqual({ ...NONE, swipe: 2, type: 1, key: 2 });
  });

  it('leaves out what can be done anywhere, and what asks for no successor', () => {
    const actions: Action[] = [
      { type: 'key', key: 'BACK' },
      { type: 'key', key: 'HOME' },
      { type: 'open_app', app: 'Notes' },
      { type: 'wait' },
      { type: 'stop', status: 'success' },
      { type: 'tap', target: { type: 'description', text: 'the button' } },
    ];
    expect(kindsOf('search', ...actions)).toEqual(NONE);
  });

  it('tells visited screens without an action, and passes over those that the graph lacks', () => {
    const counts = countsOf(
      ['a', walk(['menu', null], ['elsewhere', at(1, 1)], ['notes', at(1, 101)])],
      ['b', walk(['menu', { type: 'wait' }])],
    );
    expect(counts).toMatchObject({
      episodes: 2,
      steps: 3,
      none: 1,
      spread: { count: 2, mean: 0.5, least: 0, most: 1 },
      screens: [
        { screen: 'notes', steps: 1, actions: 1 },
        { screen: 'menu', steps: 2, actions: 0 },
      ],
    });
  });

  it('names the tasks of a touch that met nothing, and ranks such places by how often they were touched', () => {
    const { missed } = countsOf(
      ['a', walk(['menu', at(1, 1)], ['shop', at(5, 5)])],
      ['b', walk(['shop', at(6, 5)])],
      ['c', walk(['shop', at(6, 5)])],
    );
    expect(missed).toEqual([
      { screen: 'shop', kind: 'click', x: 6, y: 5, times: 3, tasks: ['a', 'b', 'c'] },
      { screen: 'menu', kind: 'click', x: 1, y: 1, times: 1, tasks: ['a'] },
    ]);
  });

  it('gives the same counts in any order of episodes and steps', () => {
    const step = fc.tuple(
      fc.constantFrom('notes', 'menu', 'home'),
      fc.oneof(
        fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 199 })).map(([x, y]) => at(x, y)),
        fc.constant<Action>({ type: 'swipe', direction: 'up' }),
        fc.constant(hold(50, 50)),
      ),
    );
    const episode = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.array(step, { maxLength: 8 }));
    fc.assert(
      fc.property(fc.array(episode, { maxLength: 6 }), fc.infiniteStream(fc.nat()), (episodes, stream) => {
        const shuffled = <T>(list: readonly T[]): T[] =>
          list
            .map((value) => ({ value, rank: stream.next().value ?? 0 }))
            .toSorted((a, b) => a.rank - b.rank)
            .map(({ value }) => value);
        const told = countsOf(...episodes.map(([task, steps]) => [task, walk(...steps)] as const));
        const other = countsOf(
          ...shuffled(episodes).map(([task, steps]) => [task, walk(...shuffled(steps))] as const),
        );
        expect(other).toEqual(told);
      }),
    );
  });
});
