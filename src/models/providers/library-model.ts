import type { OpenAIProvider } from '@ai-sdk/openai';
import { BugError, TouchstoneError } from '../../errors.js';
import type { ModelAnswer, ModelMessage, ModelRequest, ModelUsage } from '../model.js';
import { ModelOutageError, ModelSettingsError, ModelUnsupportedError } from '../model-errors.js';
import type { ModelProfile, SamplingParameter } from '../profile.js';
import { accountOf, readBaseUrl, readKey } from './endpoint.js';
import { identityOf, prepareRequest } from './endpoint-model.js';
import type { EndpointModel, PreparedRequest, ProviderContext, RawAnswer } from './endpoint-model.js';
import { estimateUsage } from './estimate-usage.js';
import { eventsWithin, exchange, nothingReceived, RefusedByEndpoint, unreadable } from './exchange.js';
import type { Received } from './exchange.js';
import { PictureSlots } from './picture-slots.js';

/** The library's model, in the version that all its providers share. */
export type LibraryModel = ReturnType<OpenAIProvider['chat']>;
type CallOptions = Parameters<LibraryModel['doGenerate']>[0];
type Prompt = CallOptions['prompt'];
type ProviderOptions = NonNullable<CallOptions['providerOptions']>;
type Generated = Awaited<ReturnType<LibraryModel['doGenerate']>>;
type Usage = Generated['usage'];

