import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tap, type Action } from '../../domain/action.js';
import { pixelPoint } from '../../domain/geometry.js';
import type { PhoneEvent } from '../../formats/phone/phone-event.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { recordedSteps } from '../material/recorded-steps.js';
import type { WorldCapture } from '../material/material.js';
import { exactStates } from './exact-states.js';
import { hierarchyIdentity, readableHierarchy } from './screen-identity.js';
import { worldGraph } from './world-graph.js';

const SIZE = { width: 400, height: 800 };
const base = { t: 0, wall: 0, stream: null };

/** A log of captures, by the letter of their picture, and actions in between. */
function graphOf(
  events: readonly (string | Action)[],
  hierarchies: Readonly<Record<string, string>> = {},
): ReturnType<typeof worldGraph> {
  const log = events.map((event, seq): PhoneEvent => {
    if (typeof event === 'string') {
      const picture = event.repeat(64);
      const hierarchy = hierarchies[event] === undefined ? null : picture;
      return { ...base, seq, kind: 'capture', screen: event, size: SIZE, activity: null, picture, hierarchy };
    }
    const origin = { command: null, commands: [], observations: 0, transition: null };
    return { ...base, ...origin, seq, kind: 'action', action: event, from: null, to: null };
  });
  const steps = recordedSteps(log);
  const hierarchyOf = ({ hierarchy }: WorldCapture) =>
    hierarchy === null ? null : readableHierarchy(Buffer.from(hierarchies[hierarchy.slice(0, 1)] ?? ''));
  const states = exactStates(steps.captures, hierarchyOf);
  return worldGraph(steps, { name: 'test', size: SIZE, states, hierarchyOf });
}

const at = (x: number, y: number): Action => tap(pixelPoint(x, y));
const key = (name: string): Action => ({ type: 'key', key: name });
const edgesOf = ({ graph }: ReturnType<typeof worldGraph>, id: string): unknown =>
  graph.nodes.find((node) => node.id === id)?.edges;

const list = hierarchyXml([
  uiNode({ bounds: '[0,0][400,800]' }, [uiNode({ bounds: '[0,0][400,300]', text: 'one' })]),
]);

