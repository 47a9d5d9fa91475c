import { relative } from 'node:path';
import type { Benchmark } from '../benchmarks/benchmark.js';
import type { RunSummary } from '../engine/run.js';
import { indexRun } from '../formats/run/run-index.js';
import type { CommandContext } from './command-context.js';
import { EXIT } from './exit-code.js';
import type { Gate } from './gate/gate.js';
import { reportGate } from './gate/report-gate.js';
import { formatDuration } from './output/format-duration.js';
import { printTables } from './output/print-tables.js';
import { scoreAndTabulate } from './run-tables.js';

export interface FinishOptions {
  readonly json: boolean;
  readonly context: CommandContext;
  readonly gate: Gate | null;
}

/** Scores what a session of a run did, prints it, says how to go on, judges the gate, and sets the exit code. */
export async function finishRun(
  summary: RunSummary,
  benchmark: Benchmark,
  { json, context, gate }: FinishOptions,
): Promise<void> {
  const { stderr, killed: signal } = context;
  const { directory, status } = summary;
  const shown = relative(context.workingDirectory, directory) || directory;
  const isInterrupted = status === 'interrupted' || status === 'aborted';
  if (isInterrupted) context.setExitCode(EXIT.interrupted);
  const hasResults = summary.finished > 0 || json;
  const tables = hasResults ? await scoreAndTabulate(directory, benchmark, { signal }) : [];
  const verdict = gate === null ? null : await gate.judge(directory, { isInterrupted });
  if (hasResults) {
    const { start } = await indexRun(directory);
    printTables([...tables, ...(verdict?.tables ?? [])], {
      json,
      context,
      extra: {
        ...summary,
        mode: benchmark.mode,
        identityHash: start.identityHash,
        identity: start.identity,
        ...(verdict === null ? {} : { gate: { met: verdict.met, checks: verdict.checks } }),
      },
    });
  }
  const rate = summary.finished === 0 ? '' : ` in ${formatDuration(summary.durationMs)}`;
  stderr.write(`\n${summary.finished} of ${summary.planned} episodes done${rate}; kept in ${shown}\n`);
  if (verdict !== null) reportGate(verdict, context);
  if (status === 'complete') return;
  const why = summary.stopReason === null ? '' : ` (${summary.stopReason.replaceAll('_', ' ')})`;
  stderr.write(`Not finished${why}. Go on with: touchstone resume ${shown}\n`);
}