/** What differs from one provider of the library to the next. */
export interface LibraryProvider {
  /** Null: the user must name one. */
  readonly baseUrl: string | null;
  /** Usual name of the variable that holds the key; null where servers mostly need none. */
  readonly apiKeyVariable: string | null;
  /** Parameters that no model of it takes. */
  readonly neverTakes: readonly SamplingParameter[];
  /** What an unfinished answer can be continued with: the wire as it is, more fields of the body, or nothing. */
  readonly continuesLast: 'natively' | 'not' | Readonly<Record<string, boolean>>;
  /** Loaded on first use: commands that ask no model start faster without it. */
  open(
    profile: ModelProfile,
    options: { baseURL: string; apiKey: string | undefined; fetch: typeof globalThis.fetch },
  ): Promise<LibraryModel>;
  /** What may be wrong where the endpoint knows no such address. */
  notFoundHint?(profile: ModelProfile): string | undefined;
  /** Name under which it takes more fields of the body; absent: the written body is read and changed. */
  readonly fieldsName?: string;
  /** Name of the body's field for `topK`, where the library drops it though servers take it. */
  readonly topKField?: string;
  /** Options of each picture. */
  pictureOptions?(profile: ModelProfile): ProviderOptions | undefined;
  /** Whether a received stream came to its end. */
  isWhole(stream: string): boolean;
  /** Whether a body holds nothing where answers are. */
  isEmpty?(body: unknown): boolean;
  /** What the model said instead of answering, where the library leaves it out. */
  refusal?(received: string): string | null;
}

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
  const address = profile.baseUrl ?? provider.baseUrl;
  if (address === null) {
    throw new ModelSettingsError(`the model ${profile.id} names no endpoint`, {
      hint: 'Give its base URL, such as http://localhost:8000/v1.',
    });
  }
  const endpoint = readBaseUrl(address);
  // The vendor's own key goes to the vendor alone.
  const usual = profile.baseUrl === undefined ? (provider.apiKeyVariable ?? undefined) : undefined;
  const apiKey = readKey(profile.apiKeyVariable ?? usual, context.environment);
  const calls = new CallRouter();
  let opened: Promise<LibraryModel> | null = null;
  const open = (): Promise<LibraryModel> => {
    // Opened once: the library builds its schemas anew for each model object.
    opened ??= provider.open(profile, { baseURL: endpoint, apiKey, fetch: calls.fetch });
    return opened;
  };
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
      if (prepared.continuesLast && provider.continuesLast === 'not') {
        throw new ModelUnsupportedError(`${endpoint} cannot continue an answer that was begun for it`, {
          hint: 'Use an openai-compatible server, anthropic or completions, or a dialect that begins no answer.',
        });
      }
      const received = nothingReceived();
      const pictures = new PictureSlots();
      const { clock, transport } = context;
      const call = calls.enter(
        exchange({
          endpoint,
          apiKey,
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
            ? await streamed(model, options, provider, received, endpoint)
            : await whole(model, options, provider, received, endpoint);
        const usage = answer.usage ?? estimateUsage(request, answer.text + answer.reasoning);
        return { ...answer, usage, warnings: [...prepared.warnings, ...answer.warnings] };
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

/** Header that names the call a request of the library belongs to; never sent. */
const CALL_HEADER = 'x-touchstone-call';

/** Hands each request of one library model, shared by all calls, to the call that it belongs to. */
class CallRouter {
  readonly #open = new Map<string, typeof globalThis.fetch>();
  #count = 0;

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    const carry = this.#open.get(headers.get(CALL_HEADER) ?? '');
    if (carry === undefined) throw new BugError('a request belongs to no call');
    headers.delete(CALL_HEADER);
    return await carry(input, { ...init, headers });
  };

  enter(carry: typeof globalThis.fetch): { readonly headers: Record<string, string>; leave(): void } {
    this.#count += 1;
    const name = String(this.#count);
    this.#open.set(name, carry);
    return { headers: { [CALL_HEADER]: name }, leave: () => this.#open.delete(name) };
  }
}

/** Fields of this call's body that the library has no name for. */
function callFields(
  { topKField, continuesLast, fieldsName }: LibraryProvider,
  prepared: PreparedRequest,
): ProviderOptions {
  const { topK } = prepared.sampling;
  if (fieldsName === undefined) return {};
  return {
    [fieldsName]: {
      ...(topK === undefined || topKField === undefined ? {} : { [topKField]: topK }),
      ...(prepared.continuesLast && typeof continuesLast === 'object' ? continuesLast : {}),
    },
  };
}

/** A body with more fields; objects are merged, anything else is replaced. */
export function mergeFields(
  body: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...body };
  for (const [name, value] of Object.entries(more)) {
    const old = merged[name];
    merged[name] = isObject(old) && isObject(value) ? mergeFields(old, value) : value;
  }
  return merged;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Unpriced extends Omit<RawAnswer, 'usage'> {
  readonly usage: ModelUsage | null;
}

async function whole(
  model: LibraryModel,
  options: CallOptions,
  provider: LibraryProvider,
  received: Received,
  endpoint: string,
): Promise<Unpriced> {
  const generated = await model.doGenerate(options);
  if (provider.isEmpty?.(generated.response?.body) === true) throw unreadable(endpoint, received);
  const textOfType = (type: 'text' | 'reasoning'): string =>
    generated.content.map((part) => (part.type === type ? part.text : '')).join('');
  return finished(provider, received, {
    text: textOfType('text'),
    reasoning: textOfType('reasoning'),
    finish: generated.finishReason,
    usage: generated.usage,
    model: generated.response?.modelId,
    warnings: generated.warnings,
  });
}

async function streamed(
  model: LibraryModel,
  options: CallOptions,
  provider: LibraryProvider,
  received: Received,
  endpoint: string,
): Promise<Unpriced> {
  const { stream } = await model.doStream(options);
  const texts = { text: '', reasoning: '' };
  let end: { finish: Generated['finishReason']; usage: Usage } | null = null;
  let modelId: string | undefined;
  let warnings: Generated['warnings'] = [];
  for await (const part of stream) {
    switch (part.type) {
      case 'stream-start':
        warnings = part.warnings;
        break;
      case 'response-metadata':
        modelId = part.modelId ?? modelId;
        break;
      case 'text-delta':
        texts.text += part.delta;
        break;
      case 'reasoning-delta':
        texts.reasoning += part.delta;
        break;
      case 'error':
        throw unfinished(provider, endpoint, received);
      case 'finish':
        end = { finish: part.finishReason, usage: part.usage };
        break;
      default:
        break;
    }
  }
  if (end === null || !provider.isWhole(received.text)) {
    throw unfinished(provider, endpoint, received);
  }
  return finished(provider, received, { ...texts, ...end, model: modelId, warnings });
}

/** A stream that did not come to its end broke off; anything else that cannot be read is no answer. */
function unfinished(provider: LibraryProvider, endpoint: string, received: Received): ModelOutageError {
  const events = eventsWithin(received.text);
  // Its last event may be cut.
  const isStream = events.length > 0 && events.slice(0, -1).every(isJson);
  if (!isStream || provider.isWhole(received.text)) return unreadable(endpoint, received);
  return new ModelOutageError(`${endpoint} broke off in the middle of its answer`, {
    hint: 'Check the server and what lies between, then `touchstone resume RUN`.',
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface Ended {
  readonly text: string;
  readonly reasoning: string;
  readonly finish: Generated['finishReason'];
  readonly usage: Usage;
  readonly model: string | undefined;
  readonly warnings: Generated['warnings'];
}

function finished(provider: LibraryProvider, received: Received, ended: Ended): Unpriced {
  const refusal = ended.text === '' ? (provider.refusal?.(received.text) ?? null) : null;
  return {
    text: refusal ?? ended.text,
    reasoning: ended.reasoning,
    finishReason: refusal === null ? finishReasonOf(ended.finish.unified) : 'refusal',
    model: ended.model ?? reportedModel(received.text),
    usage: usageOf(ended.usage),
    firstByteMs: received.firstByteMs,
    exhaustedMs: received.exhaustedMs,
    warnings: ended.warnings.map(warningText),
  };
}

function refusedAnswer(
  text: string,
  request: ModelRequest,
  received: Received,
  warnings: readonly string[],
): RawAnswer {
  return {
    text,
    reasoning: '',
    finishReason: 'refusal',
    model: null,
    // Nothing was generated, and vendors bill no such request.
    usage: { ...estimateUsage(request, ''), outputTokens: 0 },
    firstByteMs: received.firstByteMs,
    exhaustedMs: received.exhaustedMs,
    warnings,
  };
}

function callOptions(
  profile: ModelProfile,
  provider: LibraryProvider,
  prepared: PreparedRequest,
  pictures: PictureSlots,
  abortSignal: AbortSignal,
): CallOptions {
  const { temperature, topP, topK, seed, maxOutputTokens, stop } = prepared.sampling;
  const pictureOptions = provider.pictureOptions?.(profile);
  return {
    prompt: prepared.messages.map((message) => toPromptMessage(message, pictures, pictureOptions)),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(topK === undefined || provider.topKField !== undefined ? {} : { topK }),
    ...(seed === undefined ? {} : { seed }),
    ...(stop === undefined ? {} : { stopSequences: [...stop] }),
    providerOptions: callFields(provider, prepared),
    abortSignal,
  };
}

function toPromptMessage(
  { role, content }: ModelMessage,
  pictures: PictureSlots,
  pictureOptions: ProviderOptions | undefined,
): Prompt[number] {
  switch (role) {
    case 'user':
      return {
        role,
        content: content.map((part) =>
          part.type === 'text'
            ? part
            : {
                type: 'file',
                mediaType: part.mediaType,
                data: pictures.add(part.data),
                ...(pictureOptions === undefined ? {} : { providerOptions: pictureOptions }),
              },
        ),
      };
    case 'system':
      return { role, content: textOf(content) };
    case 'assistant':
      return { role, content: [{ type: 'text', text: textOf(content) }] };
    default:
      return role satisfies never;
  }
}

function textOf(content: ModelMessage['content']): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

function finishReasonOf(unified: Generated['finishReason']['unified']): ModelAnswer['finishReason'] {
  switch (unified) {
    case 'stop':
    case 'length':
      return unified;
    case 'content-filter':
      return 'refusal';
    default:
      return 'other';
  }
}

/** Null where the endpoint reports nothing. */
function usageOf(usage: Usage): ModelUsage | null {
  const inputTokens = tokenCount(usage.inputTokens.total);
  const outputTokens = tokenCount(usage.outputTokens.total);
  if (inputTokens === null && outputTokens === null) return null;
  return {
    inputTokens,
    outputTokens,
    ...partOf('cachedInputTokens', usage.inputTokens.cacheRead),
    ...partOf('cacheWriteTokens', usage.inputTokens.cacheWrite),
    ...partOf('reasoningTokens', usage.outputTokens.reasoning),
  };
}

/** The library says 0 where the endpoint says nothing. */
function partOf(name: string, tokens: number | undefined): Record<string, number> {
  const count = tokenCount(tokens) ?? 0;
  return count === 0 ? {} : { [name]: count };
}

function tokenCount(count: number | undefined): number | null {
  return count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

/** Model id as the body has it. Quotes within texts are escaped, so that only a key can match. */
function reportedModel(received: string): string | null {
  const text = /"(?:model|modelVersion)"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(received)?.[1];
  return text === undefined ? null : (JSON.parse(text) as string);
}

function warningText(warning: Generated['warnings'][number]): string {
  if (warning.type === 'other') return warning.message;
  const details = 'details' in warning && warning.details !== undefined ? ` (${warning.details})` : '';
  return `${warning.type === 'unsupported' ? 'not sent as asked' : warning.type}: ${warning.feature}${details}`;
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
