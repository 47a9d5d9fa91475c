import type { ModelAnswer } from '../../models/model.js';

/** What an answer used and how it came, as the journal has it; what is unknown is left out. */
export function callUsage(answer: ModelAnswer | null) {
  const usage = answer?.usage;
  const parts = {
    cachedInputTokens: countOrNull(usage?.cachedInputTokens),
    cacheWriteTokens: countOrNull(usage?.cacheWriteTokens),
    reasoningTokens: countOrNull(usage?.reasoningTokens),
    estimated: usage?.estimated === true ? true : null,
    warnings: answer?.warnings === undefined || answer.warnings.length === 0 ? null : answer.warnings,
    measures: answer?.fromCache === true ? null : (answer?.measures ?? null),
  };
  return {
    inputTokens: countOrNull(usage?.inputTokens),
    outputTokens: countOrNull(usage?.outputTokens),
    costUsd: answer?.costUsd ?? null,
    fromCache: answer?.fromCache ?? false,
    ...withoutNulls(parts),
  };
}

function withoutNulls<T extends object>(parts: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const known = Object.entries(parts).filter(([, value]) => value !== null);
  // Only nulls are gone.
  return Object.fromEntries(known) as { [K in keyof T]?: NonNullable<T[K]> };
}

/** Providers report odd counts at times; what is no count is not known. */
function countOrNull(value: number | null | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : null;
}
