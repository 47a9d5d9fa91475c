import type { ModelCallEvent } from './journal/event.js';

/** What an item or a run used of its models, repeated and failed calls included. */
export interface ModelCost {
  readonly calls: number;
  /** Answers that came from a cache and cost nothing. */
  readonly cached: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the calls whose price is known. */
  readonly costUsd: number;
  /** Calls without a known price. */
  readonly unpriced: number;
}

export const NO_COST: ModelCost = {
  calls: 0,
  cached: 0,
  inputTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  unpriced: 0,
};

/** What one call used. */
export function costOfCall(
  event: Pick<ModelCallEvent, 'inputTokens' | 'outputTokens' | 'costUsd' | 'fromCache'>,
): ModelCost {
  return {
    calls: 1,
    cached: event.fromCache ? 1 : 0,
    inputTokens: event.inputTokens ?? 0,
    outputTokens: event.outputTokens ?? 0,
    costUsd: event.costUsd ?? 0,
    unpriced: event.costUsd === null ? 1 : 0,
  };
}

export function addCosts(a: ModelCost, b: ModelCost): ModelCost {
  return {
    calls: a.calls + b.calls,
    cached: a.cached + b.cached,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    costUsd: a.costUsd + b.costUsd,
    unpriced: a.unpriced + b.unpriced,
  };
}
