import { join } from 'node:path';
import { mapAhead } from '../../domain/collections/map-ahead.js';
import { pairId, type SphinxPair } from './saved-runs/pair.js';
import type { SphinxPairResult } from './saved-runs/pair-result.js';
import { readRecording } from './recordings/recording.js';
import { readSavedRun, type SavedRunLayout } from './saved-runs/saved-run.js';
import { scoreAttempt, type Attempt, type ScoreSphinxOptions } from './saved-runs/score-attempt.js';
import { splitPairs } from './splits.js';

/**
 * Scores the recorded trajectories by their own rules, pair by pair in the order of the split. A recording that the data
 * lack is absent; one that cannot be read voids its own pair.
 *
 * @throws {DatasetError} when the split's task file cannot be read.
 */
export function scoreSphinxRecordings(options: ScoreSphinxOptions): AsyncGenerator<SphinxPairResult> {
  const { dataDirectory, signal } = options;
  return scorePairs(options, 'task', (pair) => readRecording(dataDirectory, pair, { signal }));
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
  const { runsDirectory, layout, signal } = options;
  return scorePairs(options, 'run', (pair) =>
    readSavedRun(join(runsDirectory, pairId(pair)), { layout, signal }),
  );
}

/** Pairs begun before the first of them is done. */
const AHEAD = 4;

function scorePairs(
  options: ScoreSphinxOptions,
  owner: Attempt['owner'],
  load: (pair: SphinxPair) => ReturnType<Attempt['load']>,
): AsyncGenerator<SphinxPairResult> {
  const pairs = splitPairs(options.dataDirectory, options.split, options);
  return mapAhead(pairs, AHEAD, (pair) => {
    const key = { item: pairId(pair), repeat: 0 };
    return scoreAttempt({ key, pair, owner, load: () => load(pair) }, options);
  });
}
