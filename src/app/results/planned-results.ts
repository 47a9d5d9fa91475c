import type { Benchmark } from '../../benchmarks/benchmark.js';
import { itemKeyText } from '../../domain/episode.js';
import type { Mode } from '../../domain/mode.js';
import type { RunIdentity } from '../../domain/run.js';
import type { ItemResult } from '../../domain/score.js';
import { planItems } from '../../engine/plan.js';
import { requireSameData } from '../../engine/score-run.js';
import { readResults } from '../../formats/run/scores/read-results.js';
import type { RunIndex } from '../../formats/run/run-index.js';

/** A result that may hold how long its episode took. */
export type TimedResult = ItemResult & { readonly durationMs?: number };

/** Whether a run's journals alone hold what became of each item of its plan. */
export function isAccountedFor({ items, skipped, start }: RunIndex): boolean {
  return items.size + skipped.size >= start.planned;
}

/**
 * The results of a run in one mode, then each item of its plan that has none, as `not_run`: an interrupted run must not look
 * like a complete one.
 *
 * @throws {RunDiffersError} when the benchmark is not the one that was run
 */
export async function* plannedResults(
  index: RunIndex,
  benchmark: Benchmark,
  options: { readonly mode: Mode; readonly signal?: AbortSignal },
): AsyncGenerator<TimedResult> {
  const { identity } = index.start;
  requireSameData(identity.benchmark, benchmark, index.directory);
  const results = readResults(index, options.mode, options);
  yield* isAccountedFor(index) ? results : withPlanned(results, { benchmark, identity, mode: options.mode });
}

async function* withPlanned(
  results: AsyncIterable<TimedResult>,
  plan: { readonly benchmark: Benchmark; readonly identity: RunIdentity; readonly mode: Mode },
): AsyncGenerator<TimedResult> {
  const seen = new Set<string>();
  for await (const result of results) {
    seen.add(itemKeyText(result.key));
    yield result;
  }
  for await (const { key, item } of planItems(plan.benchmark, plan.identity)) {
    if (seen.has(itemKeyText(key))) continue;
    yield {
      key,
      task: item.task,
      end: { reason: 'environment_end', message: 'the run was interrupted before this item was done' },
      steps: 0,
      outcome: 'not_run',
      result: { mode: plan.mode, scores: [], success: null, completion: null },
    };
  }
}
