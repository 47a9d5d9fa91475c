import type { Model, ModelAnswer } from '../model.js';
import { costOf, type Price } from '../prices/price.js';
import type { EndpointModel, RawAnswer } from './endpoint-model.js';

/** A model that sends each request once, with nothing in between. */
export function bareModel(
  model: EndpointModel,
  options: { readonly price: Price | null; readonly monotonic: () => number },
): Model {
  return {
    identity: model.identity,
    generate: async (request, { signal, sample }) => {
      const startedAt = options.monotonic();
      const raw = await model.ask(request, { signal, sample, attempt: 1 });
      return toAnswer(raw, { price: options.price, latencyMs: options.monotonic() - startedAt });
    },
  };
}

/** The answer as agents see it. */
export function toAnswer(
  raw: RawAnswer,
  { price, latencyMs }: { readonly price: Price | null; readonly latencyMs: number },
): ModelAnswer {
  const { text, reasoning, finishReason, model, usage, warnings, measures } = raw;
  return {
    text,
    ...(reasoning === '' ? {} : { reasoning }),
    finishReason,
    model,
    usage,
    latencyMs,
    fromCache: false,
    costUsd: price === null ? null : costOf(usage, price),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(measures === undefined ? {} : { measures }),
  };
}
