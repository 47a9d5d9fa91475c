import { z } from 'zod';
import type { ModelAnswer, ModelMessage, ModelRequest, ModelUsage } from '../model.js';
import { ModelOutageError, ModelSettingsError, ModelUnsupportedError } from '../model-errors.js';
import type { CompletionTemplate, ModelProfile } from '../profile.js';
import { accountOf, keyRedactor, readBaseUrl, readKey } from './endpoint.js';
import {
  identityOf,
  prepareRequest,
  type EndpointModel,
  type PreparedRequest,
  type ProviderContext,
  type RawAnswer,
} from './endpoint-model.js';
import { askStreamed } from './ask-streamed.js';
import { estimateUsage } from './estimate-usage.js';
import { measureCall } from './measure-call.js';
import { completionToken } from './token-finders.js';
import {
  eventsWithin,
  exchange,
  RefusedByEndpoint,
  unreadable,
  type Received,
} from './transport/exchange.js';
import { PictureSlots } from './picture-slots.js';

const tokens = z.int().nonnegative().nullish();

/** OpenAI's raw completions, whole or an event of a stream. */
const CompletionSchema = z.object({
  model: z.string().nullish(),
  choices: z.array(z.object({ text: z.string().nullish(), finish_reason: z.string().nullish() })),
  usage: z
    .object({
      prompt_tokens: tokens,
      completion_tokens: tokens,
      prompt_tokens_details: z.object({ cached_tokens: tokens }).nullish(),
    })
    .nullish(),
});

/** SGLang's own interface. */
const GenerateSchema = z.object({
  text: z.string(),
  meta_info: z.object({
    finish_reason: z.object({ type: z.string() }).nullish(),
    prompt_tokens: tokens,
    completion_tokens: tokens,
    cached_tokens: tokens,
  }),
});

interface Completion {
  readonly text: string;
  readonly finish: string | null;
  readonly model: string | null;
  readonly usage: ModelUsage | null;
}

/**
 * A model asked for raw text: the chat template is written here, so that answers can be begun for it and servers without
 * a template of their own can be used. Pictures are sent next to the text where the server takes them.
 *
 * @throws {ModelSettingsError} when the profile has no template, no address or no key
 */
