import { join, resolve } from 'node:path';
import { TouchstoneError } from '../../errors.js';
import { FolderStore } from '../../files/folder-store.js';
import { isObjectHash, objectHash } from '../../files/object-hash.js';
import {
  ObjectDamagedError,
  ObjectMissingError,
  StoreUnreachableError,
} from '../../files/object-store-errors.js';
import type { ObjectStore, StoreOptions } from '../../files/object-store.js';
import { openObjectStore } from '../../files/open-object-store.js';
import { readPicturePlaces } from './picture-places.js';
import { JournalWriteError, StoredFileError } from './run-errors.js';

/**
 * Pictures and UI hierarchies of a run, one file per content: `files/<first two digits>/<SHA-256>` of its folder, or a store
 * that `files.json` names.
 */
export class FileStore {
  readonly #runDirectory: string;
  readonly #own: FolderStore;
  readonly #elsewhere: ObjectStore | null;
  #places: Promise<readonly ObjectStore[]> | null = null;

  /** @param elsewhere where contents are kept, if not in the folder of the run; whoever gives it has named it in `files.json` */
  constructor(runDirectory: string, elsewhere: ObjectStore | null = null) {
    this.#runDirectory = runDirectory;
    this.#own = new FolderStore(join(runDirectory, 'files'));
    this.#elsewhere = elsewhere;
  }

  /** The store that contents are kept in; null for the folder of the run. */
  get elsewhere(): string | null {
    return this.#elsewhere?.place ?? null;
  }

  /**
   * Keeps the bytes, once however often they come; durable when it resolves. Returns their SHA-256.
   *
   * @throws {JournalWriteError} when the folder of the run does not take them
   * @throws {StoreRefusedError | StoreUnreachableError} when the store elsewhere does not
   */
  async put(bytes: Uint8Array, options: StoreOptions = {}): Promise<string> {
    if (this.#elsewhere !== null) return await this.#elsewhere.put(bytes, options);
    try {
      return await this.#own.put(bytes);
    } catch (error) {
      const cause = error instanceof TouchstoneError ? error.cause : error;
      throw new JournalWriteError(this.#own.path(objectHash(bytes)), cause);
    }
  }

  /**
   * @throws {StoredFileError} when the file is missing everywhere, or its content does not match the hash in its name
   * @throws {StoreRefusedError | StoreUnreachableError} when a store that may have it does not answer
   */
  async get(hash: string, options: StoreOptions = {}): Promise<Uint8Array> {
    const file = this.#path(hash);
    try {
      return await this.#own.get(hash, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      // What is broken here may be whole in a store.
      const found =
        error instanceof ObjectMissingError || error instanceof ObjectDamagedError
          ? await this.#fromStores((store) => store.get(hash, options))
          : null;
      if (found !== null) return found;
      throw unreadable(file, error);
    }
  }

  /** Absolute path that a content has in the folder of the run. @throws {StoredFileError} for what is no hash */
  locate(hash: string): string {
    return resolve(this.#path(hash));
  }

  /** Absolute path of a file of this machine with the content: that of the run's folder, or a copy. @throws as `get` */
  async file(hash: string, options: StoreOptions = {}): Promise<string> {
    const own = this.locate(hash);
    if (await this.#own.has(hash).catch(() => true)) return own;
    return (await this.#fromStores(async (store) => (await store.locate?.(hash, options)) ?? null)) ?? own;
  }

  /** Whether contents that are not in the folder of the run may be in a store. @throws {DatasetError} for a broken `files.json` */
  async hasStores(): Promise<boolean> {
    return (await this.#stores()).length > 0;
  }

  #path(hash: string): string {
    if (!isObjectHash(hash)) {
      throw new StoredFileError(`${JSON.stringify(hash)} is no SHA-256`, {
        hint: 'Restore the run from a copy.',
      });
    }
    return this.#own.path(hash);
  }

  /**
   * From the first store of the run that has it whole; null where none has it. Where one is away, nothing is said to be missing
   * or broken.
   */
  async #fromStores<T>(ask: (store: ObjectStore) => Promise<T | null>): Promise<T | null> {
    let away: StoreUnreachableError | null = null;
    let damage: ObjectDamagedError | null = null;
    for (const store of await this.#stores()) {
      try {
        const found = await ask(store);
        if (found !== null) return found;
      } catch (error) {
        if (error instanceof StoreUnreachableError) away ??= error;
        else if (error instanceof ObjectDamagedError) damage ??= error;
        else if (!(error instanceof ObjectMissingError)) throw error;
      }
    }
    if (away !== null) throw away;
    if (damage !== null) throw asOfRun(damage);
    return null;
  }

  async #stores(): Promise<readonly ObjectStore[]> {
    this.#places ??= readPicturePlaces(this.#runDirectory).then((places) =>
      Promise.all(
        places.map(async (place) =>
          place === this.#elsewhere?.place
            ? this.#elsewhere
            : await openObjectStore(place, this.#runDirectory),
        ),
      ),
    );
    try {
      return await this.#places;
    } catch (error) {
      this.#places = null;
      throw error;
    }
  }
}

/** What a store says of a content, as of a file of the run. */
function asOfRun(error: ObjectDamagedError): StoredFileError {
  return new StoredFileError(error.message, { cause: error, hint: error.hint ?? '' });
}

function unreadable(file: string, error: unknown): StoredFileError {
  const cause = error instanceof TouchstoneError ? error.cause : error;
  if (cause === undefined) {
    return new StoredFileError('The file does not have the content its name promises', {
      place: { file },
      hint: 'Restore it from a copy.',
    });
  }
  return new StoredFileError('A file of the run cannot be read', {
    cause,
    place: { file },
    hint: 'Copy run folders as a whole, `files/` included.',
  });
}
