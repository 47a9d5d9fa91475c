import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FolderStore } from './folder-store.js';
import type { ObjectStore, PrepareStoreOptions, StoredObject, StoreOptions } from './object-store.js';

export interface CacheOptions {
  /** Folder of this machine. */
  readonly folder: string;
  /** Bytes from which on the oldest are removed. */
  readonly maxBytes: number;
}

/** Written copies after which the size of the folder is looked at. */
const LOOK_EVERY = 256;

/** How full a cache is left that was too full. */
const KEPT_PART = 0.8;

/** A store with copies of what went through it in a folder of this machine. The store alone says what is kept. */
export class CachedStore implements ObjectStore {
  readonly #store: ObjectStore;
  readonly #options: CacheOptions;
  readonly #cache: FolderStore;
  #written = 0;
  #trimming: Promise<void> | null = null;

  constructor(store: ObjectStore, options: CacheOptions) {
    this.#store = store;
    this.#options = options;
    this.#cache = new FolderStore(options.folder);
  }

  get place(): string {
    return this.#store.place;
  }

  prepare(options?: PrepareStoreOptions): Promise<void> {
    return this.#store.prepare(options);
  }

  async put(bytes: Uint8Array, options?: StoreOptions): Promise<string> {
    const hash = await this.#store.put(bytes, options);
    await this.#keep(hash, bytes);
    return hash;
  }

  async get(hash: string, options?: StoreOptions): Promise<Uint8Array> {
    const known = options?.isFresh === true ? null : await this.#cached(hash, options);
    if (known !== null) return known;
    const bytes = await this.#store.get(hash, options);
    await this.#keep(hash, bytes);
    return bytes;
  }

  has(hash: string, options?: StoreOptions): Promise<boolean> {
    return this.#store.has(hash, options);
  }

  list(options?: StoreOptions): AsyncIterable<StoredObject> {
    return this.#store.list(options);
  }

  async locate(hash: string, options?: StoreOptions): Promise<string> {
    if ((await this.#cached(hash, options)) === null) {
      // Who asks for a file needs it there, whatever the cache takes.
      await this.#cache.put(await this.#store.get(hash, options));
    }
    return this.#cache.locate(hash);
  }

  /** Checked as it is read: a copy that is broken is none. */
  async #cached(hash: string, options?: StoreOptions): Promise<Uint8Array | null> {
    try {
      return await this.#cache.get(hash, options);
    } catch {
      options?.signal?.throwIfAborted();
      return null;
    }
  }

  /** A cache that cannot be written keeps nothing from being done. No copy need survive a power cut. */
  async #keep(hash: string, bytes: Uint8Array): Promise<void> {
    const file = this.#cache.path(hash);
    const draft = `${file}.${process.pid}.${this.#written}.partial`;
    this.#written += 1;
    try {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(draft, bytes);
      await rename(draft, file);
    } catch {
      await rm(draft, { force: true }).catch(() => undefined);
    }
    if (this.#written % LOOK_EVERY !== 1) return;
    this.#trimming ??= this.#trim().finally(() => {
      this.#trimming = null;
    });
    await this.#trimming.catch(() => undefined);
  }

  async #trim(): Promise<void> {
    const { folder, maxBytes } = this.#options;
    const copies: { readonly file: string; readonly bytes: number; readonly at: number }[] = [];
    for (const name of await readdir(folder, { recursive: true })) {
      const file = join(folder, name);
      const found = await stat(file).catch(() => null);
      if (found?.isFile() === true) copies.push({ file, bytes: found.size, at: found.mtimeMs });
    }
    let bytes = copies.reduce((sum, copy) => sum + copy.bytes, 0);
    if (bytes <= maxBytes) return;
    for (const copy of copies.toSorted((a, b) => a.at - b.at)) {
      if (bytes <= maxBytes * KEPT_PART) return;
      await rm(copy.file, { force: true });
      bytes -= copy.bytes;
    }
  }
}
