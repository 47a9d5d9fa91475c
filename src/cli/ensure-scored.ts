import { resolve } from 'node:path';
import type { Benchmark } from '../benchmarks/benchmark.js';
import type { Mode } from '../domain/mode.js';
import { scoreRun } from '../engine/score-run.js';
import { UserError, faultOf } from '../errors.js';
import { readResults } from '../formats/run/read-results.js';
import { isVoidEnd } from '../formats/run/run-index.js';
import type { RunIndex } from '../formats/run/run-index.js';
import { resultRow } from '../metrics/result-row.js';
import type { ResultRow } from '../metrics/result-row.js';
import { VERSION } from '../version.js';
import { openBenchmark } from './prepare-run.js';
import { readRunRequest } from './run-settings-file.js';

/** A run's episodes have no scores, and what it takes to make them is not at hand. */
export class RunNotScoredError extends UserError {
  override readonly code = 'RUN_NOT_SCORED';
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
 * The results of a run in one mode. Where episodes have no score in it yet, the run is scored first, which needs its
 * benchmark.
 *
 * @throws {RunNotScoredError} when the benchmark cannot be opened
 * @throws {RunDiffersError} when its data are not those the run was made with
 */
export async function scoredRows(index: RunIndex, options: EnsureScoredOptions): Promise<ResultRow[]> {
  const found = await readRows(index, options);
  if (found.unscored === 0) return found.rows;
  const score = async (benchmark: Benchmark): Promise<void> => {
    await scoreRun(index.directory, benchmark, {
      modes: [options.mode],
      touchstone: VERSION,
      signal: options.signal,
    });
  };
  if (options.benchmark !== undefined) await score(options.benchmark);
  else {
    await using benchmark = await benchmarkOf(index, options);
    await score(benchmark);
  }
  return (await readRows(index, options)).rows;
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
  { directory, start }: RunIndex,
  { mode, dataDirectory, signal }: EnsureScoredOptions,
): Promise<Benchmark> {
  try {
    const request = await readRunRequest(directory, signal);
    const data = dataDirectory ?? request.settings.data;
    return await openBenchmark(
      request.benchmark,
      { ...request.settings, data, mode },
      { workingDirectory: resolve(request.workingDirectory), signal },
    );
  } catch (cause) {
    signal.throwIfAborted();
    if (faultOf(cause) === 'bug') throw cause;
    throw new RunNotScoredError(
      `Run ${start.run} has no scores in ${mode} mode, and its benchmark cannot be opened: ` +
        (cause instanceof Error ? cause.message : String(cause)),
      {
        cause,
        place: { file: directory },
        hint: `Name the data with --data; or \`touchstone score ${directory}\` first.`,
      },
    );
  }
}
