import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { RunIdentity, SequentialRule } from '../../domain/run.js';
import { indexRun, type RunIndex } from '../../formats/run/run-index.js';
import { writeGateNote, type GateNote } from '../../formats/run/scores/gate-note.js';
import type { GateCheck } from '../../metrics/gate.js';
import { requireSameBenchmark } from '../../metrics/tables/identity-table.js';
import type { Table } from '../../metrics/tables/table.js';
import { UserError } from '../../errors.js';
import type { ComparableRun } from '../../report/comparison/compare-recorded-runs.js';
import { chooseMetric } from '../compare/choose-metric.js';
import { scoredRows } from '../results/ensure-scored.js';
import { indexComparedRun } from '../compare/index-compared-run.js';
import { gateMetric } from './gate-metric.js';
import type { GateRequest } from './gate-request.js';
import { judgeRun, type GateDesign, type JudgedRun, type MetricLimit } from './judge-run.js';
import { sequentialRuleOf } from './sequential-gate.js';
import { requireFilePath } from '../settings/require-file-path.js';
import type { NamedNumber } from '../../domain/text/parse-option.js';
import { quoteWord } from '../../domain/text/quote-word.js';
import { FileWriteError } from '../../files/file-write-error.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { junitXml } from '../../report/junit.js';
import { junitSuite } from '../report/junit-file.js';

/** A gate was asked of a run in dimensions, which has no success rate as a whole. */
export class GateInDimensionsError extends UserError {
  override readonly code = 'GATE_IN_DIMENSIONS';
}

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
  const { minSuccess, minMetric, drop, junit } = request;
  const isAsked = minSuccess !== null || minMetric !== null || drop !== null;
  if (!isAsked && junit === null) return null;
  if (run.benchmark.items.protocol === 'question' && isAsked) {
    throw new GateInDimensionsError(
      `A run of ${run.benchmark.name} in dimensions has no success rate as a whole, so nothing to hold a gate to`,
      {
        hint: 'Gate its tasks alone (--dimensions navigation), or compare part by part: touchstone compare RUN RUN.',
      },
    );
  }
  const limitOf = (asked: NamedNumber | null, flag: string): MetricLimit | null =>
    asked === null ? null : { limit: asked.value, metric: gateMetric(asked.name, run.benchmark, flag) };
  const least = limitOf(minMetric, '--min-metric');
  const fall = limitOf(drop?.metric ?? null, '--max-metric-drop');
  if (junit !== null) await requireFilePath(junit, '--junit');
  const baseline = drop === null ? null : await readBaseline(drop.baseline, run, options);
  if (baseline !== null && fall?.metric.compared === 'main') requireMetric(baseline, fall.metric.name);
  const design: GateDesign = { request, run, least, fall, baseline };
  return {
    sequentialRule: () =>
      sequentialRuleOf(
        request,
        baseline === null ? null : { run: baseline.index.start.run, rows: baseline.rows },
        run,
      ),
    judge: async (directory, { isInterrupted, signal }) => {
      const index = await indexRun(directory, { signal });
      const verdict = !isAsked
        ? NOTHING_ASKED
        : isInterrupted
          ? NOT_JUDGED
          : verdictOf(await judgeRun(index, design, signal));
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

function verdictOf({ checks, tables }: JudgedRun): GateVerdict {
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

/** @throws {MetricUnknownError} for a baseline whose scores are from before the main metric was kept */
function requireMetric({ index, rows }: Omit<ComparableRun, 'name'>, metric: string): void {
  const { run } = index.start;
  chooseMetric(
    metric,
    [{ name: `the baseline ${run}`, directory: index.directory, rows }],
    '--max-metric-drop',
  );
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
