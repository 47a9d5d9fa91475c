import { readObservedTrajectories } from '../../formats/trajectories/read-observed-trajectories.js';
import { pairId, type SphinxPair } from './saved-runs/pair.js';
import type { SphinxPairResult } from './saved-runs/pair-result.js';
import { scoreAttempt, type Attempt, type ScoreSphinxOptions } from './saved-runs/score-attempt.js';
import { splitPairs } from './splits.js';

export interface ScoreTrajectoriesOptions extends ScoreSphinxOptions {
  /** Observed trajectories, JSON Lines; items are called `<task>/<app>`. */
  readonly file: string;
}

/**
 * Scores attempts that were made elsewhere and written in our own form, in the order of the file; then the pairs of the
 * split that it holds no attempt at, as absent. Attempts at pairs outside the split are passed over.
 *
 * @throws {DatasetError} when the split's task file or the file as a whole cannot be read, naming the line.
 */
export async function* scoreSphinxObserved(
  options: ScoreTrajectoriesOptions,
): AsyncGenerator<SphinxPairResult> {
  const { file, signal } = options;
  const unseen = new Map<string, SphinxPair>();
  for await (const pair of splitPairs(options.dataDirectory, options.split, options))
    unseen.set(pairId(pair), pair);
  const pairs = new Map(unseen);
  for await (const attempt of readObservedTrajectories(file, { signal })) {
    const { key } = attempt;
    const pair = pairs.get(key.item);
    if (pair === undefined) continue;
    unseen.delete(key.item);
    const load = (): ReturnType<Attempt['load']> =>
      attempt.type === 'broken'
        ? Promise.reject(attempt.error)
        : Promise.resolve({ trajectory: attempt.trajectory, warnings: [] });
    yield await scoreAttempt({ key, pair, owner: 'run', load }, options);
  }
  for (const pair of unseen.values()) {
    const key = { item: pairId(pair), repeat: 0 };
    yield await scoreAttempt({ key, pair, owner: 'run', load: () => Promise.resolve(null) }, options);
  }
}
