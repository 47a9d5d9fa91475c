import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/run-fakes/run-fake.js';
import { makeDirectory, syncDirectory } from './sync-directory.js';

describe('makeDirectory', () => {
  it('makes a folder and those above it, and leaves one alone that is there', async () => {
    await using folder = await temporaryFolder();
    const directory = join(folder.path, 'a', 'b', 'c');
    await makeDirectory(directory);
    expect((await stat(directory)).isDirectory()).toBe(true);
    await writeFile(join(directory, 'kept'), '');
    await makeDirectory(directory);
    expect(await readdir(directory)).toEqual(['kept']);
  });

  it('may be asked by several at once', async () => {
    await using folder = await temporaryFolder();
    const directory = join(folder.path, 'a', 'b');
    await Promise.all(Array.from({ length: 8 }, () => makeDirectory(directory)));
    expect((await stat(directory)).isDirectory()).toBe(true);
  });

  it('says that a file is in the way', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'file');
    await writeFile(file, '');
    await expect(makeDirectory(file)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeDirectory(join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it('fails where no folder can be looked for', async () => {
    await expect(makeDirectory(`/${'x'.repeat(300)}/run`)).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
  });
});

describe('syncDirectory', () => {
  it('syncs a folder, and fails where there is none', async () => {
    await using folder = await temporaryFolder();
    await syncDirectory(folder.path);
    await expect(syncDirectory(join(folder.path, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
