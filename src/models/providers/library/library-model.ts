import { TouchstoneError } from '../../../errors.js';
import { ModelUnsupportedError } from '../../model-errors.js';
import type { ModelProfile } from '../../profile.js';
import { CallRouter } from '../call-router.js';
import { addressOf } from '../address.js';
import { accountOf, keyRedactor } from '../endpoint.js';
import { identityOf, prepareRequest, type EndpointModel, type ProviderContext } from '../endpoint-model.js';
import { askStreamed } from '../ask-streamed.js';
import { estimateUsage } from '../estimate-usage.js';
import { measureCall } from '../measure-call.js';
import { exchange, RefusedByEndpoint, unreadable, type Received } from '../transport/exchange.js';
import { refusedAnswer, streamedAnswer, wholeAnswer, type UncountedAnswer } from './library-answer.js';
import { callOptions } from './library-call.js';
import type { LibraryCallOptions, LibraryModel, LibraryProvider } from './library-provider.js';
import { mergeFields } from '../merge-fields.js';
import { PictureSlots } from '../picture-slots.js';

/**
 * A model asked through the library, once per call. A refusal, an empty or a cut-off answer is an answer.
 *
 * @throws {ModelSettingsError} when the address cannot be used or the key is not in the environment
 */
export function libraryModel(
  profile: ModelProfile,
  provider: LibraryProvider,
  context: ProviderContext,
): EndpointModel {
  const { endpoint, apiKey } = addressOf(profile, provider, context.environment);
  const redact = keyRedactor(apiKey);
  const calls = new CallRouter();
  const open = once(() => provider.open(profile, { baseURL: endpoint, apiKey, fetch: calls.fetch }));
  const notFoundHint = provider.notFoundHint?.(profile);
  const isRewritten = provider.fieldsName === undefined && profile.extraBody !== undefined;
  const { extraBody = {} } = profile;
  const { streams = { isOff: false } } = context;
  const rewrite = isRewritten ? (body: Record<string, unknown>) => mergeFields(body, extraBody) : undefined;
  return {
    endpoint,
    account: accountOf(endpoint, apiKey),
    identity: identityOf(profile, endpoint, provider.neverTakes),
    ask: async (request, { signal, sample, attempt }) => {
      signal.throwIfAborted();
      const prepared = prepareRequest(profile, request, provider.neverTakes);
      if (prepared.continuesLast && provider.continuesLast === 'not') throw cannotContinue(endpoint);
      const { clock, transport } = context;
      const ask = async (isStream: boolean, received: Received): Promise<UncountedAnswer> => {
        const pictures = new PictureSlots();
        const tokenIn = isStream ? provider.tokenIn : undefined;
        const send = exchange({
          endpoint,
          redact,
          clock,
          transport,
          sample,
          attempt,
          received,
          rewrite,
          pictures,
          notFoundHint,
          tokenIn,
        });
        try {
          const options = callOptions(provider, prepared, pictures, signal);
          const asked: Asked = { open, calls, options, provider, received, endpoint };
          if (!isStream) return await wholeFrom(asked, send);
          return profile.stream === true
            ? await streamedFrom(asked, send)
            : await streamedOrWhole(asked, send);
        } catch (error) {
          signal.throwIfAborted();
          const refused = causeOf(error, RefusedByEndpoint);
          if (refused !== null) return refusedAnswer(refused.message, request, received);
          throw causeOf(error, TouchstoneError) ?? unreadable(endpoint, received);
        }
      };
      const { answer, received } = await askStreamed(profile.stream, streams, ask);
      const usage = answer.usage ?? estimateUsage(request, answer.text + answer.reasoning);
      const measures = measureCall(request, { usage, received, profile });
      return {
        ...answer,
        // A key that came in pieces is whole only now.
        text: redact(answer.text) || answer.text,
        reasoning: redact(answer.reasoning) || answer.reasoning,
        usage,
        warnings: [...prepared.warnings, ...answer.warnings],
        ...(measures === null ? {} : { measures }),
      };
    },
  };
}

/** What one question to the library needs. */
interface Asked {
  readonly open: () => Promise<LibraryModel>;
  readonly calls: CallRouter;
  readonly options: LibraryCallOptions;
  readonly provider: LibraryProvider;
  readonly received: Received;
  readonly endpoint: string;
}

type Fetch = typeof globalThis.fetch;

async function wholeFrom(asked: Asked, send: Fetch): Promise<UncountedAnswer> {
  return routed(asked, send, (model, options) =>
    wholeAnswer(model, options, asked.provider, asked.received, asked.endpoint),
  );
}

async function streamedFrom(asked: Asked, send: Fetch): Promise<UncountedAnswer> {
  return routed(asked, send, (model, options) =>
    streamedAnswer(model, options, asked.provider, asked.received, asked.endpoint),
  );
}

/** A stream was asked for and one object came: it may be the answer all the same. Never leaves this file. */
class ObjectInstead extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super('one object instead of a stream');
    this.response = response;
  }
}

/** The streamed answer, or the whole one where the endpoint sends that; asked once. */
async function streamedOrWhole(asked: Asked, send: Fetch): Promise<UncountedAnswer> {
  const { received } = asked;
  const sendStream: Fetch = async (input, init) => {
    const response = await send(input, init);
    if (received.isObject) throw new ObjectInstead(response);
    return response;
  };
  try {
    return await streamedFrom(asked, sendStream);
  } catch (error) {
    const instead = causeOf(error, ObjectInstead);
    if (instead === null) throw error;
    return wholeFrom(asked, async () => instead.response);
  }
}

async function routed(
  { open, calls, options }: Asked,
  send: Fetch,
  ask: (model: LibraryModel, options: LibraryCallOptions) => Promise<UncountedAnswer>,
): Promise<UncountedAnswer> {
  const call = calls.enter(send);
  try {
    return await ask(await open(), { ...options, headers: call.headers });
  } finally {
    call.leave();
  }
}

/** The library builds its schemas anew for each model object. */
function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | null = null;
  return () => (opened ??= open());
}

function cannotContinue(endpoint: string): ModelUnsupportedError {
  return new ModelUnsupportedError(`${endpoint} cannot continue an answer that was begun for it`, {
    hint: 'Use an openai-compatible server, anthropic or completions, or a dialect that begins no answer.',
  });
}

/** An error of ours, where the library has wrapped it. */
function causeOf<T extends Error>(
  error: unknown,
  kind: (abstract new (...parameters: never[]) => T) & { readonly prototype: T },
): T | null {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if (current instanceof kind) return current;
    current = current.cause;
  }
  return null;
}
