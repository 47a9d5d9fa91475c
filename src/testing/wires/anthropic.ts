import {
  pieces,
  type DecodedRequest,
  type EndpointAnswer,
  type SeenPart,
  type SeenTurn,
  type StreamEvent,
  type Wire,
} from './wire.js';
import { given } from '../../domain/given.js';

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly source?: { readonly type: string; readonly media_type: string; readonly data: string };
}

interface MessagesBody {
  readonly model: string;
  readonly system?: string | readonly Block[];
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
  readonly stream?: boolean;
}

/** Anthropic's messages. */
export const anthropicWire: Wire = {
  name: 'anthropic',
  matches: (path) => path.endsWith('/messages'),
  decode,
  encode: (answer) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: answer.model,
    content: given([
      answer.reasoning !== '' && { type: 'thinking', thinking: answer.reasoning, signature: 'c2ln' },
      answer.text !== '' && { type: 'text', text: answer.text },
    ]),
    stop_reason: stopReason(answer),
    stop_sequence: null,
    usage: { ...inputUsage(answer), output_tokens: answer.usage?.output ?? 0 },
  }),
  stream,
  error: (status, message) => ({ type: 'error', error: { type: errorType(status), message } }),
};

function decode(body: Record<string, unknown>): DecodedRequest {
  // The wire's own form; a request that is none makes the test fail on the spot.
  const { model, system, messages, stream: isStream } = body as unknown as MessagesBody;
  const first: readonly SeenTurn[] = system === undefined ? [] : [{ role: 'system', parts: partsOf(system) }];
  const turns = messages.map(({ role, content }) => ({
    role: role as SeenTurn['role'],
    parts: partsOf(content),
  }));
  return { model, stream: isStream === true, turns: [...first, ...turns] };
}

function partsOf(content: string | readonly Block[]): readonly SeenPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content.map(({ type, text, source }) =>
    type === 'image' && source !== undefined
      ? { type: 'image', mediaType: source.media_type, data: Buffer.from(source.data, 'base64') }
      : { type: 'text', text: text ?? '' },
  );
}

function stopReason({ finish }: Required<EndpointAnswer>): string {
  switch (finish) {
    case 'length':
      return 'max_tokens';
    case 'refusal':
    case 'filter':
      return 'refusal';
    default:
      return 'end_turn';
  }
}

/** Input leaves out what came from the cache. */
function inputUsage({ usage }: Required<EndpointAnswer>): Record<string, number> {
  return {
    input_tokens: (usage?.input ?? 0) - (usage?.cached ?? 0),
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: usage?.cached ?? 0,
  };
}

function errorType(status: number): string {
  switch (status) {
    case 401:
      return 'authentication_error';
    case 404:
      return 'not_found_error';
    case 429:
      return 'rate_limit_error';
    case 529:
      return 'overloaded_error';
    default:
      return status >= 500 ? 'api_error' : 'invalid_request_error';
  }
}

function stream(answer: Required<EndpointAnswer>): readonly StreamEvent[] {
  const event = (type: string, fields: Record<string, unknown>): StreamEvent => ({
    event: type,
    data: { type, ...fields },
  });
  const block = (
    index: number,
    start: Record<string, unknown>,
    deltas: readonly Record<string, unknown>[],
  ) => [
    event('content_block_start', { index, content_block: start }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ];
  const hasThought = answer.reasoning !== '';
  return [
    event('message_start', {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: answer.model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...inputUsage(answer), output_tokens: 1 },
      },
    }),
    ...(hasThought
      ? block(0, { type: 'thinking', thinking: '' }, [
          ...pieces(answer.reasoning).map((thinking) => ({ type: 'thinking_delta', thinking })),
          { type: 'signature_delta', signature: 'c2ln' },
        ])
      : []),
    ...block(
      hasThought ? 1 : 0,
      { type: 'text', text: '' },
      pieces(answer.text).map((text) => ({ type: 'text_delta', text })),
    ),
    event('message_delta', {
      delta: { stop_reason: stopReason(answer), stop_sequence: null },
      usage: { output_tokens: answer.usage?.output ?? 0 },
    }),
    event('message_stop', {}),
  ];
}
