import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible';
import { TouchstoneError } from '../../errors.js';
import type { Model, ModelAnswer, ModelMessage, ModelRequest } from '../model.js';
import { ModelOutageError, ModelSettingsError, ModelTimeoutError } from '../model-errors.js';
import { exchange } from './exchange.js';
import type { ReceivedText } from './exchange.js';

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
  /** More fields of the request body, sent as they are (`top_k`, `chat_template_kwargs`); no secrets in them. */
  readonly extraBody?: Readonly<Record<string, unknown>>;
  /** US dollars per million tokens, for the cost of a run. */
  readonly price?: { readonly inputPerMillion: number; readonly outputPerMillion: number };
}

export interface OpenAiCompatibleOptions {
  /** Milliseconds until an answer must be complete; 300,000 unless given, which is also the most that Node allows. */
  readonly timeoutMs?: number;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
}

type ChatModel = ReturnType<OpenAICompatibleProvider['chatModel']>;
type Prompt = Parameters<ChatModel['doGenerate']>[0]['prompt'];
type ProviderOptions = NonNullable<Parameters<ChatModel['doGenerate']>[0]['providerOptions']>;
type Generated = Awaited<ReturnType<ChatModel['doGenerate']>>;

/** Provider name within the library; fields under it go into the request body as they are. */
const PROVIDER = 'touchstone';
const TIMEOUT_MS = 300_000;

/**
 * A model behind an endpoint that speaks OpenAI's chat completions (OpenAI, vLLM, SGLang, Ollama, LM Studio, llama.cpp,
 * DashScope, OpenRouter and many more). Sends each request once; whoever calls decides on retries.
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
  const endpoint = readBaseUrl(settings.baseUrl);
  const apiKey = readKey(settings.apiKeyVariable, options.environment ?? process.env);
  const clock = options.clock ?? Date.now;
  return {
    identity: identityOf(settings, endpoint),
    generate: async (request, { signal }) => {
      signal.throwIfAborted();
      const startedAt = clock();
      const received: ReceivedText = { status: null, contentType: '', text: '' };
      const deadline = startDeadline(options.timeoutMs ?? TIMEOUT_MS, signal);
      try {
        // Loaded on first use: commands that ask no model start faster without it.
        const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
        const chat = createOpenAICompatible({
          name: PROVIDER,
          baseURL: endpoint,
          apiKey,
          fetch: exchange({ endpoint, apiKey, clock, received, fetch: options.fetch ?? globalThis.fetch }),
        }).chatModel(settings.model);
        const generated = await chat.doGenerate(callOptions(settings, request, deadline.signal));
        return toAnswer(generated, settings, clock() - startedAt);
      } catch (error) {
        signal.throwIfAborted();
        if (deadline.passed()) {
          throw new ModelTimeoutError(`${endpoint} did not answer within ${deadline.milliseconds} ms`, {
            hint: 'Raise the timeout if the model needs longer, or lower the concurrency.',
          });
        }
        throw typedErrorIn(error) ?? unreadable(endpoint, received);
      } finally {
        deadline.clear();
      }
    },
  };
}

function identityOf(settings: OpenAiCompatibleSettings, endpoint: string): Model['identity'] {
  const { model, temperature, topP, seed, maxOutputTokens, extraBody } = settings;
  return {
    kind: 'openai-compatible',
    baseUrl: endpoint,
    model,
    temperature: temperature ?? null,
    topP: topP ?? null,
    seed: seed ?? null,
    maxOutputTokens: maxOutputTokens ?? null,
    extraBody: extraBody ?? {},
  };
}

function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && url.search === '' && url.hash === '' && url.username + url.password === '';
  if (isPlain && (url.protocol === 'http:' || url.protocol === 'https:')) return url.href.replace(/\/+$/, '');
  // The text is not repeated: it may hold a key.
  throw new ModelSettingsError('the base URL of the model cannot be used', {
    hint: 'Give an http or https address without user name, query and fragment; keys go into an environment variable.',
  });
}

function readKey(
  variable: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (variable === undefined) return undefined;
  const key = environment[variable]?.trim();
  if (key !== undefined && key !== '' && !/[^\x21-\x7e]/.test(key)) return key;
  const problem = key === undefined || key === '' ? 'is not set' : 'holds characters that no key has';
  throw new ModelSettingsError(`the environment variable ${variable} ${problem}`, {
    hint: `Export ${variable} with the key of the endpoint, and nothing else in it.`,
  });
}

interface Deadline {
  readonly signal: AbortSignal;
  readonly milliseconds: number;
  passed(): boolean;
  clear(): void;
}

/** By hand: combined signals of Node 20 stay in memory as long as the run's own signal does. */
function startDeadline(milliseconds: number, signal: AbortSignal): Deadline {
  const controller = new AbortController();
  let isPassed = false;
  const onAbort = (): void => controller.abort(signal.reason);
  const timer = setTimeout(() => {
    isPassed = true;
    controller.abort();
  }, milliseconds);
  signal.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    milliseconds,
    passed: () => isPassed,
    clear: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    },
  };
}

