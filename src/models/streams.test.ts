import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openModelEndpoint,
  type EndpointReply,
  type ModelEndpointOptions,
  type SeenRequest,
} from '../testing/models/model-endpoint.js';
import { createModel, type CreateModelOptions } from './create-model.js';
import { Gateway } from './gateway/gateway.js';
import type { Model, ModelAnswer, ModelRequest } from './model.js';
import { preflightModel } from './preflight/preflight.js';
import { ModelProfileSchema, type ModelProfile } from './profile.js';

const signal = new AbortController().signal;
const TEMPLATE = {
  system: '{{content}}\n',
  user: '{{content}}\n',
  assistant: '{{content}}\n',
  opening: '> ',
  picture: '<pic>',
  pictureField: 'multimodal_data' as const,
};
/** Every way to stream. */
const WIRES: readonly [string, Partial<ModelProfile>][] = [
  ['openai-compatible', { provider: 'openai-compatible' }],
  ['openai responses', { provider: 'openai', model: 'gpt-4o' }],
  ['openai chat', { provider: 'openai', api: 'chat', model: 'gpt-4o' }],
  ['anthropic', { provider: 'anthropic', model: 'claude-sonnet-4-5' }],
  ['google', { provider: 'google', model: 'gemini-2.5-flash' }],
  ['completions', { provider: 'completions', completion: TEMPLATE }],
  ['SGLang', { provider: 'completions', completion: { ...TEMPLATE, pictureField: 'image_data' } }],
];
const GO = { type: 'text', text: 'go' } as const;
const ASK: ModelRequest = { messages: [{ role: 'user', content: [GO] }] };
const LONG = {
  text: 'a long answer that comes in more than two pieces of sixteen characters',
  usage: { input: 100, output: 41 },
};

function profileAt(baseUrl: string, changes: Partial<ModelProfile> = {}): ModelProfile {
  return ModelProfileSchema.parse({
    formatVersion: 1,
    id: 'test',
    provider: 'openai-compatible',
    baseUrl,
    model: 'test-model',
    ...changes,
  });
}

function modelAt(
  baseUrl: string,
  changes: Partial<ModelProfile> = {},
  options: CreateModelOptions = {},
): Model {
  return createModel(profileAt(baseUrl, changes), {
    environment: { OPENAI_API_KEY: 'sk-0123456789' },
    gateway: new Gateway({ sleep: async () => undefined }),
    ...options,
  });
}

interface Asked {
  readonly answers: readonly ModelAnswer[];
  readonly requests: readonly SeenRequest[];
}

/** Asks a model of its own the same thing so many times, one after the other. */
async function askTimes(
  times: number,
  answerTo: (seen: SeenRequest) => EndpointReply,
  changes: Partial<ModelProfile> = {},
  options: ModelEndpointOptions = {},
): Promise<Asked> {
  await using endpoint = await openModelEndpoint(answerTo, options);
  const model = modelAt(endpoint.baseUrl, changes);
  const answers: ModelAnswer[] = [];
  for (let call = 0; call < times; call += 1) answers.push(await model.generate(ASK, { signal }));
  return { answers, requests: endpoint.requests };
}

