import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { RunIdentity } from '../../domain/run.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import { compareRuns } from '../../metrics/comparison/compare.js';
import { comparisonTable } from '../../metrics/comparison/compare-tables.js';
import { dropCheck, metricCheck, metricDropCheck, successCheck, type GateCheck } from '../../metrics/gate.js';
import { successRate } from '../../metrics/rate.js';
import { collectRows, resultRow } from '../../metrics/result-row.js';
import type { Table } from '../../metrics/tables/table.js';
import { compareRecordedRuns, type ComparableRun } from '../../report/comparison/compare-recorded-runs.js';
import { compareDimensions } from '../compare/compare-dimensions.js';
import { requireDistinctRuns } from '../compare/index-compared-run.js';
import { plannedResults } from '../results/planned-results.js';
import { runNames } from '../results/run-names.js';
import type { GateMetric } from './gate-metric.js';
import type { GateRequest } from './gate-request.js';
import { isWatched, watchedCheck } from './sequential-gate.js';

/** Changed tasks shown with a gate. */
const SHOWN_TASKS = 20;

/** A limit on another number than success. */
export interface MetricLimit {
  readonly metric: GateMetric;
  readonly limit: number;
}

/** A gate with all that it needs. */
export interface GateDesign {
  readonly request: GateRequest;
  readonly run: { readonly benchmark: Benchmark; readonly identity: RunIdentity };
  readonly least: MetricLimit | null;
  readonly fall: MetricLimit | null;
  /** The run that is measured against; null where there is none. */
  readonly baseline: Omit<ComparableRun, 'name'> | null;
}

/** What a gate found of a run. */
export interface JudgedRun {
  readonly checks: readonly GateCheck[];
  /** The comparison with the baseline, and what else differs from it. */
  readonly tables: readonly Table[];
}

/** Every check that the gate asks for, on a run that is scored. */
export async function judgeRun(
  index: RunIndex,
  { request, run, least, fall, baseline }: GateDesign,
  signal: AbortSignal,
): Promise<JudgedRun> {
  const { minSuccess, drop, rule } = request;
  const { mode } = run.benchmark;
  const before = baseline?.index.start.run ?? null;
  /** As decided while the run went on, where it was watched for this gate in this mode. */
  const watched = async (check: GateCheck): Promise<GateCheck> => {
    const { operation, identity } = index.start;
    const { sequential } = operation;
    if (!request.sequential || rule !== 'seen' || identity.mode !== mode) return check;
    if (!isWatched(sequential, check, before)) return check;
    return await watchedCheck(check, sequential, { benchmark: run.benchmark, index });
  };
  const rows = await collectRows(plannedResults(index, run.benchmark, { mode, signal }), resultRow);
  const { planned } = index.start;
  const judged = { success: successRate(rows), planned };
  const checks: GateCheck[] = [];
  if (minSuccess !== null) checks.push(await watched(successCheck(judged, minSuccess, rule)));
  if (least !== null) checks.push(metricCheck(least.metric.of(rows, planned), least.limit, rule));
  if (drop === null || baseline === null) return { checks, tables: [] };
  requireDistinctRuns([baseline.index, index]);
  const [earlier = '', later = ''] = runNames([baseline.index, index]);
  const compared = [
    { ...baseline, name: earlier },
    { name: later, index, rows },
  ];
  const { pairs, tables } = await compareSuccess(compared, { mode, signal });
  if (drop.atMost !== null) {
    for (const { comparison } of pairs) {
      checks.push(await watched(dropCheck(judged, comparison, drop.atMost, rule)));
    }
  }
  const others = fall === null ? [] : compareRuns(compared, { metric: fall.metric.compared });
  if (fall !== null) {
    const now = fall.metric.of(rows, planned);
    checks.push(...others.map((comparison) => metricDropCheck(now, comparison, fall.limit, rule)));
  }
  return {
    checks,
    // The run's own results stand above already.
    tables: [
      ...(others.length === 0 ? [] : [{ ...comparisonTable(others), id: 'comparison-other' }]),
      ...tables.filter(({ id }) => id !== 'summary'),
    ],
  };
}

async function compareSuccess(
  runs: readonly ComparableRun[],
  { mode, signal }: Pick<Benchmark, 'mode'> & { readonly signal: AbortSignal },
): Promise<Awaited<ReturnType<typeof compareRecordedRuns>>> {
  const dimensions = await compareDimensions(runs, { mode, metric: 'success', signal });
  const inParts = runs.map((one, position) => {
    const parts = dimensions?.parts[position];
    return parts === undefined ? one : { ...one, parts };
  });
  return compareRecordedRuns(inParts, {
    metric: 'success',
    against: 'all',
    mode,
    shownTasks: SHOWN_TASKS,
    signal,
  });
}
