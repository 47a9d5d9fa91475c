import { resolve } from 'node:path';
import { openUpdatedIndex, type UpdateIndexOptions } from './update-index.js';

export interface PruneIndexOptions extends UpdateIndexOptions {
  /** Runs that ended longer ago are left out, milliseconds. */
  readonly keepMs: number;
  /** No run is left out. */
  readonly isTrial?: boolean;
  readonly now?: () => Date;
}

/** A run that is left out of the index. */
export interface PrunedRun {
  readonly run: string;
  /** When it ended, or began where that is not known. */
  readonly at: string;
}

/**
 * Leaves runs out of the index that ended long ago; their folders stay as they are. One that changes is read again, and all are
 * by `touchstone index rebuild`. Runs under way, and folders that are no runs, stay. The index is made or brought up to date
 * first.
 *
 * @throws {UserError} where there is no such folder, or no run in it
 */
export async function pruneIndex(
  path: string,
  { keepMs, isTrial = false, now = () => new Date(), ...options }: PruneIndexOptions,
): Promise<readonly PrunedRun[]> {
  await using index = await openUpdatedIndex(resolve(path), options);
  const before = now().getTime() - keepMs;
  const old: PrunedRun[] = [];
  for (const { name, card } of await index.store.runs()) {
    const at = card.endedAt ?? card.startedAt;
    if (at === null || card.state === 'running' || Date.parse(at) >= before) continue;
    if (!isTrial) await index.store.prune(name);
    old.push({ run: name, at });
  }
  return old;
}
