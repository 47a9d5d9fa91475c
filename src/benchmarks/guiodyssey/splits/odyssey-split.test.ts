import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { writeOdysseyDataset } from '../../../testing/datasets/odyssey-dataset.js';
import { ODYSSEY_DEVICE_SPLITS, readOdysseySplit } from './odyssey-split.js';

const signal = new AbortController().signal;

describe('readOdysseySplit', () => {
  it('takes a bare id for the name of its file', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'splits'));
    await writeFile(
      join(folder.path, 'splits', 'random_split.json'),
      JSON.stringify({ train: ['a.json', 'b'], test: ['c'] }),
    );
    expect(await readOdysseySplit(folder.path, 'random', { signal })).toEqual({
      name: 'random',
      train: ['a.json', 'b.json'],
      test: ['c.json'],
    });
  });

  it('says where a missing file comes from', async () => {
    await using folder = await temporaryFolder();
    for (const [split, hint] of [
      ['random', '--split all'],
      ['device-pixel-fold', 'annotations/'],
    ] as const) {
      await expect(readOdysseySplit(folder.path, split, { signal })).rejects.toMatchObject({
        code: 'FILE_UNREADABLE',
        hint: expect.stringContaining(hint),
      });
    }
  });

  it('makes a split by device from the episodes, unless there is a file of it', async () => {
    await using folder = await temporaryFolder();
    const names = await writeOdysseyDataset(folder.path, { episodes: 12, lengthOf: () => 2 });
    await writeFile(join(folder.path, 'annotations', names[3] ?? ''), '{');
    const { train, test } = await readOdysseySplit(folder.path, 'device-pixel-tablet', { signal });
    expect([...train, ...test].toSorted()).toEqual(names.toSorted());
    // One that cannot be read is of no known device: those who use the split say that it is broken.
    expect(train).toContain(names[3]);
    for (const name of test) {
      const episode = await readFile(join(folder.path, 'annotations', name), 'utf8');
      expect(episode).toContain('Pixel Tablet');
    }
    expect(test.length).toBeGreaterThan(0);
    await writeFile(
      join(folder.path, 'splits', 'device-pixel-tablet_split.json'),
      JSON.stringify({ train: ['a'], test: ['b'] }),
    );
    expect(await readOdysseySplit(folder.path, 'device-pixel-tablet', { signal })).toMatchObject({
      train: ['a.json'],
    });
  });

  it('says that no episode is of a device', async () => {
    await using folder = await temporaryFolder();
    const names = await writeOdysseyDataset(folder.path, { episodes: 1, lengthOf: () => 2 });
    expect(names).toHaveLength(1);
    const splits = ODYSSEY_DEVICE_SPLITS.map(async (split) =>
      readOdysseySplit(folder.path, split, { signal }).then(
        () => null,
        (error: Error) => error.message,
      ),
    );
    const problems = (await Promise.all(splits)).filter((problem) => problem !== null);
    expect(problems).toHaveLength(ODYSSEY_DEVICE_SPLITS.length - 1);
    expect(problems[0]).toMatch(/^.*no episode was recorded on the /);
  });
});
