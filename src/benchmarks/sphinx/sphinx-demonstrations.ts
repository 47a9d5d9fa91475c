import { statSync } from 'node:fs';
import type { ElsewhereScorer, SavedDemonstration } from '../elsewhere-scorer.js';
import { readTaskInfo } from './recordings/task-info.js';
import type { AttemptRecord } from './saved-runs/attempt-record.js';
import type { SphinxPairResult } from './saved-runs/pair-result.js';
import { folderAttempts, noReadableRun, observedAttempts } from './saved-runs/saved-attempts.js';
import { scoreAttempt, type Attempt } from './saved-runs/score-attempt.js';
import { namedData } from './score-elsewhere.js';
import { sphinxSplit } from './splits.js';

/**
 * Runs made elsewhere in the forms that `score sphinx --trajectories` reads, with the instructions of their tasks. Pairs
 * that no task file names have none, and are left out.
 *
 * @throws {UserError | DatasetError} when data, split or runs name nothing, or none of the runs can be read
 */
export async function* sphinxDemonstrations(
  request: Parameters<NonNullable<ElsewhereScorer['demonstrations']>>[0],
): AsyncGenerator<SavedDemonstration> {
  const { path, signal } = request;
  const dataDirectory = namedData(request);
  const mode = request.mode ?? 'reference';
  const options = { dataDirectory, split: sphinxSplit(request.split ?? 'all'), modes: [mode], signal };
  const goals = new Map<number, string>();
  for (const { id, description } of await readTaskInfo(dataDirectory, 'all', { signal }))
    goals.set(id, description);
  const attempts = statSync(path).isDirectory()
    ? folderAttempts({ ...options, runsDirectory: path, layout: 'auto' })
    : observedAttempts({ ...options, file: path });
  let readable = 0;
  let firstBroken: SphinxPairResult | null = null;
  for await (const attempt of attempts) {
    const loaded: AttemptRecord[] = [];
    const load: Attempt['load'] = async () => {
      const record = await attempt.load();
      if (record !== null) loaded.push(record);
      return record;
    };
    const result = await scoreAttempt({ ...attempt, load }, options);
    if (result.type === 'broken' && result.what === 'run') firstBroken ??= result;
    const [record] = loaded;
    const instruction = goals.get(attempt.pair.task);
    if (result.type !== 'scored' || record === undefined || instruction === undefined) continue;
    readable += 1;
    const { trajectory } = record;
    yield { key: attempt.key, instruction, trajectory, success: result.results.get(mode)?.success ?? null };
  }
  if (readable === 0) throw noReadableRun(path, firstBroken);
}
