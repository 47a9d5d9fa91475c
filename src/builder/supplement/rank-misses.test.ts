import { describe, expect, it } from 'vitest';
import { tap, type Action } from '../../domain/action.js';
import { pixelPoint } from '../../domain/geometry.js';
import { buildGraph } from '../../domain/graph/build-graph.js';
import type { Trajectory } from '../../domain/trajectory.js';
import { MissLineSchema } from '../../formats/survey/miss-line.js';
import { Misses } from './rank-misses.js';

const GRAPH = buildGraph({
  name: 'w',
  screenSize: { width: 1080, height: 2400 },
  root: 'home',
  nodes: [
    { id: 'home', edges: [{ to: 'list', actions: [{ type: 'click', box: [0, 0, 100, 100] }] }] },
    { id: 'list', edges: [{ to: 'home', actions: [{ type: 'swipe', direction: 'up' }] }] },
    { id: 'end' },
  ],
});

function walk(...steps: readonly (readonly [string, Action | null])[]): Trajectory {
  return {
    steps: steps.map(([id, action]) => ({
      screen: { id, size: null, activity: null, picture: null, hierarchy: null },
      state: id,
      action,
    })),
  };
}

const at = (x: number, y: number): Action => tap(pixelPoint(x, y));

function ranked(...walks: readonly (readonly [string, Trajectory])[]) {
  const misses = new Misses(GRAPH);
  for (const [agent, trajectory] of walks) misses.add(agent, trajectory);
  return misses.ranked();
}

describe('misses', () => {
  it('are what the world has nothing for; what it has, what works anywhere, and what asks for nothing are none', () => {
    const lines = ranked([
      'a',
      walk(
        ['home', at(50, 50)],
        ['list', { type: 'swipe', direction: 'up' }],
        ['list', { type: 'key', key: 'BACK' }],
        ['list', { type: 'key', key: 'HOME' }],
        ['list', { type: 'wait' }],
        ['list', null],
        ['nowhere', at(1, 1)],
        ['end', { type: 'stop', status: 'success' }],
        ['home', at(900, 900)],
      ),
    ]);
    expect(lines).toEqual([{ screen: 'home', action: at(900, 900), count: 1, agents: ['a'] }]);
    expect(lines.every((line) => MissLineSchema.safeParse(line).success)).toBe(true);
  });

  it('are ranked by how often they happen; near touches are the most frequent of them', () => {
    const walks = [
      [
        'b',
        walk(['list', at(500, 500)], ['list', at(500, 500)], ['list', at(600, 620)], ['list', at(700, 500)]),
      ],
      [
        'a',
        walk(
          ['list', at(500, 650)],
          ['end', { type: 'key', key: 'MENU' }],
          ['list', { type: 'swipe', direction: 'down' }],
        ),
      ],
      ['a', walk(['list', { type: 'swipe', direction: 'down' }], ['end', { type: 'type', text: 'x' }])],
      ['b', walk(['end', { type: 'type', text: 'y' }])],
    ] as const;
    const lines = ranked(...walks);
    expect(lines.map(({ screen, action, count, agents }) => [screen, action.type, count, agents])).toEqual([
      ['list', 'tap', 4, ['a', 'b']],
      ['end', 'type', 2, ['a', 'b']],
      ['list', 'swipe', 2, ['a']],
      ['end', 'key', 1, ['a']],
      ['list', 'tap', 1, ['b']],
    ]);
    expect(lines[0]?.action).toEqual(at(500, 500));
    expect(ranked(...walks.toReversed())).toEqual(lines);
  });

  it('keep kinds of touches apart', () => {
    const long: Action = { type: 'long_press', target: { type: 'point', point: pixelPoint(500, 500) } };
    expect(ranked(['a', walk(['list', at(500, 500)], ['list', long])])).toHaveLength(2);
  });
});
