import { inspect } from 'node:util';
import { createServer, type AddressInfo } from 'node:net';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { TouchstoneError } from '../../errors.js';
import { chatCompletion, openChatEndpoint, sendJson } from '../../testing/models/chat-endpoint.js';
import type { ModelRequest } from '../model.js';
import {
  openAiCompatibleModel,
  type OpenAiCompatibleOptions,
  type OpenAiCompatibleSettings,
} from './openai-compatible.js';

const KEY = 'sk-very-secret-0123456789';
const ASK: ModelRequest = { messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }] };
const signal = new AbortController().signal;

type Settings = Partial<OpenAiCompatibleSettings>;

function modelAt(baseUrl: string, settings: Settings = {}, options: OpenAiCompatibleOptions = {}) {
  return openAiCompatibleModel(
    { baseUrl, model: 'test-model', apiKeyVariable: 'TEST_KEY', ...settings },
    { environment: { TEST_KEY: KEY }, ...options },
  );
}

async function failureOf(
  handle: (response: ServerResponse) => void,
  options: OpenAiCompatibleOptions = {},
): Promise<TouchstoneError> {
  await using endpoint = await openChatEndpoint((_, response) => handle(response));
  return await errorFrom(modelAt(endpoint.baseUrl, {}, options).generate(ASK, { signal }));
}

async function errorFrom(answer: Promise<unknown>): Promise<TouchstoneError> {
  const error: unknown = await answer.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TouchstoneError)) throw new Error(`no typed error but ${inspect(error)}`);
  return error;
}

