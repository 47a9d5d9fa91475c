import { join } from 'node:path';
import type { DatasetError } from '../../../errors.js';
import { FileContentError } from '../../../formats/file-errors.js';
import { readObservedTrajectories } from '../../../formats/trajectories/read-observed-trajectories.js';
import { splitPairs, type SphinxSplit } from '../splits.js';
import { pairId, type SphinxPair } from './pair.js';
import type { SphinxPairResult } from './pair-result.js';
import { readSavedRun, type SavedRunLayout } from './saved-run.js';
import type { Attempt } from './score-attempt.js';

interface AttemptsOptions {
  readonly dataDirectory: string;
  readonly split: SphinxSplit;
  readonly signal: AbortSignal;
}

/**
 * What a folder of the reference code's runs holds for each pair of the split, in its order; the folder of a pair is read
 * when the attempt is loaded.
 *
 * @throws {DatasetError} when the split's task file cannot be read
 */
export async function* folderAttempts({
  runsDirectory,
  layout,
  ...options
}: AttemptsOptions & {
  readonly runsDirectory: string;
  readonly layout: SavedRunLayout;
}): AsyncGenerator<Attempt> {
  const { signal } = options;
  for await (const pair of splitPairs(options.dataDirectory, options.split, options)) {
    yield {
      key: { item: pairId(pair), repeat: 0 },
      pair,
      owner: 'run',
      load: () => readSavedRun(join(runsDirectory, pairId(pair)), { layout, signal }),
    };
  }
}

/**
 * The attempts of a file of observed trajectories (JSON Lines; items are called `<task>/<app>`), in its order; then the
 * pairs of the split that it holds no attempt at. Attempts at pairs outside the split are passed over.
 *
 * @throws {DatasetError} when the split's task file or the file as a whole cannot be read, naming the line
 */
export async function* observedAttempts({
  file,
  ...options
}: AttemptsOptions & { readonly file: string }): AsyncGenerator<Attempt> {
  const unseen = new Map<string, SphinxPair>();
  for await (const pair of splitPairs(options.dataDirectory, options.split, options))
    unseen.set(pairId(pair), pair);
  const pairs = new Map(unseen);
  for await (const attempt of readObservedTrajectories(file, options)) {
    const { key } = attempt;
    const pair = pairs.get(key.item);
    if (pair === undefined) continue;
    unseen.delete(key.item);
    const load: Attempt['load'] = () =>
      attempt.type === 'broken'
        ? Promise.reject(attempt.error)
        : Promise.resolve({ trajectory: attempt.trajectory, warnings: [] });
    yield { key, pair, owner: 'run', load };
  }
  for (const pair of unseen.values()) {
    yield { key: { item: pairId(pair), repeat: 0 }, pair, owner: 'run', load: () => Promise.resolve(null) };
  }
}

/**
 * Runs made elsewhere are not there at all: a wrong folder would otherwise be a rate of 0 %.
 *
 * @param path of the folder or file
 * @param broken the first run that is there and cannot be read
 */
export function noReadableRun(path: string, broken: SphinxPairResult | null): DatasetError {
  if (broken?.type === 'broken') {
    return new FileContentError('none of the runs can be read', {
      place: { file: path },
      hint: `The first, ${broken.key.item}: ${broken.error.message}`,
      cause: broken.error,
    });
  }
  return new FileContentError('nothing here is a run of a pair that the split and the data hold', {
    place: { file: path },
    hint: 'Name the folder of one model and observation, which holds <task>/<app>/actions.json, or a file of JSON Lines whose items are called <task>/<app>.',
  });
}
