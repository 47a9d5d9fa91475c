import { relative } from 'node:path';
import type { Benchmark } from '../benchmarks/benchmark.js';
import type { RunSummary } from '../engine/run.js';
import { indexRun } from '../formats/run/run-index.js';
import type { CommandContext } from './command-context.js';
import { EXIT } from './exit-code.js';
import { formatDuration } from './output/format-duration.js';
import { printTables } from './output/print-tables.js';
import { scoreAndTabulate } from './run-tables.js';

/** Scores what a session of a run did, prints it, says how to go on, and sets the exit code. */
export async function finishRun(
  summary: RunSummary,
  benchmark: Benchmark,
  options: { readonly json: boolean; readonly context: CommandContext },
): Promise<void> {
  const { json, context } = options;
  const { stderr } = context;
  const shown = relative(context.workingDirectory, summary.directory) || summary.directory;
  if (summary.status === 'interrupted' || summary.status === 'aborted') context.setExitCode(EXIT.interrupted);
  if (summary.finished > 0 || json) {
    const tables = await scoreAndTabulate(summary.directory, benchmark, { signal: context.killed });
    const { start } = await indexRun(summary.directory);
    printTables(tables, {
      json,
      context,
      extra: { ...summary, mode: benchmark.mode, identityHash: start.identityHash, identity: start.identity },
    });
  }
  const rate = summary.finished === 0 ? '' : ` in ${formatDuration(summary.durationMs)}`;
  stderr.write(`\n${summary.finished} of ${summary.planned} episodes done${rate}; kept in ${shown}\n`);
  if (summary.status === 'complete') return;
  const why = summary.stopReason === null ? '' : ` (${summary.stopReason.replaceAll('_', ' ')})`;
  stderr.write(`Not finished${why}. Go on with: touchstone resume ${shown}\n`);
}
