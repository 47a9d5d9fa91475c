import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAP_POSITIONS_FILE } from '../../../formats/graph/map-positions.js';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { KeptPositions } from './kept-positions.js';
import type { WorldPlace } from './world-place.js';

const POSITIONS = new Map([
  ['__proto__', { x: 1, y: 2.5 }],
  ['half \ud83d', { x: -3, y: 0 }],
]);

function place(folder: string, isOwn = true): WorldPlace {
  return { benchmark: folder, data: null, folder, mode: null, isOwn, hasPlugins: false };
}

async function folders(root: string): Promise<{ readonly world: string; readonly runs: string }> {
  const [world, runs] = [join(root, 'world'), join(root, 'runs')];
  await mkdir(world);
  await mkdir(runs);
  return { world, runs };
}

describe('positions of a map', () => {
  it('are kept beside a world of one’s own, and used the next time', async () => {
    await using root = await temporaryFolder();
    const { world, runs } = await folders(root.path);
    await new KeptPositions(runs, { mayWrite: true }).write(place(world), POSITIONS);
    expect([await readdir(world), await readdir(runs)]).toEqual([[MAP_POSITIONS_FILE], []]);
    expect(await new KeptPositions(runs, { mayWrite: false }).read(place(world))).toEqual(POSITIONS);
  });

  it('are kept with the runs where the world is another’s, or cannot be written', async () => {
    await using root = await temporaryFolder();
    const { world, runs } = await folders(root.path);
    const kept = new KeptPositions(runs, { mayWrite: true });
    await kept.write(place(world, false), POSITIONS);
    expect(await readdir(world)).toEqual([]);
    expect(await kept.read(place(world))).toEqual(POSITIONS);
    const gone = place(join(root.path, 'gone'));
    await kept.write(gone, new Map([['n', { x: 7, y: 8 }]]));
    expect(await kept.read(gone)).toEqual(new Map([['n', { x: 7, y: 8 }]]));
  });

  it('are written by nobody who may only read, and nothing is made of a file that is broken', async () => {
    await using root = await temporaryFolder();
    const { world, runs } = await folders(root.path);
    const reader = new KeptPositions(runs, { mayWrite: false });
    await reader.write(place(world), POSITIONS);
    expect([await readdir(world), await readdir(runs)]).toEqual([[], []]);
    for (const text of ['', '{', '{"formatVersion":1,"id":["a"],"x":[],"y":[1]}', '[1]']) {
      await writeFile(join(world, MAP_POSITIONS_FILE), text);
      expect(await reader.read(place(world))).toBeNull();
    }
    expect(await readFile(join(world, MAP_POSITIONS_FILE), 'utf8')).toBe('[1]');
  });
});
