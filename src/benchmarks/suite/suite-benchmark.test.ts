import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BenchmarkItem } from '../benchmark.js';
import { openSuite } from './suite-benchmark.js';

const signal = new AbortController().signal;
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-suite-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const GRAPH = {
  formatVersion: 1,
  name: 'two',
  screenSize: { width: 100, height: 200 },
  root: 'home',
  launcher: { apps: [] },
  nodes: [
    { id: 'home', screens: [{ id: 'home-day' }, { id: 'home-night' }] },
    { id: 'clock', edges: [] },
  ],
};

function task(id: string, more: object = {}): object {
  return {
    id,
    instructions: { en: `Do ${id}` },
    milestones: [{ id: 'm', type: 'screen', screens: ['clock'] }],
    ...more,
  };
}

async function openWith(tasks: readonly object[], graph: object = GRAPH) {
  await writeFile(join(folder, 'graph.json'), JSON.stringify(graph));
  const suite = { formatVersion: 1, name: 's', version: '1', languages: ['en'], defaultMaxSteps: 5, tasks };
  await writeFile(join(folder, 'suite.json'), JSON.stringify(suite));
  const benchmark = await openSuite(folder, { mode: 'corrected', signal });
  const items: BenchmarkItem[] = [];
  for await (const item of benchmark.items.list()) items.push(item);
  return { benchmark, items };
}

describe('a suite', () => {
  it('voids the second task of an id alone, under an id of its own', async () => {
    const { benchmark, items } = await openWith([task('note'), task('note'), task('other')]);
    expect(items.map(({ id, invalid }) => [id, invalid])).toEqual([
      ['note', undefined],
      ['other', undefined],
      ['#2', expect.stringContaining('task id "note" is given twice')],
    ]);
    expect(benchmark.warnings).toEqual([expect.stringMatching(/^task #2 is left out: .*given twice/)]);
  });

  it.each([
    ['a start', { start: 'nowhere' }, 'task "lost" starts on "nowhere", which is not in the graph'],
    ['a screen id as its start', { start: 'home-day' }, 'task "lost" starts on "home-day", which'],
    [
      'a milestone inside a group',
      {
        milestones: [
          { id: 'seen', type: 'screen', screens: ['gone', 'home-night'] },
          {
            id: 'g',
            type: 'group',
            order: 'ordered',
            children: [{ id: 'late', type: 'screen', screens: ['gone', 'lost-too'] }],
          },
        ],
      },
      'task "lost": milestone "late" needs "gone", "lost-too", which are not in the graph',
    ],
  ])('voids a task alone that needs a state nobody can be in: %s', async (_, more, sentence) => {
    const { benchmark, items } = await openWith([task('sound', { start: 'clock' }), task('lost', more)]);
    expect(items.map(({ id, invalid }) => [id, invalid])).toEqual([
      ['sound', undefined],
      ['lost', expect.stringContaining(sentence)],
    ]);
    expect(benchmark.warnings).toEqual([expect.stringContaining(sentence)]);
  });

  it('says how many pictures and hierarchies are not there', async () => {
    await writeFile(join(folder, 'a.png'), 'a');
    const screens = [
      { id: 'one', picture: 'a.png', hierarchy: 'a.xml' },
      { id: 'two', picture: 'b.png', hierarchy: 'a.xml' },
    ];
    const graph = { ...GRAPH, nodes: [{ id: 'home', screens }, GRAPH.nodes[1]] };
    const { benchmark, items } = await openWith([task('sound')], graph);
    expect(benchmark.warnings).toEqual([
      '2 pictures and hierarchies named by the graph cannot be found, first a.xml',
    ]);
    expect(items[0]?.invalid).toBeUndefined();
  });
});
