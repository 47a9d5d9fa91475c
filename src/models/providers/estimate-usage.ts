import type { ModelRequest, ModelUsage } from '../model.js';

/** Tokens that a screenshot costs with most vendors, within a factor of two. */
const TOKENS_PER_PICTURE = 1_200;

/** A rough count, for endpoints that report none, so that budgets and costs are not blind. */
export function estimateUsage(request: Pick<ModelRequest, 'messages'>, answer: string): ModelUsage {
  let inputTokens = 0;
  for (const { content } of request.messages) {
    for (const part of content) {
      inputTokens += part.type === 'image' ? TOKENS_PER_PICTURE : textTokens(part.text);
    }
  }
  return { inputTokens, outputTokens: textTokens(answer), estimated: true };
}

/** Four characters to a token, as in English, and one where the script has a character to a word. */
function textTokens(text: string): number {
  const wide = text.match(/[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF]/g)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / 4);
}
