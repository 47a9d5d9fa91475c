import { mapAhead } from '../../domain/collections/map-ahead.js';
import { pairId } from './saved-runs/pair.js';
import type { SphinxPairResult } from './saved-runs/pair-result.js';
import { readRecording } from './recordings/recording.js';
import { folderAttempts } from './saved-runs/saved-attempts.js';
import type { SavedRunLayout } from './saved-runs/saved-run.js';
import { scoreAttempt, type ScoreSphinxOptions } from './saved-runs/score-attempt.js';
import { splitPairs } from './splits.js';

/** Pairs begun before the first of them is done. */
const AHEAD = 4;

/**
 * Scores the recorded trajectories by their own rules, pair by pair in the order of the split. A recording that the data
 * lack is absent; one that cannot be read voids its own pair.
 *
 * @throws {DatasetError} when the split's task file cannot be read.
 */
export function scoreSphinxRecordings(options: ScoreSphinxOptions): AsyncGenerator<SphinxPairResult> {
  const { dataDirectory, signal } = options;
  return mapAhead(splitPairs(dataDirectory, options.split, options), AHEAD, (pair) =>
    scoreAttempt(
      {
        key: { item: pairId(pair), repeat: 0 },
        pair,
        owner: 'task',
        load: () => readRecording(dataDirectory, pair, { signal }),
      },
      options,
    ),
  );
}

export interface ScoreSavedRunsOptions extends ScoreSphinxOptions {
  /** Folder with a folder `<task>/<app>` for each run, as the reference code writes it for one model and observation. */
  readonly runsDirectory: string;
  readonly layout: SavedRunLayout;
}

/**
 * Scores runs that the reference code saved, pair by pair in the order of the split. A run that is missing or cannot be
 * read counts as failed.
 *
 * @throws {DatasetError} when the split's task file cannot be read.
 */
export function scoreSphinxSavedRuns(options: ScoreSavedRunsOptions): AsyncGenerator<SphinxPairResult> {
  return mapAhead(folderAttempts(options), AHEAD, (attempt) => scoreAttempt(attempt, options));
}
