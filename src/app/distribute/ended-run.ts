import { join } from 'node:path';
import { isThere } from '../../files/is-there.js';
import type { RunStatus } from '../../formats/run/journal/event.js';
import { indexRun } from '../../formats/run/run-index.js';
import { queuedName } from './queue-note.js';

/** A run that a queue had, by its folder. */
export interface EndedRun {
  readonly run: string;
  readonly directory: string;
  /** How its last session ended; null where it was killed, or goes on elsewhere. */
  readonly status: RunStatus | null;
  readonly finished: number;
  readonly planned: number;
}

/** Random letters behind the name of a folder. */
const LETTERS = /~[0-9a-f]+$/;

/**
 * What became of a run that a queue has not any more, where its folder is here.
 *
 * @param name of its folder, or as the queue knew it
 * @returns null where there is no such run, or it never was in a queue
 */
export async function endedRun(
  name: string,
  { runsFolder, signal }: { readonly runsFolder: string; readonly signal: AbortSignal },
): Promise<EndedRun | null> {
  const folder = name.replace(LETTERS, '');
  const directory = join(runsFolder, folder);
  if (!/^[\w.-]+$/.test(folder) || !(await isThere(directory))) return null;
  const run = await queuedName(directory);
  if (run === null || (name !== folder && name !== run)) return null;
  const { status, items, start } = await indexRun(directory, { withoutCosts: true, signal });
  return { run, directory, status, finished: items.size, planned: start.planned };
}
