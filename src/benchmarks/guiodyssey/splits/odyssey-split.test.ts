import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { readOdysseySplit } from './odyssey-split.js';

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
      ['device-pixel-fold', '--per-device'],
    ] as const) {
      await expect(readOdysseySplit(folder.path, split, { signal })).rejects.toMatchObject({
        code: 'FILE_UNREADABLE',
        hint: expect.stringContaining(hint),
      });
    }
  });
});
