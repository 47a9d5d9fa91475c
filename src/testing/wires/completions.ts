import {
  pieces,
  type DecodedRequest,
  type EndpointAnswer,
  type SeenPart,
  type StreamEvent,
  type Wire,
} from './wire.js';

/** A prompt of raw text; with pictures in the form of llama.cpp's server. */
type Prompt = string | { readonly prompt_string: string; readonly multimodal_data: readonly string[] };

/** OpenAI's raw completions: no turns, so that everything seen is one user turn. */
export const completionsWire: Wire = {
  name: 'completions',
  matches: (path) => path.endsWith('/completions') && !path.endsWith('/chat/completions'),
  decode,
  encode: (answer) => bodyOf(answer, answer.text, finishOf(answer), answer.usage),
  stream: (answer, body): readonly StreamEvent[] => {
    const options = body['stream_options'] as { include_usage?: boolean } | undefined;
    return [
      ...pieces(answer.text).map((text) => ({ data: bodyOf(answer, text, null, null) })),
      { data: bodyOf(answer, '', finishOf(answer), options?.include_usage === true ? answer.usage : null) },
      { data: '[DONE]' },
    ];
  },
  error: (status, message) => ({ error: { message, type: 'error', param: null, code: String(status) } }),
};

function decode(body: Record<string, unknown>): DecodedRequest {
  const prompt = body['prompt'] as Prompt;
  const text = typeof prompt === 'string' ? prompt : prompt.prompt_string;
  const data = typeof prompt === 'string' ? [] : prompt.multimodal_data;
  const pictures: readonly SeenPart[] = data.map((base64) => ({
    type: 'image',
    mediaType: '',
    data: Buffer.from(base64, 'base64'),
  }));
  return {
    model: String(body['model']),
    stream: body['stream'] === true,
    turns: [{ role: 'user', parts: [{ type: 'text', text }, ...pictures] }],
  };
}

function finishOf({ finish }: Required<EndpointAnswer>): string {
  return finish === 'filter' || finish === 'refusal' ? 'content_filter' : finish;
}

function bodyOf(
  { model }: Required<EndpointAnswer>,
  text: string,
  finish: string | null,
  usage: EndpointAnswer['usage'] | null,
): Record<string, unknown> {
  return {
    id: 'cmpl-1',
    object: 'text_completion',
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, text, logprobs: null, finish_reason: finish }],
    ...(usage === null || usage === undefined
      ? {}
      : {
          usage: {
            prompt_tokens: usage.input,
            completion_tokens: usage.output,
            total_tokens: usage.input + usage.output,
          },
        }),
  };
}
