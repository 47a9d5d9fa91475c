import { inSpan } from '../../tracing/in-span.js';
import type { ModelAnswer, ModelCallOptions } from '../model.js';
import type { ModelProfile } from '../profile.js';
import type { EndpointModel } from '../providers/endpoint-model.js';

/**
 * Makes a call within a span that says who was asked, what it took, and what it was tried again for; nothing of what was asked
 * or answered.
 *
 * Source: OpenTelemetry, semantic conventions for generative AI, `gen_ai.*`.
 */
export function traceCall(
  { endpoint }: Pick<EndpointModel, 'endpoint'>,
  { provider, model }: Pick<ModelProfile, 'provider' | 'model'>,
  options: ModelCallOptions,
  call: (options: ModelCallOptions) => Promise<ModelAnswer>,
): Promise<ModelAnswer> {
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': provider,
    'gen_ai.request.model': model,
    ...(URL.canParse(endpoint) ? { 'server.address': new URL(endpoint).hostname } : {}),
  };
  return inSpan(`chat ${model}`, { of: 'call', attributes }, async (span) => {
    const answer = await call({
      ...options,
      onRetry: (retry) => {
        span.addEvent('retry', { 'error.type': retry.code, 'touchstone.delay_ms': retry.delayMs });
        options.onRetry?.(retry);
      },
    });
    const { usage, finishReason, costUsd, fromCache } = answer;
    span.setAttributes({
      'gen_ai.response.finish_reasons': [finishReason],
      'touchstone.from_cache': fromCache,
      ...present('gen_ai.response.model', answer.model),
      ...present('gen_ai.usage.input_tokens', usage.inputTokens),
      ...present('gen_ai.usage.output_tokens', usage.outputTokens),
      ...present('touchstone.cost_usd', costUsd),
    });
    return answer;
  });
}

function present<T>(name: string, value: T | null | undefined): Readonly<Record<string, T>> {
  return value === null || value === undefined ? {} : { [name]: value };
}
