import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { requireFilePath } from './require-file-path.js';
import { requireFolder } from './require-folder.js';

describe('folders that the user names', () => {
  it('are made with those above them, and may be there already', async () => {
    await using folder = await temporaryFolder();
    const deep = join(folder.path, 'a', 'b', 'c');
    await requireFolder(deep, '--save');
    await requireFolder(deep, '--save');
    await mkdir(join(folder.path, 'a', 'd'));
    await requireFolder(join(folder.path, 'a', 'd', 'e'), '--save');
    expect((await stat(deep)).isDirectory()).toBe(true);
  });

  it('are refused where nothing can be made', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'file');
    await writeFile(file, '');
    const below = process.platform === 'linux' ? '/proc/none/there' : '/dev/null/there';
    for (const path of [file, join(file, 'a', 'b'), below]) {
      await expect(requireFolder(path, '--save')).rejects.toMatchObject({ code: 'USER' });
    }
    await expect(requireFilePath(join(below, 'x.html'), '--out')).rejects.toMatchObject({ code: 'USER' });
  });
});
