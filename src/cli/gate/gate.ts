import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { RunIdentity } from '../../domain/run.js';
import { readResults } from '../../formats/run/read-results.js';
import { indexRun } from '../../formats/run/run-index.js';
import { dropCheck, successCheck } from '../../metrics/gate.js';
import type { GateCheck } from '../../metrics/gate.js';
import { requireSameBenchmark } from '../../metrics/identity-table.js';
import { successRate } from '../../metrics/rate.js';
import { collectRows, resultRow } from '../../metrics/result-row.js';
import type { Table } from '../../metrics/table.js';
import { compareRecordedRuns } from '../../report/comparison/compare-recorded-runs.js';
import type { ComparableRun } from '../../report/comparison/compare-recorded-runs.js';
import { scoredRows } from '../ensure-scored.js';
import { indexComparedRun } from '../index-compared-run.js';
import { runNames } from '../run-names.js';
import type { GateRequest } from './gate-options.js';

/** Changed tasks shown beside a gate. */
const SHOWN_TASKS = 20;

/** What a gate made of a run. */
export interface GateVerdict {
  /** null where it was not judged, since the run was interrupted. */
  readonly met: boolean | null;
  readonly checks: readonly GateCheck[];
  /** The comparison with the baseline, and what else differs from it. */
  readonly tables: readonly Table[];
}

/** A gate whose flags and baseline were found good, so that no run is made in vain. */
export interface Gate {
  /** Judges a scored run. @throws {TouchstoneError} when it or the baseline cannot be read */
  judge(directory: string, options: { readonly isInterrupted: boolean }): Promise<GateVerdict>;
}

/**
 * Makes a gate ready before the run; null where none was asked for.
 *
 * @throws {RunsNotComparableError} when the baseline ran another benchmark, or on other data
 * @throws {TouchstoneError} when the baseline cannot be read, holds nothing, or cannot be scored
 */
export async function prepareGate(
  { minSuccess, drop }: GateRequest,
  run: { readonly benchmark: Benchmark; readonly identity: RunIdentity },
  options: { readonly signal: AbortSignal },
): Promise<Gate | null> {
  if (minSuccess === null && drop === null) return null;
  const { mode } = run.benchmark;
  const { signal } = options;
  const baseline = drop === null ? null : await readBaseline(drop.baseline, run, options);
  return {
    judge: async (directory, { isInterrupted }) => {
      if (isInterrupted) return { met: null, checks: [], tables: [] };
      const index = await indexRun(directory, { signal });
      const rows = await collectRows(readResults(index, mode, { signal }), resultRow);
      const judged = { success: successRate(rows), planned: index.start.planned };
      const checks: GateCheck[] = [];
      if (minSuccess !== null) checks.push(successCheck(judged, minSuccess));
      if (drop === null || baseline === null)
        return { met: checks.every(({ met }) => met), checks, tables: [] };
      const [before = '', after = ''] = runNames([baseline.index, index]);
      const runs: ComparableRun[] = [
        { ...baseline, name: before },
        { name: after, index, rows },
      ];
      const compared = await compareRecordedRuns(runs, {
        metric: 'success',
        against: 'all',
        mode,
        shownTasks: SHOWN_TASKS,
        signal,
      });
      const [pair] = compared.pairs;
      if (pair !== undefined) checks.push(dropCheck(judged, pair.comparison, drop.atMost));
      return {
        met: checks.every(({ met }) => met),
        checks,
        // The run's own results stand above already.
        tables: compared.tables.filter(({ id }) => id !== 'summary'),
      };
    },
  };
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