describe('worldGraph', () => {
  it('tells screens apart by their pictures where they have no elements, and touches by their points', () => {
    const made = graphOf(['a', at(50, 60), 'b', key('BACK'), 'a']);
    expect(made.graph.nodes.map(({ id }) => id)).toEqual(['screen-1', 'screen-2']);
    expect(edgesOf(made, 'screen-1')).toEqual([
      { to: 'screen-2', actions: [{ type: 'click', point: [50, 60] }] },
    ]);
    // The page before is where BACK leads by itself.
    expect(edgesOf(made, 'screen-2')).toBeUndefined();
    expect(made.unrepeated).toBe(0);
  });

  it('takes screens of the same elements for one, for any content of the system bars', () => {
    const bar = (text: string): string =>
      hierarchyXml([
        uiNode({ bounds: '[0,0][400,800]', text: 'page' }),
        uiNode({ package: 'com.android.systemui', bounds: '[0,0][400,20]', text }),
      ]);
    const [first, second] = [bar('12:00'), bar('12:01')].map((xml) => readableHierarchy(Buffer.from(xml)));
    expect(first && hierarchyIdentity(first)).toBe(second && hierarchyIdentity(second));
    expect(graphOf(['a', key('MENU'), 'b'], { a: bar('12:00'), b: bar('12:01') }).graph.nodes).toHaveLength(
      1,
    );
  });

  it('widens a touch to the smallest element it met, unless another touch there led elsewhere', () => {
    const alone = graphOf(['a', at(50, 60), 'b'], { a: list });
    expect(edgesOf(alone, 'screen-1')).toEqual([
      { to: 'screen-2', actions: [{ type: 'click', box: [0, 0, 400, 300] }] },
    ]);
    const both = graphOf(['a', at(50, 60), 'b', key('BACK'), 'a', at(200, 60), 'c'], { a: list });
    expect(edgesOf(both, 'screen-1')).toEqual([
      { to: 'screen-2', actions: [{ type: 'click', box: [42, 52, 58, 68] }] },
      { to: 'screen-3', actions: [{ type: 'click', box: [192, 52, 208, 68] }] },
    ]);
    // The root of the page says nothing about what was touched.
    const blank = graphOf(['a', at(50, 600), 'b'], { a: list });
    expect(edgesOf(blank, 'screen-1')).toMatchObject([{ actions: [{ point: [50, 600] }] }]);
  });

  it('puts screens that nobody saw between the actions of one command', () => {
    const made = graphOf(['a', at(50, 60), { type: 'type', text: 'hi' }, 'b']);
    expect(made.graph.nodes.map(({ id }) => id)).toEqual(['screen-1', 'screen-2', 'between-1']);
    expect(edgesOf(made, 'between-1')).toEqual([{ to: 'screen-2', actions: [{ type: 'type', text: 'hi' }] }]);
  });

  it('puts the screen between them that the first was seen to lead to at another time, before or after', () => {
    const alone = [at(50, 60), 'b', key('BACK'), 'a'];
    // Anywhere on the same element.
    const together = [at(300, 100), at(10, 700), 'c', key('HOME'), 'a'];
    for (const events of [
      ['a', ...alone, ...together],
      ['a', ...together, ...alone],
    ]) {
      const made = graphOf(events, { a: list });
      expect(made.graph.nodes).toHaveLength(3);
      const ids = new Map(made.graph.nodes.map(({ id, screens }) => [screens?.[0]?.picture?.[8], id]));
      expect(edgesOf(made, 'screen-1')).toEqual([
        { to: ids.get('b'), actions: [{ type: 'click', box: [0, 0, 400, 300] }] },
      ]);
      expect(edgesOf(made, ids.get('b') ?? '')).toMatchObject([{ to: ids.get('c') }]);
      expect(made.unrepeated).toBe(0);
    }
  });

  it('never lets the first of several actions lead where they led together', () => {
    const step = fc.tuple(
      fc.array(fc.constantFrom('ENTER', 'MENU', 'SEARCH', 'CAMERA'), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('b', 'c', 'd'),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const { graph } = graphOf(['a', ...steps.flatMap(([keys, to]) => [...keys.map(key), to])]);
        const letterOf = new Map(graph.nodes.map(({ id, screens }) => [id, screens?.[0]?.picture?.[8]]));
        const lastOf = new Set(steps.map(([keys, to]) => `${keys.at(-1) ?? ''} ${to}`));
        for (const { edges = [] } of graph.nodes) {
          for (const { to, actions } of edges) {
            const letter = letterOf.get(to);
            if (letter === undefined) continue;
            for (const one of actions) {
              expect(lastOf).toContain(`${one.type === 'key' ? one.key : ''} ${letter}`);
            }
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('has one screen between for commands that begin alike, so that both can be followed', () => {
    const made = graphOf([
      'a',
      at(50, 60),
      key('ENTER'),
      'b',
      key('HOME'),
      'a',
      at(50, 60),
      at(10, 700),
      'c',
    ]);
    expect(made.graph.nodes.map(({ id }) => id)).toEqual(['screen-1', 'screen-2', 'screen-3', 'between-1']);
    expect(edgesOf(made, 'between-1')).toMatchObject([{ to: 'screen-2' }, { to: 'screen-3' }]);
    expect(made.unrepeated).toBe(0);
  });

  it('opens apps from anywhere, lists what graphs cannot express, and what the graph does not repeat', () => {
    const made = graphOf([
      'a',
      { type: 'open_app', app: 'org.example' },
      'b',
      { type: 'clear_text' },
      'c',
      key('ENTER'),
      'a',
      key('ENTER'),
      'b',
      key('BACK'),
      'a',
      key('ENTER'),
      'c',
    ]);
    expect(made.graph.launcher).toEqual({ apps: [{ name: 'org.example', entries: ['screen-2'] }] });
    expect([...made.leftOut]).toEqual([['clear_text', 1]]);
    // Clearing, and ENTER on the first screen, which led to two.
    expect(made.unrepeated).toBe(2);
  });

  it('gives BACK an edge where it did not lead to the page before', () => {
    const made = graphOf(['a', at(50, 60), 'b', key('BACK'), 'c']);
    expect(edgesOf(made, 'screen-2')).toEqual([{ to: 'screen-3', actions: [{ type: 'key', key: 'BACK' }] }]);
    expect(made.unrepeated).toBe(0);
  });
});