export function completionsModel(profile: ModelProfile, context: ProviderContext): EndpointModel {
  const { completion: template, baseUrl } = profile;
  if (template === undefined || baseUrl === undefined) {
    const missing = template === undefined ? 'template' : 'endpoint';
    throw new ModelSettingsError(`the model ${profile.id} has no ${missing} for raw completions`, {
      hint: 'Its profile needs `baseUrl` and `completion`: the text around each message.',
    });
  }
  const endpoint = readBaseUrl(baseUrl);
  const apiKey = readKey(profile.apiKeyVariable, context.environment);
  const redact = keyRedactor(apiKey);
  const isNative = template.pictureField === 'image_data';
  const { streams = { isOff: false } } = context;
  const url = isNative ? `${endpoint.replace(/\/v1$/, '')}/generate` : `${endpoint}/completions`;
  return {
    endpoint,
    account: accountOf(endpoint, apiKey),
    identity: identityOf(profile, endpoint, []),
    ask: async (request, { signal, sample, attempt }) => {
      signal.throwIfAborted();
      const prepared = prepareRequest(profile, request, []);
      const { clock, transport } = context;
      const headers = {
        'content-type': 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      };
      const ask = async (isStream: boolean, received: Received): Promise<Completion> => {
        const pictures = new PictureSlots();
        const prompt = writePrompt(prepared, template, endpoint, pictures);
        const tokenIn = isStream ? completionToken : undefined;
        const wire = { endpoint, redact, clock, transport, sample, attempt, received, pictures, tokenIn };
        const asked = isNative ? nativeBody(prepared, prompt) : openBody(profile, prepared, prompt);
        const body = { ...asked, ...(isStream ? streamFields(isNative) : {}), ...profile.extraBody };
        try {
          await exchange(wire)(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
        } catch (error) {
          if (!(error instanceof RefusedByEndpoint)) throw error;
          return { text: error.message, finish: 'content_filter', model: null, usage: null };
        }
        const isWhole = !isStream || (received.isObject && profile.stream !== true);
        return isNative
          ? readGenerated(received, endpoint, !isWhole)
          : readCompletion(received, endpoint, !isWhole);
      };
      const { answer, received } = await askStreamed(profile.stream, streams, ask);
      // A key that came in pieces is whole only now.
      const raw = answerOf(
        { ...answer, text: redact(answer.text) || answer.text },
        request,
        received,
        prepared,
      );
      const measures = measureCall(request, { usage: raw.usage, received, profile });
      return measures === null ? raw : { ...raw, measures };
    },
  };
}

/** SGLang's own interface counts tokens with each event. */
function streamFields(isNative: boolean): Record<string, unknown> {
  return { stream: true, ...(isNative ? {} : { stream_options: { include_usage: true } }) };
}

interface Prompt {
  readonly text: string;
  /** Stand-ins of their base64, in the order of their places in the text. */
  readonly pictures: readonly string[];
}

function writePrompt(
  prepared: PreparedRequest,
  template: CompletionTemplate,
  endpoint: string,
  slots: PictureSlots,
): Prompt {
  const pictures: string[] = [];
  const contentOf = (message: ModelMessage): string =>
    message.content
      .map((part) => {
        if (part.type === 'text') return part.text;
        if (template.picture === undefined || template.pictureField === undefined) {
          throw new ModelUnsupportedError(`${endpoint} is asked for raw text and takes no pictures`, {
            hint: 'Name `picture` and `pictureField` in `completion` of the profile, or use openai-compatible.',
          });
        }
        pictures.push(slots.add(part.data));
        return template.picture;
      })
      .join('');
  const { messages, continuesLast } = prepared;
  const whole = continuesLast ? messages.slice(0, -1) : messages;
  const last = continuesLast ? messages.at(-1) : undefined;
  const text = whole.map((message) => template[message.role].split('{{content}}').join(contentOf(message)));
  const begun = last === undefined ? '' : contentOf(last);
  return { text: [...text, template.opening, begun].join(''), pictures };
}

function openBody(
  profile: ModelProfile,
  { sampling }: PreparedRequest,
  prompt: Prompt,
): Record<string, unknown> {
  const { temperature, topP, topK, seed, maxOutputTokens, stop } = sampling;
  return {
    ...penaltyFields(sampling),
    model: profile.model,
    prompt:
      prompt.pictures.length === 0
        ? prompt.text
        : { prompt_string: prompt.text, multimodal_data: prompt.pictures },
    max_tokens: maxOutputTokens,
    temperature,
    top_p: topP,
    top_k: topK,
    seed,
    stop,
  };
}

/** Absent ones are left out when the body is written. */
function penaltyFields(sampling: PreparedRequest['sampling']): Record<string, unknown> {
  const { frequencyPenalty, presencePenalty, repetitionPenalty } = sampling;
  return {
    frequency_penalty: frequencyPenalty,
    presence_penalty: presencePenalty,
    repetition_penalty: repetitionPenalty,
  };
}

function nativeBody({ sampling }: PreparedRequest, prompt: Prompt): Record<string, unknown> {
  const { temperature, topP, topK, seed, maxOutputTokens, stop } = sampling;
  return {
    text: prompt.text,
    image_data: prompt.pictures,
    sampling_params: {
      ...penaltyFields(sampling),
      max_new_tokens: maxOutputTokens,
      temperature,
      top_p: topP,
      top_k: topK,
      sampling_seed: seed,
      stop,
    },
  };
}

function readCompletion(received: Received, endpoint: string, isStream: boolean): Completion {
  const bodies = isStream ? eventsWithin(received.text).filter((data) => data !== '[DONE]') : [received.text];
  let completion: Completion = { text: '', finish: null, model: null, usage: null };
  let choices = 0;
  for (const body of bodies) {
    const read = CompletionSchema.safeParse(parsed(body));
    if (!read.success) throw unreadable(endpoint, received);
    const { model, usage } = read.data;
    const [choice] = read.data.choices;
    if (choice !== undefined) choices += 1;
    completion = {
      text: completion.text + (choice?.text ?? ''),
      finish: choice?.finish_reason ?? completion.finish,
      model: model ?? completion.model,
      usage:
        usageOf(
          usage?.prompt_tokens,
          usage?.completion_tokens,
          usage?.prompt_tokens_details?.cached_tokens,
        ) ?? completion.usage,
    };
  }
  if (choices === 0) throw unreadable(endpoint, received);
  if (isStream && completion.finish === null) throw brokenOff(endpoint);
  return completion;
}

/** Of a stream the last event has the whole text. */
function readGenerated(received: Received, endpoint: string, isStream: boolean): Completion {
  const events = eventsWithin(received.text).filter((data) => data !== '[DONE]');
  const read = GenerateSchema.safeParse(parsed(isStream ? (events.at(-1) ?? '') : received.text));
  if (!read.success) throw unreadable(endpoint, received);
  const { text, meta_info: meta } = read.data;
  if (isStream && typeof meta.finish_reason?.type !== 'string') throw brokenOff(endpoint);
  const usage = usageOf(meta.prompt_tokens, meta.completion_tokens, meta.cached_tokens);
  return { text, finish: meta.finish_reason?.type ?? null, model: null, usage };
}

function brokenOff(endpoint: string): ModelOutageError {
  return new ModelOutageError(`${endpoint} broke off in the middle of its answer`, {
    hint: 'Check the server and what lies between, then `touchstone resume RUN --retry-voided`.',
  });
}

function usageOf(
  input: number | null | undefined,
  output: number | null | undefined,
  cached: number | null | undefined,
): ModelUsage | null {
  if (input === null || input === undefined) return null;
  const hasCached = typeof cached === 'number' && cached > 0;
  return {
    inputTokens: input,
    outputTokens: output ?? null,
    ...(hasCached ? { cachedInputTokens: cached } : {}),
  };
}

function answerOf(
  { text, finish, model, usage }: Completion,
  request: ModelRequest,
  { firstByteMs, exhaustedMs }: Received,
  { warnings }: PreparedRequest,
): RawAnswer {
  return {
    text,
    reasoning: '',
    finishReason: finishReasonOf(finish),
    model,
    usage: usage ?? estimateUsage(request, text),
    firstByteMs,
    exhaustedMs,
    warnings,
  };
}

function finishReasonOf(finish: string | null): ModelAnswer['finishReason'] {
  switch (finish) {
    case 'stop':
    case 'length':
      return finish;
    case 'content_filter':
      return 'refusal';
    default:
      return 'other';
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
