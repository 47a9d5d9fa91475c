import { itemKeyText, outcomeOf, type EpisodeEnd } from '../../../domain/episode.js';
import type { Mode } from '../../../domain/mode.js';
import type { EpisodeScores, ItemResult, NamedScore } from '../../../domain/score.js';
import type { Task } from '../../../domain/task.js';
import type { Failure } from '../journal/event.js';
import { JournalDamagedError } from '../run-errors.js';
import { PassScores, requireScoresOf, scoredItem } from './pass-scores.js';
import { listScoreFiles, readScoreFile } from '../run-folder.js';
import { isVoidEnd, type IndexedItem, type RunIndex } from '../run-index.js';
import { NO_COST, type ModelCost } from '../model-cost.js';

/** A row of a run's results, with what led to it. */
export interface RunResult extends ItemResult {
  /** Failure behind a voided item. */
  readonly failure: Failure | null;
  readonly cost: ModelCost;
  /** Deciding and acting. */
  readonly durationMs: number;
  /** The newest score of each additional pass (not the benchmark's own rules); they decide nothing. */
  readonly passScores: readonly NamedScore[];
}

/**
 * The results of a run in one mode: every item that was done, with the newest score of the attempt that counts, then
 * every item that a budget kept from being done. An item that was never scored has no verdict (`judge_unknown`).
 *
 * @throws {NotARunError | RunVersionError | JournalDamagedError} from the score files
 */
export async function* readResults(
  index: RunIndex,
  mode: Mode,
  options: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<RunResult> {
  const seen = new Set<string>();
  await using passes = await PassScores.open(index, mode, options);
  for (const file of (await listScoreFiles(index.directory)).toReversed()) {
    for await (const { event, line } of readScoreFile(file, options)) {
      if (event.type === 'score-start') requireScoresOf(index, event, { file, line });
      if (event.type !== 'score' || event.result.mode !== mode) continue;
      const key = itemKeyText(event);
      const item = scoredItem(index, event);
      if (item === undefined || seen.has(key)) continue;
      seen.add(key);
      const passScores = await passes.of(key);
      yield { ...resultOf(index, item, event.result, event.failure ?? null), passScores };
    }
  }
  for (const [key, item] of index.items) {
    if (seen.has(key)) continue;
    yield { ...resultOf(index, item, unscored(mode), null), passScores: await passes.of(key) };
  }
  for (const { key, task, reason } of index.skipped.values()) {
    yield {
      key,
      task: taskOf(index, task),
      end: { reason, message: 'a budget of the run ran out before this item was done' },
      steps: 0,
      outcome: 'not_run',
      result: unscored(mode),
      failure: null,
      cost: NO_COST,
      durationMs: 0,
      passScores: [],
    };
  }
}

function resultOf(
  index: RunIndex,
  item: IndexedItem,
  result: EpisodeScores,
  broken: Failure | null,
): Omit<RunResult, 'passScores'> {
  // A success rule that turns out broken voids the item, unless something else voided it already.
  const end: EpisodeEnd =
    broken === null || isVoidEnd(item.end)
      ? item.end
      : { reason: 'invalid_task', fault: broken.fault, code: broken.code, message: broken.message };
  return {
    key: item.key,
    task: taskOf(index, item.task),
    end,
    steps: item.steps,
    outcome: outcomeOf(end, result.success),
    result,
    failure: item.failure ?? broken,
    cost: item.cost,
    durationMs: item.durationMs,
  };
}

/** Stands for scores that nobody has made. */
function unscored(mode: Mode): EpisodeScores {
  return { mode, scores: [], success: null, completion: null };
}

function taskOf(index: RunIndex, id: string): Task {
  const task = index.tasks.get(id);
  if (task === undefined) {
    throw new JournalDamagedError(`The journal lacks task ${id}`, { file: index.directory });
  }
  return task;
}
