import { z } from 'zod';
import type { ModelUsage } from '../model.js';

const dollars = z.number().nonnegative();

/** What a model's tokens cost, in US dollars per million. */
export const PriceSchema = z.strictObject({
  inputPerMillion: dollars,
  outputPerMillion: dollars,
  /** Input that the provider had in its cache; as other input unless given. */
  cachedInputPerMillion: dollars.optional(),
  /** Input written into the provider's cache; as other input unless given. */
  cacheWritePerMillion: dollars.optional(),
  /** Thinking; as other output unless given. */
  reasoningPerMillion: dollars.optional(),
});
export type Price = z.infer<typeof PriceSchema>;

/** US dollars of one call; null where its tokens are not known. */
export function costOf(usage: ModelUsage, price: Price): number | null {
  const { inputTokens, outputTokens } = usage;
  if (inputTokens === null || outputTokens === null) return null;
  // Parts are never more than their whole, even if an endpoint reports so.
  const cached = Math.min(usage.cachedInputTokens ?? 0, inputTokens);
  const written = Math.min(usage.cacheWriteTokens ?? 0, inputTokens - cached);
  const thought = Math.min(usage.reasoningTokens ?? 0, outputTokens);
  const { inputPerMillion, outputPerMillion } = price;
  return (
    ((inputTokens - cached - written) * inputPerMillion +
      cached * (price.cachedInputPerMillion ?? inputPerMillion) +
      written * (price.cacheWritePerMillion ?? inputPerMillion) +
      (outputTokens - thought) * outputPerMillion +
      thought * (price.reasoningPerMillion ?? outputPerMillion)) /
    1e6
  );
}
