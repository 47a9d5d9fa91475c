import {
  pictureOf,
  pieces,
  type DecodedRequest,
  type EndpointAnswer,
  type SeenPart,
  type SeenTurn,
  type StreamEvent,
  type Wire,
} from './wire.js';

interface ChatPart {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: { readonly url: string };
}

interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string | readonly ChatPart[] }[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
}

/** OpenAI's chat completions, with `reasoning_content` as vLLM and others add it. */
export const chatWire: Wire = {
  name: 'chat',
  matches: (path) => path.endsWith('/chat/completions'),
  decode,
  encode: (answer) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: answer.model,
    choices: [{ index: 0, message: messageOf(answer), finish_reason: finishOf(answer) }],
    ...(answer.usage === null ? {} : { usage: usageOf(answer.usage) }),
  }),
  stream,
  error: (status, message) => ({ error: { message, type: 'error', param: null, code: String(status) } }),
};

function decode(body: Record<string, unknown>): DecodedRequest {
  // The wire's own form; a request that is none makes the test fail on the spot.
  const { model, messages, stream: isStream } = body as unknown as ChatBody;
  return { model, stream: isStream === true, turns: messages.map(turnOf) };
}

function turnOf({ role, content }: ChatBody['messages'][number]): SeenTurn {
  const parts: readonly SeenPart[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content.map(partOf);
  return { role: role === 'developer' ? 'system' : (role as SeenTurn['role']), parts };
}

function partOf({ type, text, image_url: image }: ChatPart): SeenPart {
  return type === 'image_url' && image !== undefined
    ? { type: 'image', ...pictureOf(image.url) }
    : { type: 'text', text: text ?? '' };
}

function messageOf({ text, reasoning, finish }: Required<EndpointAnswer>): Record<string, unknown> {
  return {
    role: 'assistant',
    content: finish === 'refusal' ? null : text,
    ...(finish === 'refusal' ? { refusal: text } : {}),
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
  };
}

function finishOf({ finish }: Required<EndpointAnswer>): string {
  return finish === 'filter' ? 'content_filter' : finish === 'refusal' ? 'stop' : finish;
}

function usageOf(usage: NonNullable<EndpointAnswer['usage']>): Record<string, unknown> {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    ...(usage.cached === undefined && usage.pictures === undefined
      ? {}
      : { prompt_tokens_details: { cached_tokens: usage.cached ?? 0, image_tokens: usage.pictures } }),
    ...(usage.reasoning === undefined
      ? {}
      : { completion_tokens_details: { reasoning_tokens: usage.reasoning } }),
  };
}

function stream(answer: Required<EndpointAnswer>, body: Record<string, unknown>): readonly StreamEvent[] {
  const chunk = (fields: Record<string, unknown>): StreamEvent => ({
    data: {
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1_700_000_000,
      model: answer.model,
      ...fields,
    },
  });
  const delta = (fields: Record<string, unknown>, finish: string | null = null): StreamEvent =>
    chunk({ choices: [{ index: 0, delta: fields, finish_reason: finish }] });
  const name = answer.finish === 'refusal' ? 'refusal' : 'content';
  const wantsUsage = (body as unknown as ChatBody).stream_options?.include_usage === true;
  return [
    delta({ role: 'assistant', content: '' }),
    ...pieces(answer.reasoning).map((text) => delta({ reasoning_content: text })),
    ...pieces(answer.text).map((text) => delta({ [name]: text })),
    delta({}, finishOf(answer)),
    ...(wantsUsage && answer.usage !== null ? [chunk({ choices: [], usage: usageOf(answer.usage) })] : []),
    { data: '[DONE]' },
  ];
}
