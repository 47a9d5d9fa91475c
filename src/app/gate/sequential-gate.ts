import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { RunIdentity, SequentialRule } from '../../domain/run.js';
import { percent } from '../../metrics/tables/percent.js';
import { sequentialPlan } from '../../engine/sequential/sequential-plan.js';
import { SequentialStop } from '../../engine/sequential/sequential-stop.js';
import { UserError } from '../../errors.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import type { GateCheck } from '../../metrics/gate.js';
import { SEQUENTIAL } from '../../metrics/gate/sequential-errors.js';
import { sequentialCheck } from '../../metrics/gate/sequential-check.js';
import type { ResultRow } from '../../metrics/result-row.js';
import { taskScores } from '../../metrics/task-scores.js';
import type { GateRequest } from './gate-request.js';

/** Of the tasks to be done, the share that the baseline has to have judged. */
const LEAST_PAIRED = 0.5;

/**
 * The rule by which a new run is watched.
 *
 * @param baseline the results of the run that is measured against; null where there is none
 * @throws {UserError} for a limit that leaves no room for a worse agent, and a benchmark or baseline that does not fit
 */
export async function sequentialRuleOf(
  { minSuccess, drop }: GateRequest,
  baseline: { readonly run: string; readonly rows: readonly ResultRow[] } | null,
  { benchmark, identity }: { readonly benchmark: Benchmark; readonly identity: RunIdentity },
): Promise<SequentialRule> {
  if (benchmark.sharedStream !== undefined) {
    throw new UserError(`--sequential: what the tasks of ${benchmark.name} draw depends on their order`, {
      hint: 'Leave --sequential out, or run it in the other --mode.',
    });
  }
  const atMost = drop?.atMost ?? null;
  if (atMost === null || baseline === null) {
    const limit = minSuccess ?? 0;
    requireRoom(limit, `--min-success ${percent(limit)}%`);
    return { gate: 'min-success', limit };
  }
  const rates = await plannedRates(baseline.rows, { benchmark, identity });
  const values = Object.values(rates);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  requireRoom(mean - atMost, `the baseline's success less the drop allowed, ${percent(mean - atMost)} %`);
  return { gate: 'max-drop', limit: atMost, baseline: baseline.run, rates };
}

function requireRoom(limit: number, what: string): void {
  if (limit > SEQUENTIAL.margin) return;
  throw new UserError(
    `--sequential tells an agent from one that is worse by 10 points, and below ${what}, there is none`,
    {
      hint: 'Leave --sequential out.',
    },
  );
}

/** What the baseline has for each item of the plan. @throws {UserError} where that is too little */
async function plannedRates(
  rows: readonly ResultRow[],
  { benchmark, identity }: { readonly benchmark: Benchmark; readonly identity: RunIdentity },
): Promise<Record<string, number>> {
  const scores = taskScores(rows, 'success');
  const chosen = identity.benchmark.items === null ? null : new Set(identity.benchmark.items);
  const rates: Record<string, number> = {};
  let [planned, paired] = [0, 0];
  for await (const { id } of benchmark.items.list()) {
    if (chosen !== null && !chosen.has(id)) continue;
    planned += 1;
    const mean = scores.get(id)?.mean ?? null;
    if (mean === null) continue;
    paired += 1;
    rates[id] = mean;
  }
  if (paired > 0 && paired >= planned * LEAST_PAIRED) return rates;
  throw new UserError(`--sequential: only ${paired} of the ${planned} tasks were judged in the baseline`, {
    hint: 'Leave --sequential out, or finish the baseline.',
  });
}

/** Whether a gate is the one that a run was watched for. */
export function isWatched(
  rule: SequentialRule | undefined,
  { gate, limit }: GateCheck,
  baseline: string | null,
): rule is SequentialRule {
  if (rule === undefined || rule.gate !== gate || rule.limit !== limit) return false;
  return rule.gate === 'min-success' || rule.baseline === baseline;
}

/** The check of a watched run: what its gate decided by what was journaled as the run went on. */
export async function watchedCheck(
  seen: GateCheck,
  rule: SequentialRule,
  { benchmark, index }: { readonly benchmark: Benchmark; readonly index: RunIndex },
): Promise<GateCheck> {
  const { run, identity, planned } = index.start;
  const plan = await sequentialPlan(benchmark, { run, identity });
  const stop = new SequentialStop(
    rule,
    plan.map(({ key }) => key),
  );
  for (const { key, outcome } of index.items.values()) stop.settle(key, outcome ?? null);
  return sequentialCheck(seen, rule, { state: stop.state, planned });
}
