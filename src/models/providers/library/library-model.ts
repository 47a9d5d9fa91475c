import { TouchstoneError } from '../../../errors.js';
import { ModelUnsupportedError } from '../../model-errors.js';
import type { ModelProfile } from '../../profile.js';
import { CallRouter } from '../call-router.js';
import { addressOf } from '../address.js';
import { accountOf, keyRedactor } from '../endpoint.js';
import { identityOf, prepareRequest, type EndpointModel, type ProviderContext } from '../endpoint-model.js';
import { estimateUsage } from '../estimate-usage.js';
import { exchange, nothingReceived, RefusedByEndpoint, unreadable } from '../transport/exchange.js';
import { refusedAnswer, streamedAnswer, wholeAnswer } from './library-answer.js';
import { callOptions } from './library-call.js';
import type { LibraryProvider } from './library-provider.js';
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
  const rewrite = isRewritten ? (body: Record<string, unknown>) => mergeFields(body, extraBody) : undefined;
  return {
    endpoint,
    account: accountOf(endpoint, apiKey),
    identity: identityOf(profile, endpoint, provider.neverTakes),
    ask: async (request, { signal, sample, attempt }) => {
      signal.throwIfAborted();
      const prepared = prepareRequest(profile, request, provider.neverTakes);
      if (prepared.continuesLast && provider.continuesLast === 'not') throw cannotContinue(endpoint);
      const received = nothingReceived();
      const pictures = new PictureSlots();
      const { clock, transport } = context;
      const call = calls.enter(
        exchange({
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
        }),
      );
      try {
        const model = await open();
        const options = {
          ...callOptions(profile, provider, prepared, pictures, signal),
          headers: call.headers,
        };
        const answer =
          profile.stream === true
            ? await streamedAnswer(model, options, provider, received, endpoint)
            : await wholeAnswer(model, options, provider, received, endpoint);
        const usage = answer.usage ?? estimateUsage(request, answer.text + answer.reasoning);
        return {
          ...answer,
          // A key that came in pieces is whole only now.
          text: redact(answer.text) || answer.text,
          reasoning: redact(answer.reasoning) || answer.reasoning,
          usage,
          warnings: [...prepared.warnings, ...answer.warnings],
        };
      } catch (error) {
        signal.throwIfAborted();
        const refused = causeOf(error, RefusedByEndpoint);
        if (refused !== null) return refusedAnswer(refused.message, request, received, prepared.warnings);
        throw causeOf(error, TouchstoneError) ?? unreadable(endpoint, received);
      } finally {
        call.leave();
      }
    },
  };
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
