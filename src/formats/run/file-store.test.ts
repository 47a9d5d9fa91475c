import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/run-fake.js';
import { sha256 } from './canonical-json.js';
import { FileStore } from './file-store.js';
import { StoredFileError } from './run-errors.js';

const BYTES = new TextEncoder().encode('a picture');
const HASH = sha256(BYTES);

describe('FileStore', () => {
  it('keeps equal contents once, under their hash', async () => {
    await using folder = await temporaryFolder();
    const store = new FileStore(folder.path);
    const hashes = await Promise.all(Array.from({ length: 20 }, () => store.put(BYTES)));
    expect(new Set(hashes)).toEqual(new Set([HASH]));
    expect(await new FileStore(folder.path).put(BYTES)).toBe(HASH);
    const directory = join(folder.path, 'files', HASH.slice(0, 2));
    expect(await readdir(directory)).toEqual([HASH]);
    expect(await readFile(join(directory, HASH), 'utf8')).toBe('a picture');
    expect(Buffer.from(await store.get(HASH)).toString()).toBe('a picture');
  });

  it('says which file is missing or changed', async () => {
    await using folder = await temporaryFolder();
    const store = new FileStore(folder.path);
    await store.put(BYTES);
    const file = join(folder.path, 'files', HASH.slice(0, 2), HASH);
    await writeFile(file, 'another');
    await expect(store.get(HASH)).rejects.toThrow(/content/);
    await rm(file);
    await expect(store.get(HASH)).rejects.toThrow(StoredFileError);
    await expect(store.get(HASH)).rejects.toThrow(HASH);
  });

  it('leads nowhere outside its folder', async () => {
    await using folder = await temporaryFolder();
    await expect(new FileStore(folder.path).get('../../etc/passwd')).rejects.toThrow(StoredFileError);
  });
});
