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
import { given } from '../../domain/given.js';

interface InputPart {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: string;
}

interface ResponsesBody {
  readonly model: string;
  readonly input: readonly { readonly role: string; readonly content: string | readonly InputPart[] }[];
  readonly stream?: boolean;
}

/** OpenAI's responses. */
export const responsesWire: Wire = {
  name: 'responses',
  matches: (path) => path.endsWith('/responses'),
  decode,
  encode: (answer) => responseOf(answer, outputOf(answer)),
  stream,
  error: (status, message) => ({ error: { message, type: 'error', param: null, code: String(status) } }),
};

function decode(body: Record<string, unknown>): DecodedRequest {
  // The wire's own form; a request that is none makes the test fail on the spot.
  const { model, input, stream: isStream } = body as unknown as ResponsesBody;
  return { model, stream: isStream === true, turns: input.map(turnOf) };
}

function turnOf({ role, content }: ResponsesBody['input'][number]): SeenTurn {
  const parts: readonly SeenPart[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content.map(partOf);
  return { role: role === 'developer' ? 'system' : (role as SeenTurn['role']), parts };
}

function partOf({ type, text, image_url: url }: InputPart): SeenPart {
  return type === 'input_image' && url !== undefined
    ? { type: 'image', ...pictureOf(url) }
    : { type: 'text', text: text ?? '' };
}

function outputOf({ text, reasoning, finish }: Required<EndpointAnswer>): readonly unknown[] {
  const content =
    finish === 'refusal'
      ? { type: 'refusal', refusal: text }
      : { type: 'output_text', text, annotations: [] };
  return given([
    reasoning !== '' && {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: reasoning }],
    },
    { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [content] },
  ]);
}

function responseOf({ model, finish, usage }: Required<EndpointAnswer>, output: readonly unknown[]) {
  const reason = finish === 'length' ? 'max_output_tokens' : finish === 'filter' ? 'content_filter' : null;
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1_700_000_000,
    status: reason === null ? 'completed' : 'incomplete',
    error: null,
    incomplete_details: reason === null ? null : { reason },
    model,
    output,
    usage:
      usage === null
        ? null
        : {
            input_tokens: usage.input,
            input_tokens_details: { cached_tokens: usage.cached ?? 0 },
            output_tokens: usage.output,
            output_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
            total_tokens: usage.input + usage.output,
          },
  };
}

function stream(answer: Required<EndpointAnswer>): readonly StreamEvent[] {
  let sequence = 0;
  const event = (type: string, fields: Record<string, unknown>): StreamEvent => {
    const data = { type, sequence_number: sequence, ...fields };
    sequence += 1;
    return { event: type, data };
  };
  const isRefusal = answer.finish === 'refusal';
  const kind = isRefusal ? 'response.refusal' : 'response.output_text';
  const output = outputOf(answer);
  const place = { item_id: 'msg_1', output_index: output.length - 1, content_index: 0 };
  const message = output.at(-1);
  const isWhole = answer.finish === 'stop' || isRefusal;
  return [
    event('response.created', {
      response: { ...responseOf(answer, []), status: 'in_progress', usage: null },
    }),
    ...(answer.reasoning === ''
      ? []
      : [
          event('response.output_item.added', {
            output_index: 0,
            item: { type: 'reasoning', id: 'rs_1', summary: [] },
          }),
          event('response.reasoning_summary_part.added', {
            item_id: 'rs_1',
            output_index: 0,
            summary_index: 0,
            part: { type: 'summary_text', text: '' },
          }),
          ...pieces(answer.reasoning).map((delta) =>
            event('response.reasoning_summary_text.delta', {
              item_id: 'rs_1',
              output_index: 0,
              summary_index: 0,
              delta,
            }),
          ),
          event('response.output_item.done', { output_index: 0, item: output[0] }),
        ]),
    event('response.output_item.added', {
      output_index: place.output_index,
      item: { type: 'message', id: 'msg_1', role: 'assistant', status: 'in_progress', content: [] },
    }),
    ...pieces(answer.text).map((delta) => event(`${kind}.delta`, { ...place, delta })),
    ...(isRefusal ? [event('response.refusal.done', { ...place, refusal: answer.text })] : []),
    event('response.output_item.done', { output_index: place.output_index, item: message }),
    event(isWhole ? 'response.completed' : 'response.incomplete', { response: responseOf(answer, output) }),
  ];
}
