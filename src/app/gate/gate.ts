import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { RunIdentity, SequentialRule } from '../../domain/run.js';
import { indexRun, type RunIndex } from '../../formats/run/run-index.js';
import { writeGateNote, type GateNote } from '../../formats/run/scores/gate-note.js';
import { dropCheck, successCheck, type GateCheck } from '../../metrics/gate.js';
import { requireSameBenchmark } from '../../metrics/tables/identity-table.js';
import { successRate } from '../../metrics/rate.js';
import { collectRows, resultRow } from '../../metrics/result-row.js';
import type { Table } from '../../metrics/tables/table.js';
import { UserError } from '../../errors.js';
import { compareRecordedRuns, type ComparableRun } from '../../report/comparison/compare-recorded-runs.js';
import { compareDimensions } from '../compare/compare-dimensions.js';
import { scoredRows } from '../results/ensure-scored.js';
import { indexComparedRun, requireDistinctRuns } from '../compare/index-compared-run.js';
import { plannedResults } from '../results/planned-results.js';
import { runNames } from '../results/run-names.js';
import type { GateRequest } from './gate-request.js';
import { isWatched, sequentialRuleOf, watchedCheck } from './sequential-gate.js';
import { requireFilePath } from '../settings/require-file-path.js';
import { quoteWord } from '../../domain/text/quote-word.js';
import { FileWriteError } from '../../files/file-write-error.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { junitXml } from '../../report/junit.js';
import { junitSuite } from '../report/junit-file.js';

/** A gate was asked of a run in dimensions, which has no success rate as a whole. */
export class GateInDimensionsError extends UserError {
  override readonly code = 'GATE_IN_DIMENSIONS';
}

/** Changed tasks shown with a gate. */
const SHOWN_TASKS = 20;

/** A gate's verdict on a run. */
export interface GateVerdict {
  /** null where nothing was asked for, or the run was interrupted. */
  readonly met: boolean | null;
  readonly checks: readonly GateCheck[];
  /** What to tell the user, one sentence per check. */
  readonly sentences: readonly string[];
  /** The comparison with the baseline, and what else differs from it. */
  readonly tables: readonly Table[];
}

/** A gate whose flags and baseline were found good, so that no run is made in vain. */
export interface Gate {
  /** By which rule a new run is watched, to end it once the gate is decided. @throws {UserError} where it cannot be */
  sequentialRule(): Promise<SequentialRule>;
  /**
   * Judges a scored run and writes what CI reads; an interrupted one is not judged.
   *
   * @throws {TouchstoneError} when the run cannot be read, or the file not be written
   */
  judge(
    directory: string,
    options: { readonly isInterrupted: boolean; readonly signal: AbortSignal },
  ): Promise<GateVerdict>;
}

/**
 * Makes a gate ready before the run; null where none was asked for.
 *
 * @throws {GateInDimensionsError} when the run asks questions: items of different dimensions make no rate together
 * @throws {RunsNotComparableError} when the baseline ran another benchmark, or on other data
 * @throws {TouchstoneError} when the baseline cannot be read, holds nothing, or cannot be scored
 */
