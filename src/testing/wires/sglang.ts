import type { EndpointAnswer, Wire } from './wire.js';

/** SGLang's own interface for raw text, with pictures next to it. Not streamed here. */
export const sglangWire: Wire = {
  name: 'sglang',
  matches: (path) => path.endsWith('/generate'),
  decode: (body) => {
    const pictures = Array.isArray(body['image_data']) ? body['image_data'].map(String) : [];
    return {
      model: '',
      stream: false,
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
  encode: ({ text, finish, usage }: Required<EndpointAnswer>) => ({
    text,
    meta_info: {
      id: 'sg-1',
      finish_reason: { type: finish === 'length' ? 'length' : 'stop' },
      ...(usage === null
        ? {}
        : { prompt_tokens: usage.input, completion_tokens: usage.output, cached_tokens: usage.cached ?? 0 }),
    },
  }),
  stream: () => [],
  error: (_, message) => ({ error: { message } }),
};
