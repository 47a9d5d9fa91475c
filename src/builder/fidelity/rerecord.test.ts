import { describe, expect, it } from 'vitest';
import type { GraphFile } from '../../formats/graph/graph-file.js';
import type { CheckedTransition, LiveScreenSeen } from '../../formats/fidelity/fidelity-event.js';
import { fidelitySummary } from './fidelity-summary.js';
import { rerecord } from './rerecord.js';

const at = '2026-01-01T00:00:00.000Z';
const hash = (letter: string): string => letter.repeat(64);
const checked = (
  from: string,
  y: number,
  verdict: CheckedTransition['verdict'],
  rest: Partial<CheckedTransition> = {},
): CheckedTransition => ({
  type: 'transition',
  at,
  from,
  action: { action_type: 'click', x: 5, y },
  expected: ['list'],
  verdict,
  shown: null,
  similarity: 1,
  screen: null,
  ...rest,
});
const seen = (
  screen: number,
  node: string | null,
  missing: string[] = [],
  added: string[] = [],
): LiveScreenSeen => ({
  type: 'screen',
  at,
  screen,
  node,
  similarity: 1,
  fresh: true,
  repainted: null,
  missing,
  added,
  picture: hash('a'),
  hierarchy: hash(String(screen)),
  size: null,
  activity: null,
});
const click = (y: number): { type: 'click'; box: [number, number, number, number] } => ({
  type: 'click',
  box: [0, y, 10, y],
});
const GRAPH: GraphFile = {
  formatVersion: 2,
  name: 'shop',
  screenSize: { width: 10, height: 100 },
  root: 'home',
  nodes: [
    {
      id: 'home',
      screens: [{ id: 'home.screen', picture: 'screens/old.png' }],
      edges: [
        { to: 'list', actions: [click(1), click(2)] },
        { to: 'entry', actions: [click(3)] },
      ],
    },
    { id: 'list' },
    { id: 'entry' },
  ],
};
const actionsOf = ({ edges = [] }: GraphFile['nodes'][number]) =>
  edges.map(({ actions }) =>
    actions.map((action) => ({ action_type: 'click', x: 5, y: 'box' in action ? action.box?.[1] : 0 })),
  );

describe('fidelitySummary', () => {
  it('leaves out what is everywhere, and names what is stale', () => {
    const screens = [
      seen(0, 'a', ['frame'], []),
      seen(1, 'b', ['frame'], ['New']),
      seen(2, 'c', ['frame', 'Old'], []),
      seen(3, 'd', ['frame'], []),
      seen(4, 'b', ['frame', 'later look'], []),
      seen(5, null, ['x'], []),
    ];
    const summary = fidelitySummary([checked('a', 1, 'agrees'), checked('a', 2, 'stays')], screens);
    expect(summary.stale).toEqual([
      { node: 'b', screen: 1, missing: [], added: ['New'] },
      { node: 'c', screen: 2, missing: ['Old'], added: [] },
    ]);
    expect([summary.agrees, summary.stays, summary.seen]).toEqual([1, 1, 4]);
    expect(summary.everywhere.missing).toEqual(['frame']);
    const later: LiveScreenSeen = { ...seen(6, 'e', [], ['remembered']), fresh: false };
    const repainted: LiveScreenSeen = { ...seen(7, 'f'), repainted: true };
    expect(fidelitySummary([], [later, repainted]).stale.map(({ node }) => node)).toEqual(['f']);
    // Of few screens nothing is known to be everywhere.
    expect(fidelitySummary([], screens.slice(0, 1)).stale).toHaveLength(1);
  });
});

describe('rerecord', () => {
  it('replaces stale screens, and leads edges where they led; ids stay', () => {
    const screens = [seen(0, 'home', ['Old'], ['New']), seen(1, null)];
    const transitions = [
      checked('home', 1, 'agrees'),
      checked('home', 2, 'differs', { shown: 'entry', screen: 0 }),
      checked('home', 3, 'differs', { shown: null, screen: 1 }),
    ];
    const made = rerecord(GRAPH, {
      stale: [{ node: 'home', screen: 0, missing: ['Old'], added: ['New'] }],
      transitions,
      screens,
      actionsOf,
    });
    const [home, , , added] = made.graph.nodes;
    expect(home?.screens).toEqual([
      { id: 'home.screen', picture: `screens/${hash('a')}.png`, hierarchy: `screens/${hash('0')}.xml` },
    ]);
    expect(home?.edges).toEqual([
      { to: 'list', actions: [click(1)] },
      { to: 'entry', actions: [click(2)] },
      { to: 'live-1', actions: [click(3)] },
    ]);
    expect(added?.id).toBe('live-1');
    expect([made.redirected, made.added, made.screens, made.left]).toEqual([2, ['live-1'], ['home'], 0]);
    expect(made.used.map(({ screen }) => screen).toSorted((a, b) => a - b)).toEqual([0, 1]);
  });

  it('leaves a world alone in which nothing differs, and an edge whose screen nobody kept', () => {
    expect(
      rerecord(GRAPH, { stale: [], transitions: [checked('home', 1, 'agrees')], screens: [], actionsOf })
        .graph,
    ).toEqual(GRAPH);
    const made = rerecord(GRAPH, {
      stale: [],
      transitions: [checked('home', 1, 'differs')],
      screens: [],
      actionsOf,
    });
    expect([made.graph, made.left]).toEqual([GRAPH, 1]);
  });

  it('gives new nodes ids that are free, and takes away what does nothing any more', () => {
    const before: GraphFile = { ...GRAPH, nodes: [...GRAPH.nodes, { id: 'live-1' }] };
    const transitions = [
      checked('home', 2, 'stays', { shown: 'home', screen: 0 }),
      checked('home', 3, 'differs', { shown: null, screen: 1 }),
    ];
    const made = rerecord(before, {
      stale: [],
      transitions,
      screens: [seen(0, 'home'), seen(1, null)],
      actionsOf,
    });
    expect(made.added).toEqual(['live-2']);
    expect(made.graph.nodes[0]?.edges).toEqual([
      { to: 'list', actions: [click(1)] },
      { to: 'live-2', actions: [click(3)] },
    ]);
  });
});
