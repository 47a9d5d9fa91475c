import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Box } from '../../../domain/geometry.js';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { openTouchedWorld } from './touched-world.js';

const { signal } = new AbortController();
const BOX: Box = [0, 0, 9, 9];

describe('openTouchedWorld', () => {
  it('finds the touches of a published graph that want a box, and writes it as bbox', async () => {
    await using folder = await temporaryFolder();
    const graph = {
      a: {
        b: [
          { action_type: 'click', x: 5, y: 6 },
          { action_type: 'long_press', x: 5, y: 6, bbox: [1, 2, 3, 4] },
          { action_type: 'click', bbox: [1, 2, 3, 4] },
          { action_type: 'wait' },
        ],
      },
      b: {},
    };
    const file = join(folder.path, 'graph.json');
    await writeFile(file, JSON.stringify(graph));
    await mkdir(join(folder.path, 'graph_image'));
    await writeFile(join(folder.path, 'graph_image', 'a'), 'x');
    const all = await openTouchedWorld(folder.path, { mode: 'reference', signal });
    expect(all.touches.map(({ id, picture }) => [id, picture])).toEqual([
      ['a b 0.0', 'graph_image/a'],
      ['a b 0.1', 'graph_image/a'],
    ]);
    const world = await openTouchedWorld(folder.path, { mode: 'corrected', signal });
    expect(world.touches.map(({ id }) => id)).toEqual(['a b 0.0']);
    await world.write(new Map([['a b 0.0', BOX]]));
    const written: unknown = JSON.parse(await readFile(file, 'utf8'));
    const [first, ...others] = graph.a.b;
    expect(written).toEqual({ a: { b: [{ ...first, bbox: BOX }, ...others] }, b: {} });
    const [backup] = await readdir(join(folder.path, 'backups'));
    expect(JSON.parse(await readFile(join(folder.path, 'backups', backup ?? ''), 'utf8'))).toEqual(graph);
  });

  it('writes boxes into a world of our own form, and leaves everything else', async () => {
    await using folder = await temporaryFolder();
    const graph = {
      formatVersion: 2,
      name: 'w',
      screenSize: { width: 100, height: 200 },
      root: 'a',
      nodes: [
        {
          id: 'a',
          edges: [
            {
              to: 'b',
              actions: [
                { type: 'click', point: [5, 6] },
                { type: 'click', box: [1, 2, 3, 4] },
              ],
            },
            { to: 'b', actions: [{ type: 'long_press', point: [7, 8] }, { type: 'wait' }] },
          ],
        },
        { id: 'b' },
      ],
    };
    const file = join(folder.path, 'graph.json');
    await writeFile(file, JSON.stringify(graph));
    const world = await openTouchedWorld(folder.path, { mode: 'corrected', signal });
    expect(world.touches.map(({ id, type }) => [id, type])).toEqual([
      ['a b 0.0', 'click'],
      ['a b 1.0', 'long_press'],
    ]);
    await world.write(new Map([['a b 1.0', BOX]]));
    const expected = structuredClone(graph);
    Object.assign(expected.nodes[0]?.edges?.[1]?.actions[0] ?? {}, { box: BOX });
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(expected);
  });
});