export async function prepareGate(
  request: GateRequest,
  run: { readonly benchmark: Benchmark; readonly identity: RunIdentity },
  options: { readonly signal: AbortSignal },
): Promise<Gate | null> {
  const { minSuccess, drop, junit, rule } = request;
  if (minSuccess === null && drop === null && junit === null) return null;
  if (run.benchmark.items.protocol === 'question' && (minSuccess !== null || drop !== null)) {
    throw new GateInDimensionsError(
      `A run of ${run.benchmark.name} in dimensions has no success rate as a whole, so nothing to hold a gate to`,
      {
        hint: 'Gate its tasks alone (--dimensions navigation), or compare part by part: touchstone compare RUN RUN.',
      },
    );
  }
  if (junit !== null) await requireFilePath(junit, '--junit');
  const { mode } = run.benchmark;
  const baseline = drop === null ? null : await readBaseline(drop.baseline, run, options);
  const { run: before = null } = baseline?.index.start ?? {};
  /** As decided while the run went on, where it was watched for this gate in this mode. */
  const watched = async (check: GateCheck, index: RunIndex): Promise<GateCheck> => {
    const { operation, identity } = index.start;
    const { sequential } = operation;
    if (!request.sequential || rule !== 'seen' || identity.mode !== mode) return check;
    if (!isWatched(sequential, check, before)) return check;
    return await watchedCheck(check, sequential, { benchmark: run.benchmark, index });
  };
  const judge = async (index: RunIndex, signal: AbortSignal): Promise<GateVerdict> => {
    const rows = await collectRows(plannedResults(index, run.benchmark, { mode, signal }), resultRow);
    const judged = { success: successRate(rows), planned: index.start.planned };
    const checks = minSuccess === null ? [] : [await watched(successCheck(judged, minSuccess, rule), index)];
    if (drop === null || baseline === null) return verdictOf(checks, []);
    requireDistinctRuns([baseline.index, index]);
    const [before = '', after = ''] = runNames([baseline.index, index]);
    const compared = [
      { ...baseline, name: before },
      { name: after, index, rows },
    ];
    const dimensions = await compareDimensions(compared, { mode, metric: 'success', signal });
    const { pairs, tables } = await compareRecordedRuns(
      compared.map((one, position) => {
        const parts = dimensions?.parts[position];
        return parts === undefined ? one : { ...one, parts };
      }),
      { metric: 'success', against: 'all', mode, shownTasks: SHOWN_TASKS, signal },
    );
    const drops: GateCheck[] = [];
    for (const { comparison } of pairs) {
      drops.push(await watched(dropCheck(judged, comparison, drop.atMost, rule), index));
    }
    // The run's own results stand above already.
    return verdictOf(
      [...checks, ...drops],
      tables.filter(({ id }) => id !== 'summary'),
    );
  };
  const isAsked = minSuccess !== null || drop !== null;
  return {
    sequentialRule: () =>
      sequentialRuleOf(
        request,
        baseline === null ? null : { run: baseline.index.start.run, rows: baseline.rows },
        run,
      ),
    judge: async (directory, { isInterrupted, signal }) => {
      const index = await indexRun(directory, { signal });
      const verdict = !isAsked ? NOTHING_ASKED : isInterrupted ? NOT_JUDGED : await judge(index, signal);
      const { met, checks } = verdict;
      if (met !== null) {
        const at = new Date().toISOString();
        await writeGateNote(directory, { formatVersion: 1, at, met, checks: checks.map(noted) });
      }
      if (junit !== null) {
        await writeJUnit(junit, index, { benchmark: run.benchmark, checks, signal });
      }
      return verdict;
    },
  };
}

function noted({ gate, met, sentence }: GateCheck): GateNote['checks'][number] {
  return { gate, met, sentence };
}

const NOTHING_ASKED: GateVerdict = { met: null, checks: [], sentences: [], tables: [] };

const NOT_JUDGED: GateVerdict = {
  ...NOTHING_ASKED,
  sentences: ['Gate not judged: the run was interrupted.'],
};

function verdictOf(checks: readonly GateCheck[], tables: readonly Table[]): GateVerdict {
  const sentences = checks.map(({ sentence }) => sentence);
  return { met: checks.every(({ met }) => met), checks, sentences, tables };
}

async function readBaseline(
  directory: string,
  { benchmark, identity }: { readonly benchmark: Benchmark; readonly identity: RunIdentity },
  { signal }: { readonly signal: AbortSignal },
): Promise<Omit<ComparableRun, 'name'>> {
  const index = await indexComparedRun(directory, { signal });
  requireSameBenchmark([
    { name: `the baseline ${index.start.run}`, identity: index.start.identity },
    { name: 'this run', identity },
  ]);
  const { split } = index.start.identity.benchmark;
  const rows = await scoredRows(index, {
    mode: benchmark.mode,
    ...(split === benchmark.split ? { benchmark } : {}),
    signal,
  });
  return { index, rows };
}

/** The entry on a gate in a command's JSON document; nothing where none was asked for. */
export function gateDocument(verdict: GateVerdict | null): {
  readonly gate?: Pick<GateVerdict, 'met' | 'checks'>;
} {
  if (verdict === null || verdict.sentences.length === 0) return {};
  const { met, checks } = verdict;
  return { gate: { met, checks } };
}

/** Writes what a run came to as JUnit XML, one case per task. @throws {FileWriteError} when the file cannot be written */
async function writeJUnit(
  file: string,
  index: RunIndex,
  options: {
    /** The run's, open. */
    readonly benchmark: Benchmark;
    readonly checks: readonly GateCheck[];
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { benchmark, checks, signal } = options;
  const properties = Object.fromEntries(checks.map(({ gate, sentence }) => [gate, sentence]));
  const text = await junitXml([junitSuite(index, { mode: benchmark.mode, benchmark, properties, signal })]);
  try {
    await writeWholeFile(file, text, { signal });
  } catch (error) {
    if (!(error instanceof FileWriteError)) throw error;
    // The results are in the run; only this file is missing.
    throw new FileWriteError(file, error.cause, {
      hint: `The run is kept; write the file with: touchstone score ${quoteWord(index.directory)} --junit FILE`,
    });
  }
}
