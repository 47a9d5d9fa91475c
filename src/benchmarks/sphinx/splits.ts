import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import { FileUnreadableError } from '../../formats/file-errors.js';
import { pairId, type SphinxPair } from './saved-runs/pair.js';
import { readTaskInfo } from './recordings/task-info.js';

/**
 * Which pairs: `all` 244 user tasks, `no-login` 163 of them; `present` every recording on disk; `extra` the recordings that
 * no task file names and that have no instruction.
 */
export type SphinxSplit = (typeof SPHINX_SPLITS)[number];
export const SPHINX_SPLITS = ['all', 'no-login', 'present', 'extra'] as const;

/** The split of this name. @throws {UserError} */
export function sphinxSplit(name: string): SphinxSplit {
  const split = SPHINX_SPLITS.find((known) => known === name);
  if (split !== undefined) return split;
  throw new UserError(`sphinx has no split "${name}"`, {
    hint: `${didYouMean(name, SPHINX_SPLITS)}Its splits: ${SPHINX_SPLITS.join(', ')}.`,
  });
}

/**
 * The pairs of a split one after the other: by the task file where there is one, else by task number and app name.
 *
 * @throws {DatasetError} naming file and place
 */
export async function* splitPairs(
  dataDirectory: string,
  split: SphinxSplit,
  options: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<SphinxPair> {
  if (split === 'all' || split === 'no-login') {
    for (const { id, apps } of await readTaskInfo(dataDirectory, split, options)) {
      for (const app of apps) yield { task: id, app };
    }
    return;
  }
  const named = new Set<string>();
  if (split === 'extra') {
    for await (const pair of splitPairs(dataDirectory, 'all', options)) named.add(pairId(pair));
  }
  for await (const pair of pairsOnDisk(join(dataDirectory, 'groundtruth'), options)) {
    if (!named.has(pairId(pair))) yield pair;
  }
}

/** Pairs whose app needs no account; none where the file that names them is not there. @throws {DatasetError} */
export async function pairsWithoutLogin(
  dataDirectory: string,
  options: { readonly signal: AbortSignal },
): Promise<ReadonlySet<string>> {
  const pairs = new Set<string>();
  if (!existsSync(join(dataDirectory, 'task_info.json'))) return pairs;
  for await (const pair of splitPairs(dataDirectory, 'no-login', options)) pairs.add(pairId(pair));
  return pairs;
}

/** Folders `<task>/<app>`; anything else is passed over. */
async function* pairsOnDisk(
  folder: string,
  options: { readonly signal?: AbortSignal },
): AsyncGenerator<SphinxPair> {
  const tasks = (await subfolders(folder)).filter((name) => /^\d{1,9}$/.test(name)).map(Number);
  for (const task of tasks.toSorted((a, b) => a - b)) {
    options.signal?.throwIfAborted();
    for (const app of (await subfolders(join(folder, String(task)))).toSorted()) yield { task, app };
  }
}

async function subfolders(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (cause) {
    throw new FileUnreadableError('the folder cannot be listed', {
      place: { file: folder },
      hint: 'Name the folder of the SPHINX data, which holds "groundtruth".',
      cause,
    });
  }
}
