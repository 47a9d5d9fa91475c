import { relative } from 'node:path';
import { plural } from '../domain/text/plural.js';
import { isVoided } from '../domain/episode.js';
import type { Benchmark } from '../benchmarks/benchmark.js';
import type { ItemResult } from '../domain/score.js';
import type { RunSummary } from '../engine/run.js';
import { indexRun, isVoidEnd, type RunIndex } from '../formats/run/run-index.js';
import type { CommandContext } from './command-context.js';
import { EXIT, exitCodeOfFault } from './exit-code.js';
import { gateDocument, type Gate } from '../app/gate/gate.js';
import { reportGate } from './gate/report-gate.js';
import { withoutHint } from './output/failure-words.js';
import { formatDuration } from './output/format-duration.js';
import { InvalidTasks } from './output/invalid-tasks.js';
import { printTables } from './output/print-tables.js';
import { unreadableLines } from './output/unreadable-lines.js';
import { resumeCommand, runCommand, type FlagWords } from '../app/results/run-command.js';
import { scoreAndTabulate } from '../app/results/run-tables.js';
import { unreadableAnswer } from '../app/results/unreadable-answer.js';

export interface FinishOptions {
  readonly json: boolean;
  /** Flags that the next session needs as well. */
  readonly again: readonly FlagWords[];
  readonly context: CommandContext;
  readonly gate: Gate | null;
  /** Whether the run is as it was: scores that are of all that is done stay, and no others are written. */
  readonly keepsScores?: boolean;
}

/**
 * Scores what a session of a run did, prints the results and how to resume, judges the gate, and sets the exit code.
 */
export async function finishRun(
  summary: RunSummary,
  benchmark: Benchmark,
  { json, again, context, gate, keepsScores = false }: FinishOptions,
): Promise<void> {
  const { stderr, killed: signal } = context;
  const { directory, status } = summary;
  const shown = relative(context.workingDirectory, directory) || directory;
  const goOn = (flags: readonly FlagWords[]): string =>
    resumeCommand(directory, context.workingDirectory, flags);
  const { stoppedBy } = summary;
  const isInterrupted = stoppedBy === null && (status === 'interrupted' || status === 'aborted');
  if (isInterrupted) {
    context.setExitCode(EXIT.interrupted);
    // Printed before anything else: scoring takes a moment, and a second Ctrl-C may end it.
    stderr.write(`\nInterrupted. Go on with: ${goOn(again)}\n`);
  }
  const index = await indexRun(directory);
  // Stopped at once: what was done is kept, and scored when the run continues.
  const hasResults = status !== 'aborted' && (summary.finished > 0 || json);
  const voided = { all: 0, undecided: 0 };
  const invalid = new InvalidTasks(index.start.identity.repeats);
  const onResult = (one: ItemResult): void => {
    const { outcome, result } = one;
    if (result.mode !== benchmark.mode || outcome === 'not_run') return;
    invalid.add(one);
    if (isVoided(outcome)) voided.all += 1;
    if (outcome === 'judge_unknown') voided.undecided += 1;
  };
  const { tables, rates, warnings, unreadable } = hasResults
    ? await scoreAndTabulate(directory, benchmark, { signal, onResult, keepsScores })
    : { tables: [], rates: null, warnings: [], unreadable: null };
  const verdict =
    gate === null
      ? null
      : await gate.judge(directory, { isInterrupted: isInterrupted || stoppedBy !== null, signal });
  if (hasResults) {
    const { start } = index;
    printTables([...tables, ...(verdict?.tables ?? [])], {
      json,
      context,
      extra: {
        ...summary,
        // Of all its writers, to the last call.
        cost: index.cost,
        // As the tables count: also what only scoring found out, such as that nothing can judge it.
        voided: voided.all,
        undecided: voided.undecided,
        mode: benchmark.mode,
        identityHash: start.identityHash,
        identity: start.identity,
        rates,
        ...gateDocument(verdict),
        warnings,
      },
    });
  }
  // What waits for a judge is not void.
  const waiting = benchmark.judging === undefined ? 0 : voided.undecided;
  stderr.write(`\n${countsText(summary, voided.all - waiting)}; kept in ${shown}\n`);
  if (waiting > 0) {
    const judge = runCommand('judge', directory, context.workingDirectory);
    stderr.write(
      `${plural(waiting, 'episode')} ${waiting === 1 ? 'waits' : 'wait'} for a judge: ${judge} --model NAME\n`,
    );
  }
  for (const line of invalid.lines()) stderr.write(`${line}\n`);
  for (const warning of warnings) stderr.write(`\nWARNING: ${warning}\n`);
  const report = runCommand('report', directory, context.workingDirectory);
  if (unreadable !== null && Object.keys(index.start.identity.models).length > 0) {
    const answer = await unreadableAnswer(unreadable.first, index.start.identity, { signal });
    stderr.write(`\n${unreadableLines(unreadable, answer, report).join('\n')}\n\n`);
  }
  if (verdict !== null) reportGate(verdict, context);
  reportVoided(index, goOn(again), { context, isOutage: stoppedBy !== null });
  if (stoppedBy !== null) context.setExitCode(exitCodeOfFault(stoppedBy.fault));
  if (status !== 'complete' && !isInterrupted) stderr.write(unfinishedText(summary, again, goOn));
  // Nothing was judged where all is void: then there is nothing to look at yet.
  if (hasResults && summary.finished > voided.all) stderr.write(`Next: ${report}\n`);
}

