import type { Benchmark } from '../benchmarks/benchmark.js';
import { itemKeyText } from '../domain/episode.js';
import type { Mode } from '../domain/mode.js';
import type { RunIdentity } from '../domain/run.js';
import type { ItemResult } from '../domain/score.js';
import { planItems } from '../engine/plan.js';

/**
 * The results of a run, then each item of its plan that has none, as `not_run`: an interrupted run must not look like a
 * complete one.
 */
export async function* withPlanned(
  results: AsyncIterable<ItemResult>,
  plan: { readonly benchmark: Benchmark; readonly identity: RunIdentity; readonly mode: Mode },
): AsyncGenerator<ItemResult> {
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
