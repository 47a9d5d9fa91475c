import { randomUUID } from 'node:crypto';
import { access, open, readdir, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FILE_LIMITS } from './file-limits.js';
import { whyUnreadable } from './file-errors.js';
import { isThere } from './is-there.js';
import { isObjectHash, objectHash, objectPath } from './object-hash.js';
import {
  ObjectDamagedError,
  ObjectMissingError,
  StoreRefusedError,
  StoreUnreachableError,
} from './object-store-errors.js';
import type { ObjectStore, PrepareStoreOptions, StoredObject, StoreOptions } from './object-store.js';
import { readBytes } from './read-bytes.js';
import { makeDirectory, syncDirectory } from './sync-directory.js';

/** Lies in a folder that several runs share: where it is not, this is not that folder but the bare point of a mount. */
const MARKER = 'touchstone-files.json';
const MARKER_TEXT = '{"formatVersion":1}\n';

/** What the system says of a disk or mount that is gone, and may come back. */
const GONE = new Set([
  'EAGAIN',
  'EBUSY',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EIO',
  'ENETDOWN',
  'ENETUNREACH',
  'ENODEV',
  'ENOTCONN',
  'ENXIO',
  'ESHUTDOWN',
  'ESTALE',
  'ETIMEDOUT',
]);
const NOT_THERE = new Set(['ENOENT', 'ENOTDIR']);

/** Contents in a folder, one file each: `<first two digits>/<SHA-256>`. A file that is there is whole. */
export class FolderStore implements ObjectStore {
  readonly place: string;
  readonly #isShared: boolean;
  readonly #known = new Map<string, Promise<void>>();

  /** @param options.isShared whether it is no folder of one run: then a marker in it says that it is there, and not only its mount point */
  constructor(folder: string, options: { readonly isShared?: boolean } = {}) {
    this.place = folder;
    this.#isShared = options.isShared ?? false;
  }

  async prepare({ isKnown = false }: PrepareStoreOptions = {}): Promise<void> {
    try {
      if (isKnown && this.#isShared) await access(join(this.place, MARKER));
      else await makeDirectory(this.place);
      await writeFile(join(this.place, MARKER), MARKER_TEXT);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  async put(bytes: Uint8Array): Promise<string> {
    const hash = objectHash(bytes);
    let writing = this.#known.get(hash);
    if (writing === undefined) {
      writing = this.#write(hash, bytes).catch((error: unknown) => {
        throw this.#failure(error);
      });
      this.#known.set(hash, writing);
      // What a shared folder has may be removed by others: only who comes meanwhile need not look.
      if (this.#isShared) writing.then(() => this.#known.delete(hash)).catch(() => undefined);
      writing.catch(() => this.#known.delete(hash));
    }
    await writing;
    return hash;
  }

  async get(hash: string, { signal }: StoreOptions = {}): Promise<Uint8Array> {
    const file = this.path(hash);
    const bounds = { maxBytes: FILE_LIMITS.picture, within: this.place };
    let bytes: Buffer;
    try {
      bytes = await readBytes(file, signal === undefined ? bounds : { ...bounds, signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw await this.#readFailure(file, error);
    }
    if (objectHash(bytes) !== hash) throw new ObjectDamagedError(file);
    return bytes;
  }

  async has(hash: string): Promise<boolean> {
    try {
      await access(this.path(hash));
      return true;
    } catch (error) {
      const failure = await this.#readFailure(this.path(hash), error);
      if (failure instanceof ObjectMissingError) return false;
      throw failure;
    }
  }

  async *list({ signal }: StoreOptions = {}): AsyncGenerator<StoredObject> {
    for (const part of await this.#names(this.place)) {
      if (!/^[0-9a-f]{2}$/.test(part)) continue;
      for (const name of await this.#names(join(this.place, part))) {
        signal?.throwIfAborted();
        if (!isObjectHash(name) || !name.startsWith(part)) continue;
        const found = await stat(join(this.place, part, name)).catch(() => null);
        if (found?.isFile() === true) yield { hash: name, bytes: found.size };
      }
    }
  }

  async locate(hash: string): Promise<string> {
    return resolve(this.path(hash));
  }

  /** Where the content lies. @throws {BugError} for what is no hash */
  path(hash: string): string {
    return join(this.place, objectPath(hash));
  }

  async #names(folder: string): Promise<readonly string[]> {
    try {
      return await readdir(folder);
    } catch (error) {
      const failure = await this.#readFailure(folder, error);
      if (failure instanceof ObjectMissingError) return [];
      throw failure;
    }
  }

  async #write(hash: string, bytes: Uint8Array): Promise<void> {
    const file = this.path(hash);
    if (this.#isShared) {
      await access(join(this.place, MARKER));
      if (await this.#isKept(file, bytes)) return;
    } else if (await isThere(file)) return;
    const directory = join(this.place, hash.slice(0, 2));
    await makeDirectory(directory);
    const draft = `${file}.${randomUUID()}`;
    const handle = await open(draft, 'wx');
    try {
      await handle.writeFile(bytes);
      await handle.datasync();
    } catch (error) {
      await unlink(draft).catch(() => undefined);
      throw error;
    } finally {
      await handle.close();
    }
    // The name appears only once the content is on disk, so that a file that is there is whole.
    await rename(draft, file);
    await syncDirectory(directory);
    // A mount that went in between: what was written lies below it.
    if (this.#isShared) await access(join(this.place, MARKER));
  }

  /** Others write into a shared folder, too: what is there is looked at before it counts as kept. */
  async #isKept(file: string, bytes: Uint8Array): Promise<boolean> {
    if (!(await isThere(file))) return false;
    const found = await readBytes(file, { maxBytes: FILE_LIMITS.picture, within: this.place }).catch(
      () => null,
    );
    return found !== null && Buffer.compare(found, bytes) === 0;
  }

  #failure(error: unknown): StoreUnreachableError | StoreRefusedError {
    const why = whyUnreadable(error);
    const isGone = GONE.has(why) || (this.#isShared && NOT_THERE.has(why));
    const message = error instanceof Error ? error.message : String(error);
    const options = { cause: error, place: { file: this.place } };
    if (isGone) {
      return new StoreUnreachableError(`The folder of pictures is not there: ${message}`, {
        ...options,
        hint: 'See whether it is mounted.',
      });
    }
    return new StoreRefusedError(`The folder takes no pictures: ${message}`, {
      ...options,
      hint: 'Make room, or see to it that you may write there.',
    });
  }

  async #readFailure(file: string, error: unknown): Promise<Error> {
    const why = whyUnreadable(error);
    if (GONE.has(why)) return this.#failure(error);
    if (NOT_THERE.has(why)) {
      const isGone = this.#isShared && !(await isThere(join(this.place, MARKER)));
      return isGone ? this.#failure(error) : new ObjectMissingError(file, { cause: error });
    }
    if (why === 'EACCES' || why === 'EPERM') return this.#failure(error);
    return new ObjectDamagedError(file, { cause: error });
  }
}
