import { resolve } from 'node:path';
import type { AppContext } from '../../app-context.js';
import { openIndex } from './open-index.js';
import { noFolder } from './rebuild-index.js';

export interface PruneIndexOptions {
  readonly environment: AppContext['environment'];
  /** Address of a database that the index is in; null: a file of its own. */
  readonly index?: string | null;
  /** Runs that ended longer ago are left out, milliseconds. */
  readonly keepMs: number;
  /** Nothing is changed. */
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
 * by `touchstone index rebuild`. Runs under way, and folders that are no runs, stay.
 *
 * @throws {UserError} where there is no such folder
 */
export async function pruneIndex(
  path: string,
  { environment, index: address = null, keepMs, isTrial = false, now = () => new Date() }: PruneIndexOptions,
): Promise<readonly PrunedRun[]> {
  const folder = resolve(path);
  await using index = await openIndex(folder, { environment, index: address });
  if (index === null) throw noFolder(folder);
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
