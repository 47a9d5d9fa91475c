import { describe, expect, it } from 'vitest';
import { askedText } from '../text/carried-text.js';
import { DatasetError } from '../../errors.js';
import { smallGraph } from '../../testing/small-graph.js';
import { buildGraph, foldAppName } from './build-graph.js';
import { findGraphProblems, hasWait, type GraphSource } from './graph-source.js';

const SIZE = { width: 100, height: 200 };

function source(changes: Partial<GraphSource>): GraphSource {
  return { name: 'g', screenSize: SIZE, root: 'a', nodes: [{ id: 'a' }, { id: 'b' }], ...changes };
}

describe('buildGraph', () => {
  it('gives nodes and edges by number, and what is not said as null', () => {
    const graph = buildGraph(
      source({
        nodes: [
          {
            id: 'a',
            title: 'Home',
            showFor: 3,
            screens: [
              {
                id: 's',
                picture: 'p.png',
                hierarchy: 'h.xml',
                activity: { package: 'p', activity: 'q' },
                size: { width: 1, height: 2 },
              },
              { id: 't' },
            ],
            edges: [
              {
                to: 'b',
                actions: [
                  { type: 'click', box: [1, 2, 3, 4] },
                  { type: 'long_press', point: [5, 6] },
                  { type: 'swipe', direction: 'up' },
                  { type: 'swipe', direction: 'left', box: [1, 2, 3, 4] },
                  { type: 'type', text: 'A, b' },
                  { type: 'key', key: 'keycode_enter' },
                  { type: 'open', app: 'App' },
                  { type: 'wait' },
                ],
              },
              { to: 'a', actions: [] },
            ],
          },
          { id: 'b' },
        ],
      }),
    );
    const nothing = { picture: null, hierarchy: null, activity: null, size: null };
    expect(graph).toMatchObject({ name: 'g', screenSize: SIZE, root: 0 });
    expect([...graph.nodeIndex]).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
    expect(graph.nodes).toStrictEqual([
      {
        id: 'a',
        title: 'Home',
        listed: true,
        showFor: 3,
        screens: [
          {
            id: 's',
            picture: 'p.png',
            hierarchy: 'h.xml',
            activity: { package: 'p', activity: 'q' },
            size: { width: 1, height: 2 },
          },
          { id: 't', ...nothing },
        ],
        edges: [
          {
            target: 1,
            actions: [
              { type: 'click', box: [1, 2, 3, 4], point: null },
              { type: 'long_press', box: null, point: [5, 6] },
              { type: 'swipe', direction: 'up', box: null },
              { type: 'swipe', direction: 'left', box: [1, 2, 3, 4] },
              {
                type: 'type',
                text: 'A, b',
                match: { normal: 'a,b', parts: ['a', 'b'], asked: askedText('A, b') },
              },
              { type: 'key', key: 'ENTER' },
              { type: 'open', app: 'App' },
              { type: 'wait' },
            ],
          },
          { target: 0, actions: [] },
        ],
      },
      { id: 'b', title: null, listed: true, screens: [{ id: 'b', ...nothing }], edges: [] },
    ]);
  });

  it('opens apps by their entries, then by the edges of the root, each place once', () => {
    const open = (app: string) => ({ type: 'open', app }) as const;
    const graph = buildGraph(
      source({
        launcher: {
          apps: [
            { name: 'Notes', aliases: ['Memo', 'notes'], entries: ['b', 'c'] },
            { name: 'Shop ', entries: ['c'] },
          ],
          icons: [{ app: 'Notes', box: [0, 0, 9, 9] }],
        },
        nodes: [
          {
            id: 'a',
            edges: [
              { to: 'c', actions: [open('Memo'), { type: 'wait' }, open('Notes')] },
              { to: 'd', actions: [open('Notes'), open('shop'), open('Mail')] },
            ],
          },
          { id: 'b', edges: [{ to: 'a', actions: [open('Notes')] }] },
          { id: 'c' },
          { id: 'd' },
        ],
      }),
    );
    const { reference, corrected } = graph.launcher;
    expect([...reference.entries]).toEqual([
      ['Notes', [1, 2, 3]],
      ['Shop ', [2]],
      ['shop', [3]],
      ['Mail', [3]],
    ]);
    expect([...reference.aliases]).toEqual([
      ['Memo', 'Notes'],
      ['notes', 'Notes'],
    ]);
    expect([...corrected.entries]).toEqual([
      ['notes', [1, 2, 3]],
      ['shop', [2, 3]],
      ['mail', [3]],
    ]);
    expect([...corrected.aliases]).toEqual([['memo', 'notes']]);
    expect(reference.icons).toEqual([{ app: 'Notes', box: [0, 0, 9, 9] }]);
    expect(buildGraph(source({})).launcher.reference).toEqual({
      entries: new Map(),
      aliases: new Map(),
      icons: [],
    });
    expect(foldAppName(' My App\n')).toBe('my app');
  });

  it('refuses a source that contradicts itself, with the place and what would be right', () => {
    try {
      buildGraph(source({ root: 'z' }));
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(DatasetError);
      expect(error).toMatchObject({
        code: 'DATASET',
        place: { file: 'g', path: ['root'] },
        message: 'g at root: there is no node "z"',
        hint: 'Every id is given once, and every edge, entry and root names a node.',
      });
    }
  });
});

