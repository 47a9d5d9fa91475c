import { eventsWithin } from '../transport/exchange.js';
import { anthropicToken, chatToken, googleToken, openAiToken } from '../token-finders.js';
import type { LibraryProvider } from './library-provider.js';
import { mergeFields } from '../merge-fields.js';

/** Name of the compatible provider within the library. */
const COMPATIBLE = 'touchstone';

/** Field of a body, before it is sent, with the detail of its pictures. */
const DETAIL_FIELD = 'touchstone_picture_detail';

/** Given where an endpoint needs no key, so that the library does not look for one by itself. */
const NO_KEY = 'none';

/**
 * OpenAI's chat completions as vLLM, SGLang, Ollama, LM Studio, llama.cpp, DashScope, OpenRouter and many more speak it.
 *
 * The library drops `topK`, which most of these servers take: it goes into the body as `top_k`; so does the repetition
 * penalty. vLLM and SGLang continue an answer when asked not to close it.
 */
export const compatibleProvider: LibraryProvider = {
  baseUrl: null,
  apiKeyVariable: null,
  neverTakes: [],
  continuesLast: { continue_final_message: true, add_generation_prompt: false },
  fieldsName: COMPATIBLE,
  detailField: DETAIL_FIELD,
  ownFields: { topK: 'top_k', repetitionPenalty: 'repetition_penalty' },
  open: async (profile, { baseURL, apiKey, fetch }) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({
      name: COMPATIBLE,
      baseURL,
      ...(apiKey === undefined ? {} : { apiKey }),
      fetch,
      includeUsage: true,
      transformRequestBody: (body) => mergeFields(withDetail(body), profile.extraBody ?? {}),
    }).chatModel(profile.model);
  },
  tokenIn: chatToken,
  isWhole: (stream) => /"finish_reason"\s*:\s*"/.test(stream),
  refusal: chatRefusal,
};

/** OpenAI itself, and services that took over its newer interface. */
export const openAiProvider: LibraryProvider = {
  baseUrl: 'https://api.openai.com/v1',
  apiKeyVariable: 'OPENAI_API_KEY',
  neverTakes: ['repetitionPenalty'],
  continuesLast: 'not',
  open: async (profile, { baseURL, apiKey, fetch }) => {
    const { createOpenAI } = await import('@ai-sdk/openai');
    const openAi = createOpenAI({ baseURL, apiKey: apiKey ?? NO_KEY, fetch });
    return profile.api === 'chat' ? openAi.chat(profile.model) : openAi.responses(profile.model);
  },
  notFoundHint: ({ api, baseUrl }) =>
    api === 'chat' || baseUrl === undefined
      ? undefined
      : "It was asked through OpenAI's newer interface (…/responses). A server that speaks chat completions alone takes " +
        '--provider openai-compatible, or --api chat ("api": "chat" in a profile); else check the model id and the base URL.',
  pictureOptions: ({ pictureDetail }) =>
    pictureDetail === undefined ? undefined : { openai: { imageDetail: pictureDetail } },
  tokenIn: openAiToken,
  isWhole: (stream) =>
    /"finish_reason"\s*:\s*"|"type"\s*:\s*"response\.(?:completed|incomplete)"/.test(stream),
  isEmpty: (body) => {
    const { output } = fields(body);
    return Array.isArray(output) && output.length === 0;
  },
  refusal: chatRefusal,
};

/** Anthropic's messages. */
export const anthropicProvider: LibraryProvider = {
  baseUrl: 'https://api.anthropic.com/v1',
  apiKeyVariable: 'ANTHROPIC_API_KEY',
  neverTakes: ['seed', 'frequencyPenalty', 'presencePenalty', 'repetitionPenalty'],
  continuesLast: 'natively',
  open: async (profile, { baseURL, apiKey, fetch }) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL, apiKey: apiKey ?? NO_KEY, fetch }).languageModel(profile.model);
  },
  tokenIn: anthropicToken,
  isWhole: (stream) => /"type"\s*:\s*"message_stop"/.test(stream),
};

/** Google's generateContent. */
export const googleProvider: LibraryProvider = {
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  apiKeyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
  neverTakes: ['repetitionPenalty'],
  continuesLast: 'not',
  open: async (profile, { baseURL, apiKey, fetch }) => {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    return createGoogleGenerativeAI({ baseURL, apiKey: apiKey ?? NO_KEY, fetch }).languageModel(
      profile.model,
    );
  },
  tokenIn: googleToken,
  isWhole: (stream) => /"(?:finishReason|blockReason)"\s*:\s*"/.test(stream),
  isEmpty: (body) => {
    const { candidates, promptFeedback } = fields(body);
    const isBlocked = typeof fields(promptFeedback)['blockReason'] === 'string';
    return !isBlocked && (!Array.isArray(candidates) || candidates.length === 0);
  },
};

/** The body with the level of detail in each picture, where the request names one. */
function withDetail({ [DETAIL_FIELD]: detail, ...body }: Record<string, unknown>): Record<string, unknown> {
  const { messages } = body;
  if (detail === undefined || !Array.isArray(messages)) return body;
  const detailed = messages.map((message: unknown) => {
    const { content } = fields(message);
    if (!Array.isArray(content)) return message;
    const parts = content.map((part: unknown) => {
      const { image_url: image, ...rest } = fields(part);
      return image === undefined ? part : { ...rest, image_url: { ...fields(image), detail } };
    });
    return { ...fields(message), content: parts };
  });
  return { ...body, messages: detailed };
}

/** What the model said instead of answering; a streamed refusal comes in pieces. */
function chatRefusal(received: string): string | null {
  if (!received.includes('"refusal":')) return null;
  const bodies = /^\s*\{/.test(received) ? [received] : eventsWithin(received);
  let text = '';
  for (const body of bodies) {
    if (!body.includes('"refusal":')) continue;
    const { choices } = fields(JSON.parse(body));
    const choice = fields(Array.isArray(choices) ? choices[0] : undefined);
    const refusal = fields(choice['message'] ?? choice['delta'])['refusal'];
    if (typeof refusal === 'string') text += refusal;
  }
  return text === '' ? null : text;
}

function fields(value: unknown): Record<string, unknown> {
  // Any object can be read by key.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
