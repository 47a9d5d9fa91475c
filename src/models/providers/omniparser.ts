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

const AnswerSchema = z.object({ parsed_content_list: z.array(z.unknown()) });

/** No part of the answer is text of a model. */
const NO_TOKENS = { inputTokens: 0, outputTokens: 0 } as const;

/**
 * A served OmniParser: it takes the one picture of a request and no text, and answers with the JSON list of the elements that
 * it finds. Its own picture with labels is left out of the answer, so that recordings stay small.
 *
 * Source: OmniParser reference code, server of its omnitool.
 *
 * @throws {ModelSettingsError} when the profile has no address or no key
 */
export function omniParserModel(profile: ModelProfile, context: ProviderContext): EndpointModel {
  const { endpoint, apiKey } = addressOf(profile, ADDRESS, context.environment);
  const redact = keyRedactor(apiKey);
  const url = `${endpoint.replace(/\/parse$/, '')}/parse/`;
  return {
    endpoint,
    account: accountOf(endpoint, apiKey),
    identity: identityOf(profile, endpoint, []),
    ask: async (request, { signal, sample, attempt }) => {
      signal.throwIfAborted();
      const pictures = new PictureSlots();
      const body = { base64_image: pictures.add(pictureIn(request, profile.id)), ...profile.extraBody };
      const headers = {
        'content-type': 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      };
      const { clock, transport } = context;
      const received = nothingReceived();
      const wire = { endpoint, redact, clock, transport, sample, attempt, received, pictures };
      await exchange(wire)(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
      const read = AnswerSchema.safeParse(parsed(received.text));
      if (!read.success) throw unreadable(endpoint, received);
      return {
        text: JSON.stringify(read.data.parsed_content_list),
        reasoning: '',
        finishReason: 'stop',
        model: null,
        usage: NO_TOKENS,
        firstByteMs: received.firstByteMs,
        exhaustedMs: received.exhaustedMs,
        warnings: [],
      };
    },
  };
}

function pictureIn({ messages }: ModelRequest, id: string): Uint8Array {
  const pictures = messages.flatMap(({ content }) => content.filter((part) => part.type === 'image'));
  const [picture] = pictures;
  if (picture !== undefined && pictures.length === 1) return picture.data;
  throw new ModelUnsupportedError(`${id} finds the elements of one picture and answers nothing else`, {
    hint: 'The provider omniparser is for a detector: --role detector=FILE (docs/marks.md).',
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
