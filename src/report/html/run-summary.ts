import { sortRows } from '../../metrics/tables/measured.js';
import { meanEstimate } from '../../metrics/mean.js';
import {
  commonRepeats,
  passAtKOver,
  passHatKOver,
  repeatedTasks,
  type PassEstimate,
} from '../../metrics/repeats.js';
import type { ResultRow } from '../../metrics/result-row.js';
import type { ModelCost } from '../../formats/run/model-cost.js';
import { rateOf, runRates } from '../summary/run-rates.js';
import type { ReportRate, ReportSummary } from '../view/report-summary.js';

/** What a run's numbers rest on besides its episodes. */
export interface SummedFacts {
  readonly cost: ModelCost;
  /** Milliseconds that its sessions lasted. */
  readonly activeMs: number;
  readonly planned: number;
  /** Items that came to an end. */
  readonly finished: number;
}

/** The numbers of a run. `rows` holds the items that were done and those that are known not to have been. */
export function runSummary(facts: SummedFacts, rows: readonly ResultRow[]): ReportSummary {
  const tasks = repeatedTasks(rows);
  const k = commonRepeats(tasks);
  const { cost } = facts;
  const hasCalls = cost.calls > 0;
  const steps = sortRows(rows).counted.map((row) => row.steps);
  return {
    ...runRates(rows),
    passAll: k > 1 ? passRate(passHatKOver(tasks, k)) : null,
    passAny: k > 1 ? passRate(passAtKOver(tasks, k)) : null,
    tasks: new Set(rows.map(({ key }) => key.item)).size,
    passRepeats: k,
    repeats: tasks.reduce((most, { judged }) => Math.max(most, judged), 0),
    notRun: Math.max(0, facts.planned - facts.finished),
    meanSteps: meanEstimate(steps).mean,
    durationMs: facts.activeMs,
    calls: cost.calls,
    inputTokens: hasCalls ? cost.inputTokens : null,
    outputTokens: hasCalls ? cost.outputTokens : null,
    costUsd: hasCalls && cost.unpriced < cost.calls ? cost.costUsd : null,
    ...(cost.unpriced > 0 ? { unpriced: cost.unpriced } : {}),
  };
}

/**
 * The same of a run whose items measure several things apart: how many of them were judged right is a count, and no rate with
 * an interval, since they are neither of one kind nor independent.
 */
export function dimensionsSummary(facts: SummedFacts, rows: readonly ResultRow[]): ReportSummary {
  const summary = runSummary(facts, rows);
  const none: ReportRate = { value: null, n: 0, low: null, high: null, worst: null, best: null };
  return {
    ...summary,
    success: { ...summary.success, low: null, high: null },
    completion: none,
    main: null,
    passAll: null,
    passAny: null,
  };
}

function passRate(pass: PassEstimate): ReportRate {
  return rateOf({ ...pass, n: pass.tasks });
}
