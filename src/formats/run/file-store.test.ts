import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileUnreadableError } from '../../files/file-errors.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { sha256 } from './canonical-json.js';
import { FileStore } from './file-store.js';
import { JournalWriteError, StoredFileError } from './run-errors.js';

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
    const changed: unknown = await store.get(HASH).catch((error: unknown) => error);
    expect(changed).toBeInstanceOf(StoredFileError);
    expect(changed).toMatchObject({
      code: 'RUN_FILE',
      fault: 'dataset',
      place: { file },
      hint: 'Restore it from a copy.',
      message: `${file}: The file does not have the content its name promises`,
    });
    await rm(file);
    await expect(store.get(HASH)).rejects.toThrow(StoredFileError);
    await expect(store.get(HASH)).rejects.toMatchObject({
      message: `${file}: A file of the run cannot be read`,
      place: { file },
      hint: 'Copy run folders as a whole, `files/` included.',
      cause: expect.any(FileUnreadableError) as unknown,
    });
  });

  it('leads nowhere outside its folder', async () => {
    await using folder = await temporaryFolder();
    const store = new FileStore(folder.path);
    const refusal = {
      code: 'RUN_FILE',
      message: '"../../etc/passwd" is no SHA-256',
      hint: 'Restore the run from a copy.',
    };
    await expect(store.get('../../etc/passwd')).rejects.toMatchObject(refusal);
    expect(() => store.locate('../../etc/passwd')).toThrow(StoredFileError);
    expect(store.locate(HASH)).toBe(join(folder.path, 'files', HASH.slice(0, 2), HASH));
    expect(isAbsolute(new FileStore('somewhere').locate(HASH))).toBe(true);
  });

  it('says that a content cannot be kept, and keeps it once it can be', async () => {
    await using folder = await temporaryFolder();
    const store = new FileStore(folder.path);
    const inTheWay = join(folder.path, 'files');
    await writeFile(inTheWay, '');
    const error: unknown = await store.put(BYTES).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(JournalWriteError);
    expect(error).toMatchObject({ place: { file: join(inTheWay, HASH.slice(0, 2), HASH) } });
    await rm(inTheWay);
    expect(await store.put(BYTES)).toBe(HASH);
    expect(Buffer.from(await store.get(HASH)).toString()).toBe('a picture');
  });

  it('leaves a content alone that is there', async () => {
    await using folder = await temporaryFolder();
    await new FileStore(folder.path).put(BYTES);
    const file = new FileStore(folder.path).locate(HASH);
    const before = await stat(file);
    await new FileStore(folder.path).put(BYTES);
    expect((await stat(file)).ino).toBe(before.ino);
  });
});
