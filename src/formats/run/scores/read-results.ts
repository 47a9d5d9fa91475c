import { itemKeyText, outcomeOf, type EpisodeEnd, type ItemKey } from '../../../domain/episode.js';
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
export function readResults(
  index: RunIndex,
  mode: Mode,
  options: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<RunResult> {
  return readResultsInModes(index, [mode], options);
}

/** The same in several modes, from one pass over the score files; each result says its mode. */
export async function* readResultsInModes(
  index: RunIndex,
  modes: readonly Mode[],
  options: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<RunResult> {
  const seen = new Map(modes.map((mode) => [mode, new Set<string>()]));
  const reading = { ...options, wantsMode: (mode: string): boolean => isOneOf(modes, mode) };
  await using passes = await PassesOfModes.open(index, modes, options);
  for (const file of (await listScoreFiles(index.directory)).toReversed()) {
    for await (const { event, line } of readScoreFile(file, reading)) {
      if (event.type === 'score-start') requireScoresOf(index, event, { file, line });
      if (event.type !== 'score') continue;
      const { mode } = event.result;
      const done = seen.get(mode);
      const key = itemKeyText(event);
      const item = scoredItem(index, event);
      if (done === undefined || item === undefined || done.has(key)) continue;
      done.add(key);
      const passScores = await passes.of(mode, key);
      yield { ...resultOf(index, item, event.result, event.failure ?? null), passScores };
    }
  }
  for (const mode of modes) {
    for (const [key, item] of index.items) {
      if (seen.get(mode)?.has(key) === true) continue;
      yield { ...resultOf(index, item, unscored(mode), null), passScores: await passes.of(mode, key) };
    }
    for (const { key, task, reason } of index.skipped.values())
      yield skippedResult(index, mode, key, task, reason);
  }
}

function isOneOf(modes: readonly string[], mode: string): boolean {
  return modes.includes(mode);
}

/** The scores of the additional passes in several modes. */
class PassesOfModes implements AsyncDisposable {
  readonly #byMode = new Map<Mode, PassScores>();

  static async open(
    index: RunIndex,
    modes: readonly Mode[],
    options: { readonly signal?: AbortSignal },
  ): Promise<PassesOfModes> {
    const passes = new PassesOfModes();
    // Nothing is held open before the first score is read, so that one that cannot be opened leaves nothing behind.
    for (const mode of modes) passes.#byMode.set(mode, await PassScores.open(index, mode, options));
    return passes;
  }

  async of(mode: Mode, key: string): Promise<readonly NamedScore[]> {
    return (await this.#byMode.get(mode)?.of(key)) ?? [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const passes of this.#byMode.values()) await passes[Symbol.asyncDispose]();
  }
}

function skippedResult(
  index: RunIndex,
  mode: Mode,
  key: ItemKey,
  task: string,
  reason: EpisodeEnd['reason'],
): RunResult {
  return {
    key,
    task: taskOf(index, task),
    end: {
      reason,
      message:
        reason === 'gate_decided'
          ? 'the gate of the run was decided without this item'
          : 'a budget of the run ran out before this item was done',
    },
    steps: 0,
    outcome: 'not_run',
    result: unscored(mode),
    failure: null,
    cost: NO_COST,
    durationMs: 0,
    passScores: [],
  };
}

function resultOf(
  index: RunIndex,
  item: IndexedItem,
  result: EpisodeScores,
  broken: Failure | null,
): Omit<RunResult, 'passScores'> {
  // A success rule that turns out broken voids the item, unless something else voided it already; so does a phone that did
  // not give what the rule reads.
  const reason = broken?.fault === 'environment' ? 'environment_error' : 'invalid_task';
  const end: EpisodeEnd =
    broken === null || isVoidEnd(item.end)
      ? item.end
      : { reason, fault: broken.fault, code: broken.code, message: broken.message };
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

/** The result of an item that was done and that nobody has scored. */
export function unscoredResult(item: IndexedItem, task: Task, mode: Mode): RunResult {
  const { key, end, steps, failure, cost, durationMs } = item;
  const outcome = outcomeOf(end, null);
  return {
    key,
    task,
    end,
    steps,
    outcome,
    result: unscored(mode),
    failure,
    cost,
    durationMs,
    passScores: [],
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
