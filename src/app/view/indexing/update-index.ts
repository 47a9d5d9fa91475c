import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../../errors.js';
import { FolderIndexer, runNames } from './folder-indexer.js';
import { openIndex, type OpenIndex, type OpenIndexOptions } from './open-index.js';
import { noFolder } from './rebuild-index.js';

export interface UpdateIndexOptions extends Pick<OpenIndexOptions, 'environment' | 'index'> {
  /** Called with every run that was read. */
  readonly onProgress?: (name: string, at: { readonly done: number; readonly of: number }) => void;
  readonly signal: AbortSignal;
}

/** Milliseconds between two looks at an index that another process keeps. */
const LOOK_MS = 200;
/** Looks after which it is seen whether that process is still there. */
const TAKE_OVER_LOOKS = 5;

/**
 * Opens the index of a folder of runs with all of the runs in it, as the viewer has it: made where there is none yet. Where
 * another process keeps it, that one is waited for until it knows every run.
 *
 * @param folder absolute
 * @throws {UserError} where there is no such folder, or no run in it
 */
export async function openUpdatedIndex(folder: string, options: UpdateIndexOptions): Promise<OpenIndex> {
  const { environment, index: address = null, signal } = options;
  for (;;) {
    const index = await openIndex(folder, { environment, index: address });
    if (index === null) throw noFolder(folder);
    try {
      if (await isUpdated(folder, index, options)) {
        await requireRuns(folder, index);
        return index;
      }
    } catch (error) {
      await index[Symbol.asyncDispose]();
      throw error;
    }
    await index[Symbol.asyncDispose]();
    signal.throwIfAborted();
  }
}

/** False where another process keeps it and does not seem to go on: it is opened once more, to take it over if that is gone. */
async function isUpdated(
  folder: string,
  { isWriter, store }: OpenIndex,
  { onProgress, signal }: UpdateIndexOptions,
): Promise<boolean> {
  if (isWriter) {
    const onRun = ({ id }: { readonly id: string }, at: { done: number; of: number }) => onProgress?.(id, at);
    await new FolderIndexer(folder, store).scan({ signal, onRun });
    return true;
  }
  for (let looks = 1; looks <= TAKE_OVER_LOOKS; looks += 1) {
    signal.throwIfAborted();
    const known = new Set([
      ...(await store.revisions()).map(({ name }) => name),
      ...(await store.pruned()).keys(),
    ]);
    if ((await runNames(folder)).every((name) => known.has(name))) return true;
    await sleep(LOOK_MS);
  }
  return false;
}

/** @throws {UserError} where nothing in the folder can be read as a run: it may be another folder than was meant */
async function requireRuns(folder: string, { store }: OpenIndex): Promise<void> {
  const cards = (await store.runs()).map(({ card }) => card);
  if (cards.some(({ state }) => state !== 'unreadable') || (await store.pruned()).size > 0) return;
  const why =
    cards.length === 0 ? 'it holds no folder of a run' : 'none of the folders in it can be read as a run';
  throw new UserError(`there is no run in this folder: ${why}`, {
    place: { file: folder },
    hint: 'Name the folder that holds the folders of runs; `touchstone run` makes one in it.',
  });
}
