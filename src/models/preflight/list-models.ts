import { z } from 'zod';
import { TouchstoneError } from '../../errors.js';
import type { Gateway } from '../gateway/gateway.js';
import type { ModelProfile, ProviderName } from '../profile.js';
import { addressOf } from '../providers/address.js';
import { usualAddressOf } from '../providers/providers.js';

/** A model that an endpoint says it has. */
export interface ListedModel {
  readonly id: string;
  /** Tokens of its context; null where the list does not say. */
  readonly contextTokens: number | null;
}

/** A list is a courtesy: nobody waits long for it. */
const TIMEOUTS = { connectMs: 5_000, firstByteMs: 10_000, totalMs: 20_000 } as const;

/** Where the list is, and the header of the key. */
const LISTS: Readonly<
  Record<Exclude<ProviderName, 'omniparser'>, (apiKey: string | undefined) => ListRequest>
> = {
  'openai-compatible': bearer,
  openai: bearer,
  completions: bearer,
  embeddings: bearer,
  anthropic: (apiKey) => ({
    query: '?limit=1000',
    headers: { 'anthropic-version': '2023-06-01', ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }) },
  }),
  google: (apiKey) => {
    const headers: Record<string, string> = apiKey === undefined ? {} : { 'x-goog-api-key': apiKey };
    return { query: '?pageSize=1000', headers };
  },
};

interface ListRequest {
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
}

function bearer(apiKey: string | undefined): ListRequest {
  return { query: '', headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` } };
}

const tokens = z.int().positive().nullish().catch(null);

/** OpenAI's and Anthropic's list. The length of the context has a name of its own at each server. */
const DataSchema = z.object({
  data: z.array(
    z
      .object({
        id: z.string(),
        max_model_len: tokens,
        context_length: tokens,
        context_window: tokens,
        max_context_length: tokens,
      })
      .transform(({ id, ...lengths }) => ({
        id,
        contextTokens: Object.values(lengths).find((length) => typeof length === 'number') ?? null,
      })),
  ),
});

/** Google's list. */
const ModelsSchema = z.object({
  models: z.array(
    z.object({ name: z.string(), inputTokenLimit: tokens }).transform(({ name, inputTokenLimit }) => ({
      id: name.replace(/^models\//, ''),
      contextTokens: inputTokenLimit ?? null,
    })),
  ),
});

/**
 * The models that the endpoint of a profile lists; null where it has no list, which is no error: many servers have none.
 *
 * @throws {ModelSettingsError} when the address cannot be used or the key is not in the environment
 */
export async function listModels(
  profile: ModelProfile,
  options: {
    readonly gateway: Gateway;
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly signal: AbortSignal;
  },
): Promise<readonly ListedModel[] | null> {
  const { provider } = profile;
  if (provider === 'omniparser') return null;
  const usual = usualAddressOf(provider);
  const { endpoint, apiKey } = addressOf(profile, usual, options.environment);
  const { query, headers } = LISTS[provider](apiKey);
  try {
    const { status, text } = await options.gateway.transport(TIMEOUTS)({
      endpoint,
      url: `${endpoint}/models${query}`,
      method: 'GET',
      headers,
      body: [],
      signal: options.signal,
      sample: undefined,
      attempt: 1,
    });
    return status === 200 ? listedIn(text) : null;
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof TouchstoneError) return null;
    throw error;
  }
}

function listedIn(text: string): readonly ListedModel[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return DataSchema.safeParse(value).data?.data ?? ModelsSchema.safeParse(value).data?.models ?? null;
}