const streams = ({ requests }: Asked): boolean[] => requests.map(({ stream }) => stream);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-streams-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a model that nobody says of how it is asked', () => {
  it.each(WIRES)('is streamed by %s, and its first token and its rate are measured', async (_, wire) => {
    const { answers, requests } = await askTimes(1, () => LONG, wire, { isPaced: true });
    const [answer] = answers;
    expect(requests.map(({ stream }) => stream)).toEqual([true]);
    const { firstTokenMs = NaN, tokensPerSecond = NaN } = answer?.measures ?? {};
    expect(firstTokenMs).toBeGreaterThan(0);
    expect(firstTokenMs).toBeLessThan(answer?.latencyMs ?? 0);
    // 40 tokens after the first one, by the end of the call.
    expect(firstTokenMs + (40 / tokensPerSecond) * 1000).toBeLessThanOrEqual((answer?.latencyMs ?? 0) + 1);
  });

  it.each(WIRES)('answers by %s as it would in one piece, with the same tokens', async (_, wire) => {
    for (const reply of [LONG, { ...LONG, finish: 'length' as const }, 'short']) {
      const plain = ({ latencyMs: _latencyMs, measures: _measures, ...answer }: ModelAnswer) => answer;
      const whole = await askTimes(1, () => reply, { ...wire, stream: false });
      const left = await askTimes(1, () => reply, wire);
      expect(left.answers.map(plain)).toEqual(whole.answers.map(plain));
      expect(whole.answers[0]?.measures).toEqual({ pictureTokens: 0, historyPictureTokens: 0 });
      expect([streams(left), streams(whole)]).toEqual([[true], [false]]);
    }
  });

  it.each(WIRES)('has an answer of %s that comes in one piece all the same, asked once', async (_, wire) => {
    const asked = await askTimes(3, () => LONG, wire, { neverStreams: true });
    expect(streams(asked)).toEqual([true, false, false]);
    expect(asked.answers.map(({ text }) => text)).toEqual([LONG.text, LONG.text, LONG.text]);
    expect(asked.answers[0]?.measures).not.toHaveProperty('firstTokenMs');
    expect(asked.answers[0]?.usage).toEqual(asked.answers[1]?.usage);
  });

  it.each(WIRES)('is asked in one piece where %s refuses streams, from then on', async (_, wire) => {
    const refusal = {
      fault: 'status',
      status: 400,
      body: { error: { message: 'no access to stream' } },
    } as const;
    const asked = await askTimes(2, ({ stream }) => (stream ? refusal : LONG), wire);
    expect(streams(asked)).toEqual([true, false, false]);
    expect(asked.answers.map(({ text }) => text)).toEqual([LONG.text, LONG.text]);
  });

  it.each([
    [
      'another refusal',
      { fault: 'status', status: 400, body: { error: { message: 'too long' } } },
      'MODEL_REQUEST_REJECTED',
    ],
    [
      'a wrong key',
      { fault: 'status', status: 401, body: { error: { message: 'no streams for you' } } },
      'MODEL_ACCESS',
    ],
    ['an outage', { fault: 'status', status: 503, body: 'upstream failed' }, 'MODEL_OUTAGE'],
    ['half an answer', { fault: 'half' }, 'MODEL_OUTAGE'],
  ] as const)('is asked once of %s', async (_, fault, code) => {
    await using endpoint = await openModelEndpoint(() => fault);
    const model = modelAt(endpoint.baseUrl, { retries: { attempts: 1 } });
    await expect(model.generate(ASK, { signal })).rejects.toMatchObject({ code });
    expect(endpoint.requests).toHaveLength(1);
  });

  it('fails by what it is told in one piece, where that is not about streams', async () => {
    const echoes = {
      fault: 'status',
      status: 422,
      body: { detail: [{ msg: 'bad', input: { stream: true } }] },
    } as const;
    await using endpoint = await openModelEndpoint(({ stream }) =>
      stream ? echoes : { fault: 'status', status: 422, body: { detail: [{ msg: 'bad' }] } },
    );
    const model = modelAt(endpoint.baseUrl);
    for (let call = 0; call < 2; call += 1) {
      await expect(model.generate(ASK, { signal })).rejects.toMatchObject({ code: 'MODEL_REQUEST_REJECTED' });
    }
    // Nothing was learned about streams.
    expect(endpoint.requests.map(({ stream }) => stream)).toEqual([true, false, true, false]);
  });

  it('is asked in one piece after a stream that counted no tokens', async () => {
    const asked = await askTimes(3, ({ stream }) => ({ ...LONG, usage: stream ? null : LONG.usage }));
    expect(streams(asked)).toEqual([true, false, false]);
    expect(asked.answers.map(({ usage }) => usage.estimated ?? false)).toEqual([true, false, false]);
  });

  it('is asked in one piece where its stream ends in order without saying how', async () => {
    const events = 'data: {"choices":[{"index":0,"delta":{"content":"hi"}}]}\n\ndata: [DONE]\n\n';
    const stream = {
      fault: 'status',
      status: 200,
      body: events,
      headers: { 'content-type': 'text/event-stream' },
    } as const;
    const asked = await askTimes(2, ({ stream: isStream }) => (isStream ? stream : LONG));
    expect(streams(asked)).toEqual([true, false, false]);
    expect(asked.answers[0]?.text).toBe(LONG.text);
  });

  it('is streamed by the run as its preflight has found', async () => {
    await using endpoint = await openModelEndpoint(() => LONG, { neverStreams: true, seesPreflight: true });
    const choice = { isOff: false };
    const gateway = new Gateway();
    await preflightModel(profileAt(endpoint.baseUrl), {
      gateway,
      environment: {},
      streams: choice,
      pictures: false,
      signal,
    });
    await modelAt(endpoint.baseUrl, {}, { streams: choice }).generate(ASK, { signal });
    expect(endpoint.requests.map(({ stream }) => stream)).toEqual([true, false]);
  });

  it('has no part of that in its identity', () => {
    const identity = (changes: Partial<ModelProfile>): unknown =>
      modelAt('http://127.0.0.1:1/v1', changes).identity;
    expect(identity({})).toEqual(identity({ stream: false }));
    expect(identity({ pictureTokens: 256 })).toEqual(identity({}));
  });
});

