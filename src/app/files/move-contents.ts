import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatasetError, UserError } from '../../errors.js';
import { isFileError } from '../../files/file-errors.js';
import { FolderStore } from '../../files/folder-store.js';
import { isThere } from '../../files/is-there.js';
import type { ObjectStore } from '../../files/object-store.js';
import { openObjectStore, schemeOf } from '../../files/open-object-store.js';
import { FileStore } from '../../formats/run/file-store.js';
import { addPicturePlace } from '../../formats/run/picture-places.js';
import { runContents } from './run-contents.js';

/** What `push` and `pull` did, and `check` found. */
export interface MovedContents {
  readonly run: string;
  /** Where they were moved to; null of a check. */
  readonly place: string | null;
  /** Contents that the journals name. */
  readonly named: number;
  /** Of those, copied now. */
  readonly copied: number;
  readonly copiedBytes: number;
  /** Of those, there already. */
  readonly present: number;
  /** Contents that nobody has, or whose bytes are others, with an item that shows each. */
  readonly lost: readonly LostContent[];
}

export interface LostContent {
  readonly hash: string;
  readonly item: string;
  readonly why: string;
}

export interface MoveOptions {
  readonly workingDirectory: string;
  /** Called as contents are done. */
  readonly onProgress?: (done: number, of: number) => void;
  readonly signal: AbortSignal;
}

/** Contents moved at the same time. */
const AT_ONCE = 16;

/**
 * Copies what the journals of a run name into a store, and notes the place in the run's folder. What is there already is not
 * sent again, so that a push that broke off goes on. With `isMoved` the folder's own copies go once all are there.
 *
 * @throws {UserError} for a place that is none, and the run's own folder
 * @throws {StoreRefusedError | StoreUnreachableError}
 */
export async function pushContents(
  directory: string,
  place: string,
  options: MoveOptions & { readonly isMoved: boolean },
): Promise<MovedContents> {
  const own = new FolderStore(join(directory, 'files'));
  const to = await openObjectStore(place, options.workingDirectory);
  if (schemeOf(place) === null) await requireOther(to.place, own.place);
  const contents = await runContents(directory, options);
  await to.prepare({ signal: options.signal });
  const from = new FileStore(directory);
  const moved = await copyAll(contents, options, async (hash) => await copyTo(to, hash, from, options));
  // Only then: whoever reads the place finds all that can be had.
  await addPicturePlace(directory, to.place);
  if (options.isMoved && moved.lost.length === 0) {
    for (const hash of contents.keys()) await rm(own.path(hash), { force: true });
  }
  return { run: directory, place: to.place, ...moved };
}

/**
 * Whatever the paths to them are called, a folder is no copy of itself: what is written into one is not in the other.
 *
 * @throws {UserError} where both are one
 */
async function requireOther(place: string, own: string): Promise<void> {
  let isSame = resolve(place) === resolve(own);
  if (!isSame && (await isThere(own)) && (await isThere(place))) {
    const name = `.${randomUUID()}`;
    try {
      await writeFile(join(own, name), '');
      isSame = await isThere(join(place, name));
    } catch (error) {
      // A folder that cannot be written is not emptied either.
      if (!isFileError(error)) throw error;
    } finally {
      await rm(join(own, name), { force: true }).catch(() => undefined);
    }
  }
  if (!isSame) return;
  throw new UserError('The pictures of the run are there', {
    hint: 'Name another folder, or s3://BUCKET/PREFIX.',
  });
}

/**
 * Copies what the journals of a run name from its stores into its own folder, which is whole then.
 *
 * @throws {StoreRefusedError | StoreUnreachableError}
 */
export async function pullContents(directory: string, options: MoveOptions): Promise<MovedContents> {
  const own = new FolderStore(join(directory, 'files'));
  const contents = await runContents(directory, options);
  const from = new FileStore(directory);
  const moved = await copyAll(contents, options, async (hash) => {
    if (await isWhole(own, hash, options)) return null;
    const bytes = await from.get(hash, { signal: options.signal });
    // Of a broken one: a file that is there counts as whole.
    await rm(own.path(hash), { force: true });
    await own.put(bytes);
    return bytes.byteLength;
  });
  return { run: directory, place: own.place, ...moved };
}

/**
 * Reads and hashes all that the journals of a run name, wherever it is; copies that this machine keeps of what is in stores do
 * not count.
 *
 * @throws {StoreRefusedError | StoreUnreachableError}
 */
export async function checkContents(directory: string, options: MoveOptions): Promise<MovedContents> {
  const contents = await runContents(directory, options);
  const from = new FileStore(directory);
  const found = await copyAll(contents, options, async (hash) => {
    await from.get(hash, { signal: options.signal, isFresh: true });
    return null;
  });
  return { run: directory, place: null, ...found };
}

/** Bytes that were copied; null where it was there. Before copies are removed, the store compares what it has (`put`). */
async function copyTo(
  to: ObjectStore,
  hash: string,
  from: FileStore,
  { signal, isMoved: isSure }: MoveOptions & { readonly isMoved?: boolean },
): Promise<number | null> {
  const isThere = await to.has(hash, { signal }).catch((error: unknown) => {
    // Other bytes are replaced.
    if (error instanceof DatasetError) return false;
    throw error;
  });
  if (isThere && isSure !== true) return null;
  const bytes = await from.get(hash, { signal });
  await to.put(bytes, { signal });
  return isThere ? null : bytes.byteLength;
}

async function isWhole(own: FolderStore, hash: string, { signal }: MoveOptions): Promise<boolean> {
  try {
    await own.get(hash, { signal });
    return true;
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    return false;
  }
}

async function copyAll(
  contents: ReadonlyMap<string, string>,
  { signal, onProgress }: MoveOptions,
  copy: (hash: string) => Promise<number | null>,
): Promise<Omit<MovedContents, 'run' | 'place'>> {
  const lost: LostContent[] = [];
  let [done, copied, copiedBytes, present] = [0, 0, 0, 0];
  const rest = contents.entries();
  const work = async (): Promise<void> => {
    for (const [hash, item] of rest) {
      signal.throwIfAborted();
      try {
        const bytes = await copy(hash);
        if (bytes === null) present += 1;
        else [copied, copiedBytes] = [copied + 1, copiedBytes + bytes];
      } catch (error) {
        if (!(error instanceof DatasetError)) throw error;
        lost.push({ hash, item, why: error.message });
      }
      done += 1;
      onProgress?.(done, contents.size);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { named: contents.size, copied, copiedBytes, present, lost };
}
