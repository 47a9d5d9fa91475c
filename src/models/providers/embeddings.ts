import { z } from 'zod';
import { ModelUnsupportedError } from '../model-errors.js';
import type { ModelRequest } from '../model.js';
import type { ModelProfile } from '../profile.js';
import { addressOf, type UsualAddress } from './address.js';
import { identityOf, type EndpointModel, type ProviderContext } from './endpoint-model.js';
import { accountOf, keyRedactor } from './endpoint.js';
import { PictureSlots } from './picture-slots.js';
import { exchange, nothingReceived, unreadable } from './transport/exchange.js';

/** It is asked at an address of the user's own. */
const ADDRESS: UsualAddress = { baseUrl: null, apiKeyVariable: null };

const AnswerSchema = z.object({
  data: z.array(z.object({ embedding: z.array(z.number()).min(1) })).length(1),
  model: z.string().optional(),
  usage: z.object({ prompt_tokens: z.int().nonnegative() }).optional(),
});

/**
 * A served embedding model (OpenAI's `/embeddings`, as vLLM, TEI, Ollama and others speak it): it takes the one text of a request and
 * answers with its vector as a JSON list.
 *
 * @throws {ModelSettingsError} when the profile has no address or no key
 */
export function embeddingsModel(profile: ModelProfile, context: ProviderContext): EndpointModel {
  const { endpoint, apiKey } = addressOf(profile, ADDRESS, context.environment);
  const redact = keyRedactor(apiKey);
  const url = `${endpoint.replace(/\/embeddings$/, '')}/embeddings`;
  return {
    endpoint,
    account: accountOf(endpoint, apiKey),
    identity: identityOf(profile, endpoint, []),
    ask: async (request, { signal, sample, attempt }) => {
      signal.throwIfAborted();
      const body = { model: profile.model, input: textIn(request, profile.id), ...profile.extraBody };
      const headers = {
        'content-type': 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      };
      const { clock, transport } = context;
      const received = nothingReceived();
      const pictures = new PictureSlots();
      const wire = { endpoint, redact, clock, transport, sample, attempt, received, pictures };
      await exchange(wire)(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
      const read = AnswerSchema.safeParse(parsed(received.text));
      const [first] = read.data?.data ?? [];
      if (!read.success || first === undefined) throw unreadable(endpoint, received);
      return {
        text: JSON.stringify(first.embedding),
        reasoning: '',
        finishReason: 'stop',
        model: read.data.model ?? null,
        usage: { inputTokens: read.data.usage?.prompt_tokens ?? null, outputTokens: 0 },
        firstByteMs: received.firstByteMs,
        exhaustedMs: received.exhaustedMs,
        warnings: [],
      };
    },
  };
}

function textIn({ messages }: ModelRequest, id: string): string {
  const [part, ...others] = messages.flatMap(({ content }) => content);
  if (part?.type === 'text' && others.length === 0) return part.text;
  throw new ModelUnsupportedError(`${id} gives the vector of one text and answers nothing else`, {
    hint: 'The provider embeddings is for an embedder: --role embedder=FILE (docs/building/published.md).',
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
