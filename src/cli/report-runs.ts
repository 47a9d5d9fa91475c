import type { Benchmark } from '../benchmarks/benchmark.js';
import type { ItemResult } from '../domain/score.js';
import { readResults } from '../formats/run/read-results.js';
import { listScoreFiles } from '../formats/run/run-folder.js';
import { indexRun } from '../formats/run/run-index.js';
import { scoreRun } from '../engine/score-run.js';
import { TouchstoneError } from '../errors.js';
import type { ReportRunInput } from '../report/html/collect-run.js';
import type { PictureFinder, PicturePolicy } from '../report/html/picture-store.js';
import type { ReportLanguage } from '../report/html/report-data.js';
import { writeReport } from '../report/html/write-report.js';
import type { WrittenReport } from '../report/html/write-report.js';
import { VERSION } from '../version.js';
import type { CommandContext } from './command-context.js';
import { printWarnings } from './output/print-warnings.js';
import { withPlanned } from './planned-results.js';
import { openBenchmark } from './prepare-run.js';
import { readRunRequest } from './run-settings-file.js';
import { agentLabel } from './run-tables.js';

export interface ReportRunsOptions {
  readonly output: string;
  readonly pictures: PicturePolicy;
  readonly language?: ReportLanguage;
  readonly title?: string;
}

/**
 * Writes the HTML report of some runs. Runs nobody scored are scored first. Where a run's benchmark is at hand, the report
 * shows its own tables and the pictures of its world; else what the run itself holds.
 */
export async function reportRuns(
  directories: readonly string[],
  options: ReportRunsOptions,
  context: CommandContext,
): Promise<WrittenReport> {
  const opened: Benchmark[] = [];
  try {
    const runs: ReportRunInput[] = [];
    for (const directory of directories) {
      runs.push(await runInput(directory, opened, context));
    }
    return await writeReport({ ...options, runs, touchstone: VERSION, signal: context.interrupted });
  } finally {
    for (const benchmark of opened) await benchmark[Symbol.asyncDispose]();
  }
}

/** `opened` gets the benchmark as soon as it is open, so that the caller disposes of it whatever happens next. */
async function runInput(
  directory: string,
  opened: Benchmark[],
  context: CommandContext,
): Promise<ReportRunInput> {
  const signal = context.interrupted;
  try {
    const request = await readRunRequest(directory, signal);
    const benchmark = await openBenchmark(request.benchmark, request.settings, {
      workingDirectory: request.workingDirectory,
      signal,
    });
    opened.push(benchmark);
    if ((await listScoreFiles(directory)).length === 0) {
      await scoreRun(directory, benchmark, { modes: [benchmark.mode], touchstone: VERSION, signal });
    }
    const index = await indexRun(directory, { signal });
    const { mode } = benchmark;
    const { identity } = index.start;
    const results = (): AsyncIterable<ItemResult> =>
      withPlanned(readResults(index, mode, { signal }), { benchmark, identity, mode });
    const tables = await benchmark.tables(results(), { agent: agentLabel(index), mode: benchmark.mode });
    return { directory, tables, picture: pictureFinder(benchmark, signal) };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TouchstoneError)) throw error;
    // The report itself names what of a run cannot be read; here only the world's tables and pictures are lost.
    printWarnings([`${directory}: without the benchmark's tables and pictures: ${error.message}`], context);
    return { directory };
  }
}

function pictureFinder(benchmark: Benchmark, signal: AbortSignal): PictureFinder {
  return (screenId) => {
    const picture = benchmark.screen?.(screenId)?.picture ?? null;
    return picture === null ? null : { mediaType: picture.mediaType, load: () => picture.load({ signal }) };
  };
}
