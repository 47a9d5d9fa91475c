import type { Model } from '../model.js';
import type { ModelProfile } from '../profile.js';
import { bareModel } from './bare-model.js';
import { httpTransport } from './transport/http-transport.js';
import { libraryModel } from './library/library-model.js';
import { compatibleProvider } from './library/library-providers.js';
import type { Transport } from './transport/transport.js';

/** Where a model is served, and how it is asked. Everything but the key's value is part of a run's identity. */
export interface OpenAiCompatibleSettings {
  /** Address that `/chat/completions` is appended to, such as `http://127.0.0.1:8000/v1`; no secrets in it. */
  readonly baseUrl: string;
  readonly model: string;
  /** Environment variable that holds the key; none is sent when absent. */
  readonly apiKeyVariable?: string;
  /** Left out of the request when absent: some models refuse it. */
  readonly temperature?: number;
  readonly topP?: number;
  readonly seed?: number;
  readonly maxOutputTokens?: number;
  /** More fields of the request body, sent as they are (`chat_template_kwargs`, `min_p`); no secrets in them. */
  readonly extraBody?: NonNullable<ModelProfile['extraBody']>;
  /** US dollars per million tokens, for the cost of a run. */
  readonly price?: { readonly inputPerMillion: number; readonly outputPerMillion: number };
}

export interface OpenAiCompatibleOptions {
  /** Milliseconds until an answer must be complete; 300,000 unless given. */
  readonly timeoutMs?: number;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly transport?: Transport;
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
  /** Milliseconds that never go back nor jump, for durations; `performance.now` unless given. */
  readonly monotonic?: () => number;
}

/**
 * A model behind an endpoint that speaks OpenAI's chat completions. Sends each request once; whoever calls decides on
 * retries. `createModel` gives the same model with retries, limits, cache and prices.
 *
 * A refusal, an empty or a cut-off answer is an answer (`finishReason`); `generate` throws `ModelAccessError`,
 * `ModelNotFoundError` or `ModelRequestRejectedError` (the user's), `ModelRateLimitError`, `ModelOutageError` or
 * `ModelTimeoutError` (outages, worth a retry). No error holds the key.
 *
 * @throws {ModelSettingsError} when the address cannot be used or the key is not in the environment.
 */
export function openAiCompatibleModel(
  settings: OpenAiCompatibleSettings,
  options: OpenAiCompatibleOptions = {},
): Model {
  const { baseUrl, model, apiKeyVariable, temperature, topP, seed, maxOutputTokens, extraBody, price } =
    settings;
  const profile: ModelProfile = {
    formatVersion: 1,
    id: model,
    provider: 'openai-compatible',
    // One request for each call: an endpoint that cannot stream would be asked twice.
    stream: false,
    baseUrl,
    model,
    ...(apiKeyVariable === undefined ? {} : { apiKeyVariable }),
    sampling: {
      ...(temperature === undefined ? {} : { temperature }),
      ...(topP === undefined ? {} : { topP }),
      ...(seed === undefined ? {} : { seed }),
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    },
    ...(extraBody === undefined ? {} : { extraBody }),
  };
  const { timeoutMs, clock = Date.now, monotonic = () => performance.now() } = options;
  const transport =
    options.transport ??
    httpTransport(timeoutMs === undefined ? {} : { totalMs: timeoutMs, firstByteMs: timeoutMs });
  const { environment = process.env } = options;
  const endpointModel = libraryModel(profile, compatibleProvider, { transport, environment, clock });
  return bareModel(endpointModel, { price: price ?? null, monotonic });
}