describe('openAiCompatibleModel', () => {
  it('sends messages, pictures as data URLs, sampling and more fields in the wire format', async () => {
    await using endpoint = await openChatEndpoint((_, response) =>
      sendJson(response, 200, chatCompletion('hi')),
    );
    const model = modelAt(endpoint.baseUrl, {
      temperature: 0.1,
      maxOutputTokens: 64,
      extraBody: { top_k: 5 },
    });
    await model.generate(
      {
        messages: [
          { role: 'system', content: [{ type: 'text', text: 'be brief' }] },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'look' },
              { type: 'image', mediaType: 'image/png', data: Uint8Array.of(1, 2, 3) },
            ],
          },
          { role: 'assistant', content: [{ type: 'text', text: 'ok' }] },
          { role: 'user', content: [{ type: 'text', text: 'go on' }] },
        ],
        stop: ['END'],
        seed: 3,
      },
      { signal },
    );
    const [call] = endpoint.calls;
    expect(call?.path).toBe('/v1/chat/completions');
    expect(call?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(call?.body).toEqual({
      model: 'test-model',
      temperature: 0.1,
      max_tokens: 64,
      seed: 3,
      stop: ['END'],
      top_k: 5,
      messages: [
        { role: 'system', content: 'be brief' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'look' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
          ],
        },
        { role: 'assistant', content: 'ok' },
        { role: 'user', content: 'go on' },
      ],
    });
  });

  it('returns text, thinking, model id, usage, latency and cost', async () => {
    const message = { role: 'assistant', content: 'hi', reasoning_content: 'hm' };
    await using endpoint = await openChatEndpoint((_, response) =>
      sendJson(response, 200, chatCompletion('', { choices: [{ message, finish_reason: 'stop' }] })),
    );
    let now = 1000;
    const model = modelAt(
      endpoint.baseUrl,
      { price: { inputPerMillion: 2, outputPerMillion: 10 } },
      { monotonic: () => (now += 250) },
    );
    expect(await model.generate(ASK, { signal })).toEqual({
      text: 'hi',
      reasoning: 'hm',
      finishReason: 'stop',
      model: 'test-model-2024',
      usage: { inputTokens: 100, outputTokens: 20 },
      latencyMs: 250,
      fromCache: false,
      costUsd: 0.0004,
      // Not streamed, so without times; and without pictures.
      measures: { pictureTokens: 0, historyPictureTokens: 0 },
    });
  });

  it.each<[string, string, { text: string; finishReason: string }]>([
    ['an empty answer', chatCompletion(null), { text: '', finishReason: 'stop' }],
    [
      'a cut-off answer',
      chatCompletion('', { choices: [{ message: { content: 'Action: Cl' }, finish_reason: 'length' }] }),
      { text: 'Action: Cl', finishReason: 'length' },
    ],
    [
      'a filtered answer',
      chatCompletion('', { choices: [{ message: { content: '' }, finish_reason: 'content_filter' }] }),
      { text: '', finishReason: 'refusal' },
    ],
    [
      'a refusal',
      chatCompletion('', {
        choices: [{ message: { content: null, refusal: 'I will not' }, finish_reason: 'stop' }],
      }),
      { text: 'I will not', finishReason: 'refusal' },
    ],
  ])('returns %s as an answer', async (_, body, expected) => {
    await using endpoint = await openChatEndpoint((__, response) => sendJson(response, 200, body));
    expect(await modelAt(endpoint.baseUrl).generate(ASK, { signal })).toMatchObject(expected);
  });

  it('returns a refusal that comes as an error status as an answer', async () => {
    const body = JSON.stringify({ error: { code: 'content_filter', message: 'blocked by policy' } });
    await using endpoint = await openChatEndpoint((_, response) => sendJson(response, 400, body));
    const answer = await modelAt(endpoint.baseUrl).generate(ASK, { signal });
    expect(answer.finishReason).toBe('refusal');
    expect(answer.text).toContain('blocked by policy');
  });

  it('estimates usage that the server does not report, and says so', async () => {
    await using endpoint = await openChatEndpoint((_, response) =>
      sendJson(response, 200, chatCompletion('hi', { usage: undefined, model: undefined })),
    );
    expect(await modelAt(endpoint.baseUrl).generate(ASK, { signal })).toMatchObject({
      usage: { inputTokens: 2, outputTokens: 1, estimated: true },
      model: null,
      costUsd: null,
    });
  });

  it.each<[number, string, string, 'user' | 'model', string]>([
    [400, '{"error":{"message":"context too long"}}', 'MODEL_REQUEST_REJECTED', 'user', 'context too long'],
    [401, '{"error":{"message":"no"}}', 'MODEL_ACCESS', 'user', '401'],
    [402, '', 'MODEL_ACCESS', 'user', '402'],
    [403, 'forbidden', 'MODEL_ACCESS', 'user', '403'],
    [404, '{"error":{"message":"no model x"}}', 'MODEL_NOT_FOUND', 'user', 'no model x'],
    [413, '', 'MODEL_REQUEST_REJECTED', 'user', '413'],
    [422, '', 'MODEL_REQUEST_REJECTED', 'user', '422'],
    [429, '{"error":{"code":"insufficient_quota"}}', 'MODEL_ACCESS', 'user', '429'],
    [408, '', 'MODEL_OUTAGE', 'model', '408'],
    [500, '<html>oops</html>', 'MODEL_OUTAGE', 'model', 'oops'],
    [502, '', 'MODEL_OUTAGE', 'model', '502'],
    [503, '', 'MODEL_OUTAGE', 'model', '503'],
    [529, '{"type":"error"}', 'MODEL_OUTAGE', 'model', '529'],
  ])('calls status %i with %s %s', async (status, body, code, fault, text) => {
    const error = await failureOf((response) => sendJson(response, status, body));
    expect(error).toMatchObject({ code, fault, retryable: fault === 'model' });
    expect(error.message).toContain(text);
    expect(error.hint).toBeTruthy();
  });

  it.each<[Record<string, string>, number | null]>([
    [{}, null],
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after-ms': '120', 'retry-after': '7' }, 120],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:01:00 GMT' }, 30_000],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:01 GMT' }, 0],
    [{ 'retry-after': '99999999' }, 86_400_000],
    [{ 'retry-after': 'soon' }, null],
  ])('calls 429 with %o a rate limit to retry after %s ms', async (headers, retryAfterMs) => {
    const error = await failureOf((response) => sendJson(response, 429, '{}', headers), {
      clock: () => 30_000,
    });
    expect(error).toMatchObject({ code: 'MODEL_RATE_LIMIT', fault: 'model', retryable: true, retryAfterMs });
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['a page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>portal</h1>')],
    ['nothing', (response) => response.writeHead(200).end()],
    ['half of a JSON body', (response) => sendJson(response, 200, chatCompletion('hi').slice(0, 80))],
    ['JSON of another kind', (response) => sendJson(response, 200, '[1,2]')],
    ['no choice', (response) => sendJson(response, 200, chatCompletion('', { choices: [] }))],
    ['an error in a success', (response) => sendJson(response, 200, '{"error":{"message":"busy"}}')],
    [
      'a body that breaks off',
      (response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('{"id":');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    ['a reset', (response) => response.socket?.resetAndDestroy()],
    ['a closed connection', (response) => response.destroy()],
  ])('calls %s an outage worth a retry', async (_, handle) => {
    expect(await failureOf(handle)).toMatchObject({ code: 'MODEL_OUTAGE', fault: 'model', retryable: true });
  });

  it('reads the status that a gateway puts into the body of a success', async () => {
    const error = await failureOf((response) =>
      sendJson(response, 200, '{"error":{"code":429,"message":"slow"}}'),
    );
    expect(error.code).toBe('MODEL_RATE_LIMIT');
  });

  it('calls a refused connection an outage', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    const error = await errorFrom(modelAt(`http://127.0.0.1:${port}/v1`).generate(ASK, { signal }));
    expect(error).toMatchObject({ code: 'MODEL_OUTAGE', fault: 'model', retryable: true });
    expect(error.message).toContain('ECONNREFUSED');
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['says nothing', () => undefined],
    ['stops in the middle', (response) => response.writeHead(200).write('{')],
  ])('calls an endpoint that %s a timeout', async (_, handle) => {
    const error = await failureOf(handle, { timeoutMs: 60 });
    expect(error).toMatchObject({ code: 'MODEL_TIMEOUT', fault: 'model', retryable: true });
  });

  it('gives up with the reason of its signal', async () => {
    await using endpoint = await openChatEndpoint(() => undefined);
    const controller = new AbortController();
    const answer = modelAt(endpoint.baseUrl).generate(ASK, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('stopped by hand')), 30);
    await expect(answer).rejects.toThrow('stopped by hand');
    await expect(modelAt(endpoint.baseUrl).generate(ASK, { signal: AbortSignal.abort() })).rejects.toThrow();
  });

  it("asks once: retries are the caller's", async () => {
    await using endpoint = await openChatEndpoint((_, response) => sendJson(response, 500, ''));
    await errorFrom(modelAt(endpoint.baseUrl).generate(ASK, { signal }));
    expect(endpoint.calls).toHaveLength(1);
  });

  it('refuses an endless answer', async () => {
    const error = await failureOf((response) => {
      response.on('error', () => undefined);
      const chunk = Buffer.alloc(1 << 20, 0x20);
      const more = (): void => {
        while (!response.destroyed && response.write(chunk)) {
          // until the client stops reading
        }
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    expect(error).toMatchObject({ code: 'MODEL_OUTAGE' });
    expect(error.message).toContain('bytes');
  });

  it("never shows the key: not in errors, not in its identity, not in the answer's place", async () => {
    const echo = (status: number) => (response: ServerResponse) =>
      sendJson(response, status, `{"error":"key ${KEY} is bad"}`, { 'x-key': KEY });
    for (const status of [200, 400, 401, 404, 429, 500]) {
      const error = await failureOf(echo(status));
      expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(KEY);
      expect(JSON.stringify([error, error.message, error.hint])).not.toContain(KEY);
    }
    const page = await failureOf((response) =>
      response.writeHead(200, { 'content-type': `text/${KEY}` }).end(`<p>${KEY}</p>`),
    );
    expect(inspect(page, { depth: 20, showHidden: true })).not.toContain(KEY);
    const model = modelAt('http://127.0.0.1:9/v1');
    expect(JSON.stringify(model.identity)).not.toContain(KEY);
    expect(inspect(model, { depth: 20, showHidden: true })).not.toContain(KEY);
  });

  it.each(['ftp://x', 'not an address', `https://user:${KEY}@host/v1`, `https://host/v1?key=${KEY}`])(
    'refuses the base URL %s without repeating it',
    (baseUrl) => {
      expect(() => modelAt(baseUrl)).toThrow('base URL');
      expect(() => modelAt(baseUrl)).not.toThrow(KEY);
    },
  );

  it.each([undefined, '', 'sk secret', 'sk\nsecret', 'schlüssel'])(
    'refuses %o as a key, naming its variable',
    (key) => {
      expect(() => modelAt('http://h/v1', {}, { environment: { TEST_KEY: key } })).toThrow('TEST_KEY');
    },
  );

  it('sends no key where none is asked for', async () => {
    await using endpoint = await openChatEndpoint((_, response) =>
      sendJson(response, 200, chatCompletion('hi')),
    );
    const model = openAiCompatibleModel({ baseUrl: `${endpoint.baseUrl}/`, model: 'm' });
    await model.generate(ASK, { signal });
    expect(endpoint.calls[0]?.headers.authorization).toBeUndefined();
    expect(endpoint.calls[0]?.path).toBe('/v1/chat/completions');
  });
});
