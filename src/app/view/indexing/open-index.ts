import { createHash } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { JournalWriteError, RunLockedError } from '../../../formats/run/run-errors.js';
import { lockHolder, RunLock } from '../../../formats/run/run-lock.js';
import { UserError } from '../../../errors.js';
import type { RunStore } from '../../../storage/run-store.js';
import { StoreOlderError, StoreUnmadeError } from '../../../storage/store-broken-error.js';
import { StoreNewerError } from '../../../storage/store-newer-error.js';
import type { AppContext } from '../../app-context.js';
import { userFolder } from '../../trust/user-folder.js';
import { folderName } from './folder-name.js';

/** Folder within a folder of runs that holds what was derived from them. */
export const INDEX_FOLDER = '.touchstone';
const FILE = 'index.db';
const WRITER = 'index';
/** How often, and how many milliseconds apart, an index of an older version is looked at until whoever keeps it has made it once more. */
const UPGRADE_TRIES = 20;
const UPGRADE_MS = 100;

export interface OpenIndexOptions {
  readonly environment: AppContext['environment'];
  /** Nothing of what is there is kept; only for the process that writes. */
  readonly isAnew?: boolean;
  /** Address of a database for it; null or left out: a file of its own. */
  readonly index?: string | null;
}

/** The index of a folder as this process has it open. */
export interface OpenIndex extends AsyncDisposable {
  /** File, or address without password. */
  readonly place: string;
  readonly store: RunStore;
  /** Whether this process writes it; others read what it writes. */
  readonly isWriter: boolean;
  /** Whether it is still what was opened: folders are moved and replaced, connections break off. */
  isStillThere(): Promise<boolean>;
  /** Calls back when anybody has changed it; null where that has to be looked for. */
  readonly listen: ((onChange: () => void) => void) | null;
}

/**
 * Opens the index of a folder of runs: in the database that is named, else in the folder itself, or in the user's own where
 * that cannot be written. One process at a time writes it, and whoever comes later reads.
 *
 * @throws {DatabaseAwayError | UserError} where the database that is named cannot be used
 * @throws {StoreBrokenError} where another process is about to make it
 * @returns null where there is no such folder
 */
export async function openIndex(folder: string, options: OpenIndexOptions): Promise<OpenIndex | null> {
  if (!(await isFolder(folder))) return null;
  const own = join(folder, INDEX_FOLDER);
  const { index = null } = options;
  if (index !== null) return openInDatabase(index, await folderName(folder, own), options);
  try {
    // Not recursive: a folder of runs that has just vanished is not made again.
    await mkdir(own).catch(ignoreExisting);
    return await openIn(own, options);
  } catch (error) {
    // Kept by a program of another version, which goes on with it: this one has an index of its own.
    if (
      !(
        error instanceof ElsewhereError ||
        error instanceof StoreNewerError ||
        error instanceof StoreOlderError
      )
    ) {
      if (!isRefused(error)) throw error;
      if (!(await isFolder(folder))) return null;
    }
  }
  const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 32);
  const users = join(userFolder(options.environment), 'index', name);
  await mkdir(users, { recursive: true });
  return openIn(users, options);
}

/** A process of another machine writes the index there: one file of a database cannot be shared so far. */
class ElsewhereError extends UserError {
  override readonly code = 'INDEX_ELSEWHERE';
}

/** @throws {UserError} where what it needs of this machine is not installed */
async function nativeStore() {
  try {
    return await import('../../../storage/embedded/open-store.js');
  } catch (cause) {
    throw new UserError('the database for the index of runs cannot be loaded', {
      cause,
      hint: 'Install Touchstone again on this machine: `npm install` brings the part of libsql that fits it.',
    });
  }
}

async function openIn(place: string, { isAnew = false }: OpenIndexOptions): Promise<OpenIndex> {
  const file = join(place, FILE);
  const lock = await lockIn(place);
  try {
    const { openEmbeddedStore } = await nativeStore();
    const store = await inTime(() => openEmbeddedStore(file, { isWriter: lock !== null, isAnew }));
    try {
      if (lock !== null) await store.sweep();
      const inode = await inodeOf(file);
      return {
        place: file,
        store,
        isWriter: lock !== null,
        isStillThere: async () => (await inodeOf(file)) === inode,
        listen: null,
        [Symbol.asyncDispose]: async () => {
          await store[Symbol.asyncDispose]();
          await lock?.release().catch(() => undefined);
        },
      };
    } catch (error) {
      await store[Symbol.asyncDispose]();
      throw error;
    }
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

/** What opens, where it is being brought up to date just now: a moment later. */
async function inTime(open: () => Promise<RunStore>): Promise<RunStore> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await open();
    } catch (error) {
      const isBeingMade = error instanceof StoreOlderError || error instanceof StoreUnmadeError;
      if (!isBeingMade || tries === UPGRADE_TRIES) throw error;
      await sleep(UPGRADE_MS);
    }
  }
}

async function openInDatabase(
  address: string,
  folder: string,
  { isAnew = false }: OpenIndexOptions,
): Promise<OpenIndex> {
  const { openPostgresStore } = await import('../../../storage/postgres/open-postgres-store.js');
  const opened = await openPostgresStore(address, folder);
  const { store, isWriter } = opened;
  try {
    if (isWriter) await store.sweep();
    if (isWriter && isAnew) {
      await store.outdate();
      for (const { name } of await store.revisions()) await store.remove(name);
    }
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
  return {
    place: opened.place,
    store,
    isWriter,
    isStillThere: async () => opened.isConnected(),
    listen: (onChange) => opened.listen(onChange),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

async function lockIn(place: string): Promise<RunLock | null> {
  try {
    return await RunLock.acquire(place, { writer: WRITER });
  } catch (error) {
    if (!(error instanceof RunLockedError)) throw error;
    const holder = await lockHolder(place, WRITER);
    if (holder !== null && holder.host !== hostname()) {
      throw new ElsewhereError(`a process of ${holder.host} keeps the index`, {
        place: { file: place },
        hint: 'Close it there, or set TOUCHSTONE_HOME to a folder of this machine.',
      });
    }
    return null;
  }
}

function isRefused(error: unknown): boolean {
  if (error instanceof JournalWriteError) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'ENOSPC', 'EDQUOT'].includes(code);
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function inodeOf(file: string): Promise<bigint | null> {
  return stat(file, { bigint: true }).then(
    ({ ino }) => ino,
    () => null,
  );
}
