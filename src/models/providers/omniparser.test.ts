import { describe, expect, it } from 'vitest';
import { ModelProfileSchema } from '../profile.js';
import type { ModelRequest } from '../model.js';
import { omniParserModel } from './omniparser.js';
import type { WireRequest } from './transport/transport.js';

const signal = new AbortController().signal;
const ELEMENT = { type: 'icon', bbox: [0, 0, 1, 1], interactivity: true, content: 'an "error"' };
const picture = { type: 'image', mediaType: 'image/png', data: new Uint8Array([1, 2, 3]) } as const;
const about = (...content: ModelRequest['messages'][number]['content']): ModelRequest => ({
  messages: [{ role: 'user', content }],
});

function asked(text: string, { status = 200, ...more }: Record<string, unknown> = {}) {
  const requests: WireRequest[] = [];
  const profile = ModelProfileSchema.parse({
    formatVersion: 1,
    id: 'omniparser',
    model: 'omniparser-v2',
    provider: 'omniparser',
    baseUrl: 'http://localhost:8000',
    ...more,
  });
  const model = omniParserModel(profile, {
    environment: { DETECTOR_KEY: 'secret-of-mine' },
    clock: () => 0,
    transport: async (request) => {
      requests.push(request);
      const headers = new Headers({ 'content-type': 'application/json' });
      return { status: Number(status), headers, text, firstByteMs: 5 };
    },
  });
  return { model, requests };
}

describe('an OmniParser server', () => {
  it('is sent the picture in base64 and answers with its elements alone', async () => {
    const answer = { som_image_base64: 'AAAA', parsed_content_list: [ELEMENT], latency: 0.5 };
    const { model, requests } = asked(JSON.stringify(answer), { apiKeyVariable: 'DETECTOR_KEY' });
    const { text, usage } = await model.ask(about(picture, { type: 'text', text: 'ignored' }), {
      signal,
      attempt: 1,
    });
    expect(JSON.parse(text)).toEqual([ELEMENT]);
    expect(usage).toEqual({ inputTokens: 0, outputTokens: 0 });
    const [request] = requests;
    expect(request).toMatchObject({ url: 'http://localhost:8000/parse/', method: 'POST' });
    expect(request?.headers).toMatchObject({ authorization: 'Bearer secret-of-mine' });
    expect(JSON.parse(Buffer.concat(request?.body ?? []).toString())).toEqual({ base64_image: 'AQID' });
  });

  it('may be named by its whole address', async () => {
    const { model, requests } = asked('{"parsed_content_list": []}', {
      baseUrl: 'http://localhost:8000/parse/',
    });
    await model.ask(about(picture), { signal, attempt: 1 });
    expect(requests.map(({ url }) => url)).toEqual(['http://localhost:8000/parse/']);
  });

  it.each(['no JSON', '{}', '{"parsed_content_list": "none"}', '[]'])('sent no answer: %s', async (text) => {
    const { model } = asked(text);
    await expect(model.ask(about(picture), { signal, attempt: 1 })).rejects.toMatchObject({
      code: 'MODEL_OUTAGE',
    });
  });

  it('passes on what goes wrong there', async () => {
    const { model } = asked('Internal Server Error', { status: 500 });
    await expect(model.ask(about(picture), { signal, attempt: 1 })).rejects.toMatchObject({ fault: 'model' });
  });

  it('takes exactly one picture', async () => {
    const { model, requests } = asked('{"parsed_content_list": []}');
    for (const request of [about({ type: 'text', text: 'hello' }), about(picture, picture)]) {
      await expect(model.ask(request, { signal, attempt: 1 })).rejects.toMatchObject({
        code: 'MODEL_UNSUPPORTED',
      });
    }
    expect(requests).toEqual([]);
  });

  it('needs an address', () => {
    expect(() => asked('', { baseUrl: undefined })).toThrow('names no endpoint');
  });
});
