import type { SphinxPairResult } from './saved-runs/pair-result.js';
import { observedAttempts } from './saved-runs/saved-attempts.js';
import { scoreAttempt, type ScoreSphinxOptions } from './saved-runs/score-attempt.js';

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
  for await (const attempt of observedAttempts(options)) yield await scoreAttempt(attempt, options);
}
