import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fork } from '../../domain/run.js';
import { TouchstoneError } from '../../errors.js';
import { readRunStart } from '../../formats/run/run-index.js';

/** A fork of a run: where it begins, what is different in it, how many futures it has. */
export interface ForkOfRun {
  /** Name of its folder. */
  readonly id: string;
  readonly fork: Fork;
  /** Futures: its item's repeats, from 0. */
  readonly times: number;
  /** ISO 8601. */
  readonly startedAt: string;
}

/**
 * The forks of a run in a folder of runs, oldest first, so that what became of an episode can be shown beside it. Folders
 * that cannot be read as a run are passed over.
 *
 * @param origin id and identity of the run; null: all forks there are
 */
export async function listForks(
  runsFolder: string,
  origin: { readonly run: string; readonly identityHash: string } | null,
  options: { readonly signal?: AbortSignal } = {},
): Promise<readonly ForkOfRun[]> {
  const entries = await readdir(runsFolder, { withFileTypes: true }).catch(() => []);
  const found: ForkOfRun[] = [];
  for (const { name: id } of entries.filter((entry) => entry.isDirectory())) {
    const start = await readRunStart(join(runsFolder, id), options).catch((error: unknown) => {
      if (error instanceof TouchstoneError) return null;
      throw error;
    });
    const fork = start?.identity.fork;
    if (start === null || fork === undefined) continue;
    const isOf = origin === null || (fork.run === origin.run && fork.identityHash === origin.identityHash);
    if (isOf) found.push({ id, fork, times: start.identity.repeats, startedAt: start.at });
  }
  return found.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
}