/** `45 of 45 episodes done in 12s`; where some are void, how many of them were judged: `0 judged, 45 voided`. */
export function countsText(
  { finished, planned, durationMs, ...summary }: RunSummary,
  inTables: number,
): string {
  const time = finished === 0 || durationMs === 0 ? '' : ` in ${formatDuration(durationMs)}`;
  const voided = Math.max(summary.voided, inTables);
  if (voided === 0) return `${finished} of ${plural(planned, 'episode')} done${time}`;
  const notRun = planned > finished ? `, ${planned - finished} not run` : '';
  return `${finished - voided} judged, ${voided} voided${notRun}, of ${plural(planned, 'episode')}${time}`;
}

/** Why a session ended before the run did, and how the run goes on. */
function unfinishedText(
  { stoppedBy, stopReason, status, sequential, planned }: RunSummary,
  again: readonly FlagWords[],
  goOn: (flags: readonly FlagWords[]) => string,
): string {
  if (stoppedBy !== null) {
    return `Stopped by an outage: ${withoutHint(stoppedBy.message)}\nOnce it answers again: ${goOn(again)} --retry-voided\n`;
  }
  if (status === 'decided' && sequential !== null) {
    return (
      `Ended by its gate, ${sequential.decision ?? 'undecided'} after ${sequential.seen} of ${plural(planned, 'episode')}. ` +
      `The others all the same: ${goOn([...again, ['--no-sequential']])}\n`
    );
  }
  const why = stopReason === null ? '' : ` (${stopReason.replaceAll('_', ' ')})`;
  const raised = RAISE[stopReason ?? ''];
  const command = goOn(again.filter(([flag]) => flag !== raised));
  return `Not finished${why}. Go on with: ${command}${raised === undefined ? '' : ` ${raised} MORE`}\n`;
}

/** The flag with which a run continues that ran out of budget. */
const RAISE: Readonly<Record<string, string>> = {
  time_budget: '--run-seconds',
  token_budget: '--max-tokens',
  money_budget: '--max-cost',
};

/**
 * Names the owners of voided items and how to do them again. The exit code of a run that judged nothing is that of its
 * failures.
 */
function reportVoided(
  { items }: RunIndex,
  goOn: string,
  { context, isOutage }: { readonly context: CommandContext; readonly isOutage: boolean },
): void {
  const voided = [...items.values()].filter(({ end }) => isVoidEnd(end));
  const [first] = voided;
  if (first === undefined) return;
  const faults = new Map<string, number>();
  for (const { end } of voided) faults.set(end.fault ?? '', (faults.get(end.fault ?? '') ?? 0) + 1);
  const owners = [...faults].map(([fault, count]) => `${count} by ${fault}`).join(', ');
  const next = isOutage ? '' : ` Once that is repaired: ${goOn} --retry-voided`;
  context.stderr.write(`Voided: ${owners}.${next}\n`);
  if (voided.length === items.size && first.end.fault !== undefined) {
    context.setExitCode(exitCodeOfFault(first.end.fault));
  }
}
