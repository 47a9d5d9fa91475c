import { chmod, mkdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { objectStoreContract } from '../testing/contracts/object-store-contract.js';
import { temporaryFolder } from '../testing/run-fakes/run-fake.js';
import { isThere } from './is-there.js';
import { CachedStore } from './cached-store.js';
import { FolderStore } from './folder-store.js';

const BYTES = Buffer.from('a picture');

describe('FolderStore', () => {
  for (const { name, run } of objectStoreContract({
    create: async () => {
      const folder = await temporaryFolder();
      const open = () => new FolderStore(join(folder.path, 'shared'), { isShared: true });
      return { store: open(), open, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
    },
    spoil: async (store, hash) => {
      await writeFile(join(store.place, hash.slice(0, 2), hash), 'a pixture');
    },
  }))
    it(name, run);

  it('does not write into the bare point of a mount that has disappeared, and goes on once it is back', async () => {
    await using folder = await temporaryFolder();
    const place = join(folder.path, 'mount');
    const store = new FolderStore(place, { isShared: true });
    await store.prepare();
    const hash = await store.put(BYTES);
    await rename(place, `${place}-away`);
    for (const bare of [false, true]) {
      if (bare) await mkdir(place);
      const goOn = () => new FolderStore(place, { isShared: true }).prepare({ isKnown: true });
      for (const ask of [() => store.put(BYTES), () => store.get(hash), () => store.has(hash), goOn]) {
        await expect(ask()).rejects.toMatchObject({ code: 'STORE_UNREACHABLE', pausesRun: true });
      }
    }
    await rename(`${place}-away`, place);
    await store.prepare({ isKnown: true });
    expect(Buffer.from(await store.get(await store.put(BYTES)))).toEqual(BYTES);
  });

  it.skipIf(process.getuid?.() === 0)('refuses a folder that may not be written to', async () => {
    await using folder = await temporaryFolder();
    await chmod(folder.path, 0o500);
    await expect(new FolderStore(join(folder.path, 'x')).prepare()).rejects.toMatchObject({
      code: 'STORE_REFUSED',
    });
  });
});

describe('CachedStore', () => {
  it('gives copies where the store is away, keeps no broken one, and removes the oldest', async () => {
    await using folder = await temporaryFolder();
    const store = new FolderStore(join(folder.path, 'store'), { isShared: true });
    await store.prepare();
    const cacheFolder = join(folder.path, 'cache');
    const cached = new CachedStore(store, { folder: cacheFolder, maxBytes: 1000 });
    const hash = await cached.put(BYTES);
    await rename(store.place, `${store.place}-away`);
    expect(Buffer.from(await cached.get(hash))).toEqual(BYTES);
    await rename(`${store.place}-away`, store.place);
    await writeFile(join(cacheFolder, hash.slice(0, 2), hash), 'broken');
    expect(Buffer.from(await cached.get(hash))).toEqual(BYTES);
    await writeFile(join(cacheFolder, 'old'), Buffer.alloc(5000));
    await utimes(join(cacheFolder, 'old'), 0, 0);
    const again = new CachedStore(store, { folder: cacheFolder, maxBytes: 1000 });
    await again.put(Buffer.from('one more'));
    let kept = 0;
    for await (const { bytes } of new FolderStore(cacheFolder).list()) kept += bytes;
    expect(kept).toBe(17);
    expect(await isThere(join(cacheFolder, 'old'))).toBe(false);
  });
});
