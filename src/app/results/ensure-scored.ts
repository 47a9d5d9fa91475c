import { quoteWord } from '../../domain/text/quote-word.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { Mode } from '../../domain/mode.js';
import { scoreRun } from '../../engine/score-run.js';
import { UserError, faultOf } from '../../errors.js';
import { readResults } from '../../formats/run/scores/read-results.js';
import { isVoidEnd, type RunIndex } from '../../formats/run/run-index.js';
import { collectRows, resultRow, type ResultRow } from '../../metrics/result-row.js';
import { VERSION } from '../../version.js';
import { isAccountedFor, plannedResults } from './planned-results.js';
import { openRunBenchmark } from '../run/run-benchmark.js';

/** A run's episodes have no scores, and what is needed to score them is not available. */
export class RunNotScoredError extends UserError {
  override readonly code = 'RUN_NOT_SCORED';
}

/** A run is unfinished, and what is needed to know its missing items is not available. */
export class RunPlanUnknownError extends UserError {
  override readonly code = 'RUN_PLAN_UNKNOWN';
}

export interface EnsureScoredOptions {
  readonly mode: Mode;
  /** The run's benchmark, where it is open already. */
  readonly benchmark?: Benchmark;
  /** Folder with the benchmark's data, where it is no longer the one the run was made with; absolute. */
  readonly dataDirectory?: string | null;
  readonly signal: AbortSignal;
}

/**
 * The results of a run in one mode, all of its plan: what was never run is `not_run`. Where episodes have no score in it
 * yet, the run is scored first. That, and the plan of an unfinished run, need its benchmark.
 *
 * @throws {RunNotScoredError | RunPlanUnknownError} when the benchmark cannot be opened
 * @throws {RunDiffersError} when its data are not those the run was made with
 */
export async function scoredRows(index: RunIndex, options: EnsureScoredOptions): Promise<ResultRow[]> {
  const { mode, signal } = options;
  const found = await readRows(index, options);
  if (found.unscored === 0 && isAccountedFor(index)) return found.rows;
  const complete = async (benchmark: Benchmark): Promise<ResultRow[]> => {
    if (found.unscored > 0) {
      await scoreRun(index.directory, benchmark, { modes: [mode], touchstone: VERSION, signal });
    }
    return collectRows(plannedResults(index, benchmark, { mode, signal }), resultRow);
  };
  if (options.benchmark !== undefined) return complete(options.benchmark);
  await using benchmark = await benchmarkOf(index, found.unscored > 0, options);
  return complete(benchmark);
}

async function readRows(
  index: RunIndex,
  { mode, signal }: EnsureScoredOptions,
): Promise<{ readonly rows: ResultRow[]; readonly unscored: number }> {
  const rows: ResultRow[] = [];
  let unscored = 0;
  for await (const result of readResults(index, mode, { signal })) {
    rows.push(resultRow(result));
    const { outcome, end, result: scores, failure } = result;
    const isScored = scores.scores.length > 0 || failure !== null || isVoidEnd(end);
    if (outcome === 'judge_unknown' && !isScored) unscored += 1;
  }
  return { rows, unscored };
}

async function benchmarkOf(
  { directory, start, items }: RunIndex,
  isUnscored: boolean,
  { mode, dataDirectory, signal }: EnsureScoredOptions,
): Promise<Benchmark> {
  try {
    return await openRunBenchmark(directory, { mode, dataDirectory: dataDirectory ?? null, signal });
  } catch (cause) {
    signal.throwIfAborted();
    if (faultOf(cause) === 'bug') throw cause;
    const why = `its benchmark cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`;
    const place = { file: directory };
    if (isUnscored) {
      throw new RunNotScoredError(`Run ${start.run} has no scores in ${mode} mode, and ${why}`, {
        cause,
        place,
        hint: `Name the data with --data; or \`touchstone score ${directory}\` first.`,
      });
    }
    throw new RunPlanUnknownError(
      `Only ${items.size} of the ${start.planned} episodes of run ${start.run} are done, and what the others are ` +
        `cannot be told, since ${why}`,
      {
        cause,
        place,
        hint: `Name the data with --data; or finish it: touchstone resume ${quoteWord(directory)}`,
      },
    );
  }
}
