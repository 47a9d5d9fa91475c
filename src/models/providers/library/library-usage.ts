import type { ModelUsage } from '../../model.js';
import type { LibraryAnswer } from './library-provider.js';

/** Tokens of a call as the library counts them; null where the endpoint reports nothing. */
export function usageOf(usage: LibraryAnswer['usage']): ModelUsage | null {
  const inputTokens = tokenCount(usage.inputTokens.total);
  const outputTokens = tokenCount(usage.outputTokens.total);
  if (inputTokens === null && outputTokens === null) return null;
  return {
    inputTokens,
    outputTokens,
    ...partOf('cachedInputTokens', usage.inputTokens.cacheRead),
    ...partOf('cacheWriteTokens', usage.inputTokens.cacheWrite),
    ...partOf('reasoningTokens', usage.outputTokens.reasoning),
  };
}

/** The library gives 0 where the endpoint gives nothing. */
function partOf(name: string, tokens: number | undefined): Record<string, number> {
  const count = tokenCount(tokens) ?? 0;
  return count === 0 ? {} : { [name]: count };
}

function tokenCount(count: number | undefined): number | null {
  return count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : null;
}
