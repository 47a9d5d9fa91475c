import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../../errors.js';
import type { AppContext } from '../../app-context.js';
import { FolderIndexer, runNames } from './folder-indexer.js';
import { openIndex, type OpenIndex } from './open-index.js';

/** What an index was made of. */
export interface RebuiltIndex {
  readonly folder: string;
  /** File of the index, or address of its database without password. */
  readonly database: string;
  readonly runs: number;
  /** Folders that cannot be read as runs. */
  readonly unreadable: number;
  /** Episodes that came to an end. */
  readonly episodes: number;
}

export interface RebuildIndexOptions {
  readonly environment: AppContext['environment'];
  /** Address of a database that the index is in; null: a file of its own. */
  readonly index?: string | null;
  /** Called with every run that was read. */
  readonly onProgress?: (name: string, at: { readonly done: number; readonly of: number }) => void;
  readonly signal: AbortSignal;
}

/** Milliseconds between two looks at an index that another process makes. */
const LOOK_MS = 200;
/** Looks after which it is seen whether that process is still there. */
const TAKE_OVER_LOOKS = 5;

/**
 * Makes the index of a folder of runs anew from their journals. Where another process keeps it, that one is asked to, and
 * waited for.
 *
 * @throws {UserError} where there is no such folder
 */
export async function rebuildIndex(path: string, options: RebuildIndexOptions): Promise<RebuiltIndex> {
  const folder = resolve(path);
  const { environment, index: address = null } = options;
  await using index = await openIndex(folder, { environment, index: address, isAnew: true });
  if (index === null) throw noFolder(folder);
  if (index.isWriter) return await make(folder, index, options);
  await using own = await haveItMade(folder, index, options);
  return own === null ? await madeOf(folder, index) : await make(folder, own, options);
}

async function make(
  folder: string,
  index: OpenIndex,
  { signal, onProgress }: RebuildIndexOptions,
): Promise<RebuiltIndex> {
  await new FolderIndexer(folder, index.store).scan({ signal, onRun: ({ id }, at) => onProgress?.(id, at) });
  return madeOf(folder, index);
}

async function madeOf(folder: string, { place, store }: OpenIndex): Promise<RebuiltIndex> {
  const cards = (await store.runs()).map(({ card }) => card);
  return {
    folder,
    database: place,
    runs: cards.length,
    unreadable: cards.filter(({ state }) => state === 'unreadable').length,
    episodes: cards.reduce((sum, { finished }) => sum + finished, 0),
  };
}

/** There is no folder of runs. */
export function noFolder(folder: string): UserError {
  return new UserError('there is no such folder', {
    place: { file: folder },
    hint: 'Name the folder that holds the folders of runs.',
  });
}

/** Null when it is made; the index to be made by this process where the one that keeps it has ended meanwhile. */
async function haveItMade(
  folder: string,
  { store }: OpenIndex,
  { environment, index = null, onProgress, signal }: RebuildIndexOptions,
): Promise<OpenIndex | null> {
  await store.outdate();
  const seen = new Set<string>();
  for (let looks = 1; ; looks += 1) {
    signal.throwIfAborted();
    const names = await runNames(folder);
    const made = new Map((await store.revisions()).map(({ name, fingerprint }) => [name, fingerprint]));
    const done = names.filter((name) => (made.get(name) ?? '') !== '');
    for (const name of done.filter((one) => !seen.has(one))) {
      seen.add(name);
      onProgress?.(name, { done: seen.size, of: names.length });
    }
    if (done.length === names.length) return null;
    await sleep(LOOK_MS);
    if (looks % TAKE_OVER_LOOKS !== 0) continue;
    const own = await openIndex(folder, { environment, index, isAnew: true });
    if (own?.isWriter === true) return own;
    await own?.[Symbol.asyncDispose]();
    if (own === null) return null;
  }
}
