import { pieces, type EndpointAnswer, type StreamEvent, type Wire } from './wire.js';

/** SGLang's own interface for raw text, with pictures next to it; each event of a stream has all the text so far. */
export const sglangWire: Wire = {
  name: 'sglang',
  matches: (path) => path.endsWith('/generate'),
  decode: (body) => {
    const pictures = Array.isArray(body['image_data']) ? body['image_data'].map(String) : [];
    return {
      model: '',
      stream: body['stream'] === true,
      turns: [
        {
          role: 'user',
          parts: [
            { type: 'text', text: String(body['text']) },
            ...pictures.map((base64) => ({
              type: 'image' as const,
              mediaType: '',
              data: Buffer.from(base64, 'base64'),
            })),
          ],
        },
      ],
    };
  },
  encode: (answer) => bodyOf(answer, answer.text, finishOf(answer)),
  stream: (answer): readonly StreamEvent[] => {
    let said = '';
    const parts = pieces(answer.text);
    return [
      ...parts.map((piece, index) => {
        said += piece;
        return { data: bodyOf(answer, said, index === parts.length - 1 ? finishOf(answer) : null) };
      }),
      { data: '[DONE]' },
    ];
  },
  error: (_, message) => ({ error: { message } }),
};

function finishOf({ finish }: Required<EndpointAnswer>): { readonly type: string } {
  return { type: finish === 'length' ? 'length' : 'stop' };
}

function bodyOf(
  { usage }: Required<EndpointAnswer>,
  text: string,
  finish: { readonly type: string } | null,
): Record<string, unknown> {
  return {
    text,
    meta_info: {
      id: 'sg-1',
      finish_reason: finish,
      ...(usage === null
        ? {}
        : { prompt_tokens: usage.input, completion_tokens: usage.output, cached_tokens: usage.cached ?? 0 }),
    },
  };
}