describe('findGraphProblems', () => {
  it('finds none in a graph that is one', () => {
    expect(findGraphProblems(smallGraph())).toEqual([]);
    expect(findGraphProblems(source({ nodes: [{ id: 'a', screens: [{ id: 'a' }] }] }))).toEqual([]);
    const own = { name: 'A', aliases: ['A', 'B'], entries: ['a'] };
    expect(findGraphProblems(source({ launcher: { apps: [own] } }))).toEqual([]);
    const waiting = { id: 'a', showFor: 2, edges: [{ to: 'b', actions: [{ type: 'wait' as const }] }] };
    expect(findGraphProblems(source({ nodes: [waiting, { id: 'b' }] }))).toEqual([]);
  });

  it.each<[string, Partial<GraphSource>, readonly (string | number)[]]>([
    ['node id "a" is given twice', { nodes: [{ id: 'a' }, { id: 'b' }, { id: 'a' }] }, ['nodes', 2, 'id']],
    ['there is no node "z"', { root: 'z' }, ['root']],
    [
      'screen id "s" is given twice',
      {
        nodes: [
          { id: 'a', screens: [{ id: 's' }] },
          { id: 'b', screens: [{ id: 't' }, { id: 's' }] },
        ],
      },
      ['nodes', 1, 'screens', 1, 'id'],
    ],
    [
      'screen id "b" is the id of another node',
      {
        nodes: [
          { id: 'a', screens: [{ id: 'b' }] },
          { id: 'b', screens: [{ id: 't' }] },
        ],
      },
      ['nodes', 0, 'screens', 0, 'id'],
    ],
    [
      'nothing follows node "a", which shows for a while: it has no "wait" edge',
      { nodes: [{ id: 'a', showFor: 2, edges: [{ to: 'a', actions: [{ type: 'key', key: 'A' }] }] }] },
      ['nodes', 0, 'showFor'],
    ],
    [
      'there is no node "z"',
      {
        nodes: [
          {
            id: 'a',
            edges: [
              { to: 'a', actions: [] },
              { to: 'z', actions: [] },
            ],
          },
        ],
      },
      ['nodes', 0, 'edges', 1, 'to'],
    ],
    [
      'app "A" is given twice',
      {
        launcher: {
          apps: [
            { name: 'A', entries: [] },
            { name: 'A', entries: [] },
          ],
        },
      },
      ['launcher', 'apps', 1, 'name'],
    ],
    [
      'there is no node "z"',
      { launcher: { apps: [{ name: 'A', entries: ['a', 'z'] }] } },
      ['launcher', 'apps', 0, 'entries', 1],
    ],
    [
      '"B" names two apps',
      {
        launcher: {
          apps: [
            { name: 'A', aliases: ['x', 'B'], entries: [] },
            { name: 'B', entries: [] },
          ],
        },
      },
      ['launcher', 'apps', 0, 'aliases', 1],
    ],
    [
      '"x" names two apps',
      {
        launcher: {
          apps: [
            { name: 'A', aliases: ['x'], entries: [] },
            { name: 'B', aliases: ['x'], entries: [] },
          ],
        },
      },
      ['launcher', 'apps', 1, 'aliases', 0],
    ],
  ])('says %s, and where', (message, changes, path) => {
    expect(findGraphProblems(source(changes))).toEqual([{ message, path }]);
  });
});

describe('hasWait', () => {
  it('is true where some action of some edge waits', () => {
    expect(hasWait({})).toBe(false);
    expect(hasWait({ edges: [{ to: 'a', actions: [] }] })).toBe(false);
    const edges = [
      { to: 'a', actions: [{ type: 'key' as const, key: 'A' }] },
      { to: 'a', actions: [{ type: 'key' as const, key: 'A' }, { type: 'wait' as const }] },
    ];
    expect(hasWait({ edges })).toBe(true);
  });
});