function callOptions(settings: OpenAiCompatibleSettings, request: ModelRequest, abortSignal: AbortSignal) {
  return {
    prompt: request.messages.map(toPromptMessage),
    maxOutputTokens: request.maxOutputTokens ?? settings.maxOutputTokens,
    temperature: request.temperature ?? settings.temperature,
    topP: request.topP ?? settings.topP,
    seed: request.seed ?? settings.seed,
    stopSequences: request.stop === undefined ? undefined : [...request.stop],
    // Checked to be JSON when the configuration is read.
    providerOptions: { [PROVIDER]: { ...settings.extraBody } } as ProviderOptions,
    abortSignal,
  };
}

function toPromptMessage({ role, content }: ModelMessage): Prompt[number] {
  switch (role) {
    case 'user':
      return {
        role,
        content: content.map((part) =>
          part.type === 'text' ? part : { type: 'file', mediaType: part.mediaType, data: part.data },
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

function toAnswer(generated: Generated, settings: OpenAiCompatibleSettings, latencyMs: number): ModelAnswer {
  const textOfType = (type: 'text' | 'reasoning'): string =>
    generated.content.map((part) => (part.type === type ? part.text : '')).join('');
  const text = textOfType('text');
  const reasoning = textOfType('reasoning');
  const refusal = text === '' ? refusalOf(generated.response?.body) : null;
  const inputTokens = tokenCount(generated.usage.inputTokens.total);
  const outputTokens = tokenCount(generated.usage.outputTokens.total);
  const price = settings.price;
  return {
    text: refusal ?? text,
    ...(reasoning === '' ? {} : { reasoning }),
    finishReason: refusal === null ? finishReasonOf(generated.finishReason.unified) : 'refusal',
    model: generated.response?.modelId ?? null,
    usage: { inputTokens, outputTokens },
    latencyMs,
    fromCache: false,
    costUsd:
      price === undefined || inputTokens === null || outputTokens === null
        ? null
        : (inputTokens * price.inputPerMillion + outputTokens * price.outputPerMillion) / 1e6,
  };
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

/** What the model said instead of answering; the library leaves it out. */
function refusalOf(body: unknown): string | null {
  const choices = (body as { choices?: { message?: { refusal?: unknown } }[] } | undefined)?.choices;
  const refusal = choices?.[0]?.message?.refusal;
  return typeof refusal === 'string' && refusal !== '' ? refusal : null;
}

function tokenCount(count: number | undefined): number | null {
  return count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

/** Our own error, where the library has wrapped it. */
function typedErrorIn(error: unknown): TouchstoneError | null {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if (current instanceof TouchstoneError) return current;
    current = current.cause;
  }
  return null;
}

function unreadable(endpoint: string, { contentType, text }: ReceivedText): ModelOutageError {
  const kind = contentType === '' ? 'something' : contentType;
  const excerpt = text === '' ? '' : `: ${text}`;
  return new ModelOutageError(`${endpoint} sent ${kind} that is no chat completion${excerpt}`, {
    hint: 'Check that the base URL is that of a chat endpoint and that nothing in between answers for it.',
  });
}