describe('what was measured', () => {
  it('is no part of an answer from the cache', async () => {
    await using endpoint = await openModelEndpoint(() => LONG);
    const model = modelAt(
      endpoint.baseUrl,
      {},
      { gateway: new Gateway({ cacheDirectory: join(folder, 'cache') }) },
    );
    const options = { signal, sample: 'a' };
    const [live, kept] = [await model.generate(ASK, options), await model.generate(ASK, options)];
    expect(live.measures?.firstTokenMs).toBeGreaterThan(0);
    expect(kept).toMatchObject({ text: LONG.text, fromCache: true });
    expect(kept).not.toHaveProperty('measures');
  });

  it('is no part of an answer from a recording, streamed or not', async () => {
    await using endpoint = await openModelEndpoint(() => LONG);
    for (const [name, wire] of WIRES.filter(([wire]) => wire !== 'openai chat')) {
      for (const stream of [undefined, false]) {
        const recordFile = join(folder, `${name}-${String(stream)}.jsonl`);
        const changes = { ...wire, ...(stream === undefined ? {} : { stream }) };
        const gateway = new Gateway({ recordFile });
        await modelAt(endpoint.baseUrl, changes, { gateway }).generate(ASK, { signal });
        // A recording that was made without streams still answers.
        const replay = new Gateway({ replayFile: recordFile });
        const answer = await modelAt(endpoint.baseUrl, wire, { gateway: replay }).generate(ASK, { signal });
        expect([name, answer.text]).toEqual([name, LONG.text]);
        expect(answer).not.toHaveProperty('measures');
      }
    }
  });

  it('misses in a recording what it does not hold', async () => {
    const recordFile = join(folder, 'other.jsonl');
    await using endpoint = await openModelEndpoint(() => LONG);
    await modelAt(endpoint.baseUrl, {}, { gateway: new Gateway({ recordFile }) }).generate(ASK, { signal });
    const model = modelAt(endpoint.baseUrl, {}, { gateway: new Gateway({ replayFile: recordFile }) });
    const other: ModelRequest = { messages: [{ role: 'user', content: [{ type: 'text', text: 'stay' }] }] };
    await expect(model.generate(other, { signal })).rejects.toMatchObject({ code: 'MODEL_REPLAY_MISS' });
    // A miss says nothing about streams.
    expect((await model.generate(ASK, { signal })).text).toBe(LONG.text);
  });

  it('holds the pictures that the endpoint counts', async () => {
    for (const provider of ['openai-compatible', 'google'] as const) {
      const changes = { provider, model: 'gemini-2.5-flash' };
      await using endpoint = await openModelEndpoint(() => ({
        text: 'hi',
        usage: { input: 900, output: 5, pictures: 516 },
      }));
      const picture = { type: 'image', mediaType: 'image/png', data: Uint8Array.of(1, 2) } as const;
      const request: ModelRequest = {
        messages: [{ role: 'user', content: [{ ...picture, isEarlier: true }, GO] }],
      };
      const answer = await modelAt(endpoint.baseUrl, { ...changes, maxPictureBytes: 99 }).generate(request, {
        signal,
      });
      expect(answer.measures).toMatchObject({
        pictureTokens: 516,
        historyPictureTokens: 516,
        pictureTokensBy: 'endpoint',
      });
    }
  });
});
