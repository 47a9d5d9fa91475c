import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  openModelEndpoint,
  type EndpointFault,
  type EndpointReply,
  type ModelEndpoint,
  type SeenRequest,
} from '../../testing/models/model-endpoint.js';
import { createModel } from '../create-model.js';
import type { ModelRequest, ModelRetry } from '../model.js';
import type { ModelProfile } from '../profile.js';
import { LocalEndpointLimit } from './local-endpoint-limit.js';
import { Gateway, type GatewayOptions } from './gateway.js';

const KEY = 'sk-very-secret-0123456789';
const signal = new AbortController().signal;
const PICTURE = Uint8Array.from({ length: 500 }, (_, index) => (index * 7) % 256);

function asks(text: string): ModelRequest {
  const picture = { type: 'image' as const, mediaType: 'image/png', data: PICTURE };
  return { messages: [{ role: 'user', content: [{ type: 'text', text }, picture] }] };
}

function profileAt(baseUrl: string, changes: Partial<ModelProfile> = {}): ModelProfile {
  return {
    formatVersion: 1,
    id: 'test',
    provider: 'openai-compatible',
    baseUrl,
    model: 'test-model',
    apiKeyVariable: 'TEST_KEY',
    ...changes,
  };
}

interface Setup {
  readonly endpoint: ModelEndpoint;
  readonly sleeps: number[];
  model(changes?: Partial<ModelProfile>, gateway?: Gateway): ReturnType<typeof createModel>;
  gateway(options?: GatewayOptions): Gateway;
  [Symbol.asyncDispose](): Promise<void>;
}

async function setUp(
  answerTo: (seen: SeenRequest) => EndpointReply | Promise<EndpointReply>,
): Promise<Setup> {
  const endpoint = await openModelEndpoint(answerTo);
  const sleeps: number[] = [];
  const gateway = (options: GatewayOptions = {}): Gateway =>
    new Gateway({
      random: () => 0.5,
      sleep: async (milliseconds) => {
        sleeps.push(milliseconds);
      },
      ...options,
    });
  return {
    endpoint,
    sleeps,
    gateway,
    model: (changes = {}, shared = gateway()) =>
      createModel(profileAt(endpoint.baseUrl, changes), { environment: { TEST_KEY: KEY }, gateway: shared }),
    [Symbol.asyncDispose]: async () => {
      await endpoint[Symbol.asyncDispose]();
    },
  };
}

async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-gateway-'));
  try {
    await body(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function filesUnder(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const BUSY: EndpointFault = { fault: 'status', status: 429 };

describe('Gateway', () => {
  it('asks again after failures that may pass, tells of each, and gives the answer', async () => {
    const replies: EndpointReply[] = [
      { fault: 'reset' },
      { fault: 'status', status: 503 },
      { fault: 'html' },
      'there',
    ];
    await using setup = await setUp(({ index }) => replies[index] ?? 'over');
    const retries: ModelRetry[] = [];
    const answer = await setup
      .model()
      .generate(asks('go'), { signal, onRetry: (retry) => retries.push(retry) });
    expect(answer.text).toBe('there');
    expect(retries.map(({ code, delayMs }) => [code, delayMs])).toEqual([
      ['MODEL_OUTAGE', 500],
      ['MODEL_OUTAGE', 1_000],
      ['MODEL_OUTAGE', 2_000],
    ]);
    expect(setup.sleeps).toEqual([500, 1_000, 2_000]);
  });

  it('measures durations and its patience by a clock that nobody sets', async () => {
    await using setup = await setUp(({ index }) => (index < 2 ? { fault: 'status', status: 503 } : 'there'));
    let wall = 0;
    // The clock is set four months ahead each time it is read, and once back.
    const gateway = setup.gateway({ clock: () => (wall === 0 ? (wall = 1e13) : (wall -= 1e10)) });
    const answer = await setup.model({}, gateway).generate(asks('go'), { signal });
    expect(setup.sleeps).toEqual([500, 1_000]);
    expect(answer.latencyMs).toBeGreaterThanOrEqual(0);
    let now = 0;
    const ahead = setup.gateway({ clock: () => (wall += 1e10), monotonic: () => (now += 7) });
    const timed = await setup.model({}, ahead).generate(asks('on'), { signal });
    expect(timed.latencyMs).toBe(7);
  });

  it('gives up after six attempts and says how many there were', async () => {
    await using setup = await setUp(() => ({ fault: 'status', status: 500 }));
    await expect(setup.model().generate(asks('go'), { signal })).rejects.toMatchObject({
      code: 'MODEL_OUTAGE',
      retryable: true,
      attempts: 6,
    });
    expect(setup.endpoint.requests).toHaveLength(6);
    expect(new Set(setup.endpoint.requests.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it.each([400, 401, 403, 404, 413, 422])('does not ask again after status %i', async (status) => {
    await using setup = await setUp(() => ({ fault: 'status', status }));
    await expect(setup.model().generate(asks('go'), { signal })).rejects.toMatchObject({ fault: 'user' });
    expect(setup.endpoint.requests).toHaveLength(1);
  });

  it.each<[string, Record<string, string>, unknown, number]>([
    ['retry-after', { 'retry-after': '7' }, undefined, 7_000],
    ['retry-after-ms', { 'retry-after-ms': '250' }, undefined, 250],
    ["Google's RetryInfo", {}, { error: { details: [{ retryDelay: '3.5s' }] } }, 3_500],
    [
      "OpenAI's rate limits",
      {
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '1m2s',
        'x-ratelimit-remaining-tokens': '100',
        'x-ratelimit-reset-tokens': '6m0s',
      },
      undefined,
      0,
    ],
    [
      "Anthropic's rate limits",
      {
        'anthropic-ratelimit-input-tokens-remaining': '0',
        'anthropic-ratelimit-input-tokens-reset': '2025-01-01T00:00:20Z',
      },
      undefined,
      20_000,
    ],
  ])('waits as long as %s asks', async (name, headers, body, expectedMs) => {
    await using setup = await setUp(({ index }) =>
      index === 0 ? { ...BUSY, headers, ...(body === undefined ? {} : { body }) } : 'there',
    );
    // Everyone is kept out for as long; the limit's own clock must not make the test wait.
    const gateway = setup.gateway({ clock: () => Date.parse('2025-01-01T00:00:00Z') });
    const answer = setup
      .model({ retries: { maxDelayMs: expectedMs === 0 ? 60_000 : 90_000 } }, gateway)
      .generate(asks('go'), { signal: AbortSignal.timeout(300) });
    if (expectedMs === 0) {
      // Two seconds beyond what a call is worth: it fails, and says when to come back.
      await expect(answer).rejects.toMatchObject({ code: 'MODEL_RATE_LIMIT', retryAfterMs: 62_000 });
      return;
    }
    await answer.catch(() => undefined);
    expect([name, setup.sleeps[0]]).toEqual([name, expectedMs * 1.05]);
  });

  it('does not sleep through an hour', async () => {
    await using setup = await setUp(() => ({ ...BUSY, headers: { 'retry-after': '3600' } }));
    await expect(setup.model().generate(asks('go'), { signal })).rejects.toMatchObject({
      code: 'MODEL_RATE_LIMIT',
      retryable: true,
      retryAfterMs: 3_600_000,
      attempts: 1,
    });
    expect(setup.sleeps).toEqual([]);
  });

  it('stops at once when it is aborted, also while it waits', async () => {
    await using setup = await setUp(() => ({ fault: 'status', status: 500 }));
    const controller = new AbortController();
    const gateway = new Gateway({ random: () => 1 });
    const answer = setup.model({}, gateway).generate(asks('go'), {
      signal: controller.signal,
      onRetry: () => setTimeout(() => controller.abort(new Error('stopped by hand')), 5),
    });
    await expect(answer).rejects.toThrow();
    expect(setup.endpoint.requests).toHaveLength(1);
  });

  it('keeps to the number of requests at a time, over all models of an endpoint and key', async () => {
    await using setup = await setUp(async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      return 'there';
    });
    const gateway = setup.gateway();
    const [first, second] = [
      setup.model({ concurrency: 3 }, gateway),
      setup.model({ model: 'other' }, gateway),
    ];
    await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        (index % 2 === 0 ? first : second).generate(asks(`${index}`), { signal }),
      ),
    );
    expect(setup.endpoint.peak).toBe(3);
  });

  it('keeps to limits that other gateways share', async () => {
    let [open, peak] = [0, 0];
    await using setup = await setUp(async () => {
      peak = Math.max(peak, (open += 1));
      await new Promise((resolve) => setTimeout(resolve, 10));
      open -= 1;
      return 'there';
    });
    const shared = new LocalEndpointLimit({ max: 2 });
    const models = [0, 1].map(() => setup.model({ concurrency: 8 }, setup.gateway({ limits: () => shared })));
    const asked = models.flatMap((model, index) =>
      Array.from({ length: 6 }, (_, number) => model.generate(asks(`${index} ${number}`), { signal })),
    );
    await Promise.all(asked);
    expect(peak).toBe(2);
  });

  it('gives a busy endpoint fewer requests, and more again when it has recovered', async () => {
    let open = 0;
    await using setup = await setUp(async () => {
      open += 1;
      const isOver = open > 8;
      await new Promise((resolve) => setTimeout(resolve, 5));
      open -= 1;
      return isOver ? BUSY : 'there';
    });
    const gateway = setup.gateway();
    const model = setup.model({ concurrency: 64, retries: { attempts: 40 } }, gateway);
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, index) => model.generate(asks(`${index}`), { signal })),
    );
    expect(answers).toHaveLength(400);
    const refused = setup.endpoint.requests.length - 400;
    // Without a limit that follows, most of them would have been refused many times.
    expect(refused).toBeLessThan(200);
  });

  describe('with a cache', () => {
    it('answers the same sample again, and never another', async () => {
      await using setup = await setUp(({ index }) => `answer ${index}`);
      await withFolder(async (cacheDirectory) => {
        const draw = async (sample: string) => {
          const gateway = setup.gateway({ cacheDirectory });
          const model = setup.model({}, gateway);
          return await model.generate(asks('go'), { signal, sample });
        };
        expect(await draw('a#1')).toMatchObject({ text: 'answer 0', fromCache: false });
        expect(await draw('a#2')).toMatchObject({ text: 'answer 1', fromCache: false });
        expect(await draw('a#1')).toMatchObject({ text: 'answer 0', fromCache: true, costUsd: 0 });
        expect(await draw('a#2')).toMatchObject({ text: 'answer 1', fromCache: true });
        expect(setup.endpoint.requests).toHaveLength(2);
      });
    });

    it('tells calls without a name apart by their order', async () => {
      await using setup = await setUp(({ index }) => `answer ${index}`);
      await withFolder(async (cacheDirectory) => {
        for (const expected of [false, true]) {
          const gateway = setup.gateway({ cacheDirectory });
          const model = setup.model({}, gateway);
          for (const index of [0, 1, 2]) {
            const answer = await model.generate(asks('go'), { signal });
            expect(answer).toMatchObject({ text: `answer ${index}`, fromCache: expected });
          }
        }
      });
    });

    it('asks anew when anything that matters differs', async () => {
      await using setup = await setUp(({ index }) => `answer ${index}`);
      await withFolder(async (cacheDirectory) => {
        const differing: [Partial<ModelProfile>, ModelRequest][] = [
          [{}, asks('go')],
          [{}, asks('go on')],
          [{}, { ...asks('go'), temperature: 0.5 }],
          [{ sampling: { seed: 4 } }, asks('go')],
          [{ model: 'other' }, asks('go')],
          [{ serving: { quantisation: 'fp8' } }, asks('go')],
          [{ extraBody: { min_p: 0.1 } }, asks('go')],
          [{}, { messages: [{ role: 'user', content: asks('go').messages[0]?.content.slice(0, 1) ?? [] }] }],
        ];
        for (const [index, [changes, request]] of differing.entries()) {
          const model = setup.model(changes, setup.gateway({ cacheDirectory }));
          const answer = await model.generate(request, { signal, sample: 'a#1' });
          expect(answer).toMatchObject({ text: `answer ${index}`, fromCache: false });
        }
      });
    });

    it('takes a damaged entry for none, and repairs it', async () => {
      await using setup = await setUp(({ index }) => `answer ${index}`);
      await withFolder(async (cacheDirectory) => {
        const draw = async () =>
          await setup
            .model({}, setup.gateway({ cacheDirectory }))
            .generate(asks('go'), { signal, sample: 'a#1' });
        await draw();
        const [file = ''] = await filesUnder(cacheDirectory);
        await writeFile(file, (await readFile(file, 'utf8')).slice(0, 40));
        expect(await draw()).toMatchObject({ text: 'answer 1', fromCache: false });
        expect(await draw()).toMatchObject({ text: 'answer 1', fromCache: true });
        expect((await filesUnder(cacheDirectory)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      });
    });

    it('says which folder it cannot write', async () => {
      await using setup = await setUp(() => 'hi');
      await withFolder(async (folder) => {
        const cacheDirectory = join(folder, 'file');
        const gateway = setup.gateway({ cacheDirectory });
        // Gone after the start, and something else in its place.
        await rm(cacheDirectory, { recursive: true });
        await writeFile(cacheDirectory, '');
        const model = setup.model({}, gateway);
        await expect(model.generate(asks('go'), { signal })).rejects.toMatchObject({
          code: 'USER',
          place: { file: cacheDirectory },
        });
      });
    });
  });

  describe('with a recording', () => {
    it('gives every recorded exchange again, failures and streams too, without key, network or wait', async () => {
      await withFolder(async (folder) => {
        const recordFile = join(folder, 'traffic.jsonl');
        const recorded: string[] = [];
        const plan = ['x#1', 'x#2', undefined, undefined];
        let address = '';
        {
          const replies: EndpointReply[] = [{ fault: 'reset' }, 'first', 'second', BUSY, 'third', 'fourth'];
          await using setup = await setUp(({ index }) => replies[index] ?? 'over');
          const model = setup.model({ stream: true }, setup.gateway({ recordFile }));
          for (const sample of plan) {
            const options = sample === undefined ? { signal } : { signal, sample };
            recorded.push((await model.generate(asks('go'), options)).text);
          }
          address = setup.endpoint.baseUrl;
        }
        expect(recorded).toEqual(['first', 'second', 'third', 'fourth']);
        const gateway = new Gateway({ replayFile: recordFile });
        const model = createModel(profileAt(address, { stream: true }), { environment: {}, gateway });
        const replayed: string[] = [];
        const retries: ModelRetry[] = [];
        // Named samples in any order; unnamed ones in theirs.
        for (const sample of [plan[1], plan[0], undefined, undefined]) {
          const onRetry = (retry: ModelRetry) => retries.push(retry);
          const options = sample === undefined ? { signal, onRetry } : { signal, sample, onRetry };
          replayed.push((await model.generate(asks('go'), options)).text);
        }
        expect(replayed).toEqual(['second', 'first', 'third', 'fourth']);
        expect(retries.map(({ code }) => code)).toEqual(['MODEL_OUTAGE', 'MODEL_RATE_LIMIT']);
      });
    });

    it('calls what it does not hold a miss, and asks nobody', async () => {
      await using setup = await setUp(() => 'hi');
      await withFolder(async (folder) => {
        const recordFile = join(folder, 'traffic.jsonl');
        const options = { signal, sample: 'a#1' };
        await setup.model({}, setup.gateway({ recordFile })).generate(asks('go'), options);
        const replaying = setup.model({}, new Gateway({ replayFile: recordFile }));
        expect(await replaying.generate(asks('go'), options)).toMatchObject({ text: 'hi' });
        for (const [text, sample] of [
          ['go on', 'a#1'],
          ['go', 'a#2'],
        ] as const) {
          await expect(replaying.generate(asks(text), { signal, sample })).rejects.toMatchObject({
            code: 'MODEL_REPLAY_MISS',
            fault: 'user',
            stopsRun: true,
          });
        }
        expect(setup.endpoint.requests).toHaveLength(1);
      });
    });

    it('keeps pictures as hashes', async () => {
      await using setup = await setUp(() => 'hi');
      await withFolder(async (folder) => {
        const file = join(folder, 'traffic.jsonl');
        for (const provider of ['openai-compatible', 'openai', 'anthropic', 'google'] as const) {
          await setup
            .model({ provider, model: 'gpt-4o' }, setup.gateway({ recordFile: file }))
            .generate(asks('go'), { signal });
        }
        const text = await readFile(file, 'utf8');
        expect(text.match(/sha256:[0-9a-f]{64}/g)).toHaveLength(4);
        expect(text).not.toContain(Buffer.from(PICTURE).toString('base64').slice(0, 40));
      });
    });

    it('drops the last line where it is torn, and names a broken one', async () => {
      await using setup = await setUp(() => 'hi');
      await withFolder(async (folder) => {
        const file = join(folder, 'traffic.jsonl');
        await setup.model({}, setup.gateway({ recordFile: file })).generate(asks('go'), { signal });
        const line = await readFile(file, 'utf8');
        await writeFile(file, `${line}{"formatVersion":1,"key":`);
        expect(() => new Gateway({ replayFile: file })).not.toThrow();
        await writeFile(file, `{"formatVersion":1,"key":\n${line}`);
        expect(() => new Gateway({ replayFile: file })).toThrow(`${file}:1`);
        expect(() => new Gateway({ replayFile: join(folder, 'none') })).toThrow('recording');
      });
    });
  });

  it('leaves the key nowhere: not in cache, recording, answer, error or retry', async () => {
    const wires = ['openai-compatible', 'openai', 'anthropic', 'google'] as const;
    await withFolder(async (folder) => {
      const seen: string[] = [];
      for (const provider of wires) {
        const replies: EndpointReply[] = [
          {
            fault: 'status',
            status: 500,
            body: `key ${KEY} broke`,
            headers: { 'x-key': KEY, 'x-ratelimit-x': KEY },
          },
          { text: `the key is ${KEY}, is it not?`, reasoning: KEY, model: KEY },
          { fault: 'status', status: 401, body: { error: { message: `bad key ${KEY}` } } },
        ];
        await using setup = await setUp(({ index }) => replies[index] ?? 'over');
        const gateway = setup.gateway({
          cacheDirectory: join(folder, 'cache'),
          recordFile: join(folder, 'record.jsonl'),
        });
        const model = setup.model({ provider, model: 'gpt-4o' }, gateway);
        const onRetry = (retry: ModelRetry) => seen.push(JSON.stringify(retry));
        seen.push(JSON.stringify(await model.generate(asks('go'), { signal, onRetry })));
        const error: unknown = await model
          .generate(asks('go on'), { signal })
          .catch((thrown: unknown) => thrown);
        seen.push(`${String(error)} ${JSON.stringify(error)} ${(error as Error).stack}`);
        expect(JSON.stringify(setup.endpoint.requests[0]?.headers)).toContain(KEY);
      }
      expect(seen).toHaveLength(12);
      const files = await filesUnder(folder);
      expect(files).toHaveLength(5);
      for (const file of files) seen.push(await readFile(file, 'utf8'));
      for (const text of seen) expect(text).not.toContain(KEY);
    });
  });
});

describe('a replay at another address', () => {
  it('answers where the path is the same, and says where it is not', async () => {
    await withFolder(async (folder) => {
      const recordFile = join(folder, 'record.jsonl');
      await using setup = await setUp(() => 'hi');
      await setup.model({}, setup.gateway({ recordFile })).generate(asks('go'), { signal, sample: 's' });
      const askAt = (baseUrl: string): Promise<unknown> =>
        setup
          .model({ baseUrl }, new Gateway({ replayFile: recordFile }))
          .generate(asks('go'), { signal, sample: 's' });
      await expect(askAt('https://elsewhere.example/v1')).resolves.toMatchObject({ text: 'hi' });
      await expect(askAt('https://elsewhere.example/api/v2')).rejects.toMatchObject({
        code: 'MODEL_REPLAY_MISS',
        hint: expect.stringMatching(/asks \/api\/v2\/chat\/completions, .* holds \/v1\/chat\/completions/),
      });
    });
  });
});

describe('paths that cannot be', () => {
  /** Below `/proc` nothing can be made, not even by the superuser. */
  const IMPOSSIBLE = process.platform === 'linux' ? '/proc/none/there' : '/dev/null/there';

  it.each<[string, GatewayOptions]>([
    ['a recording below nothing', { recordFile: IMPOSSIBLE }],
    ['a cache below nothing', { cacheDirectory: IMPOSSIBLE }],
    ['a recording below a file', { recordFile: join(import.meta.filename, 'a', 'b') }],
    ['a cache that is a file', { cacheDirectory: import.meta.filename }],
    ['a recording that is a folder', { recordFile: import.meta.dirname }],
    ['a replay of a folder', { replayFile: import.meta.dirname }],
    ['a replay of nothing', { replayFile: IMPOSSIBLE }],
  ])('are refused before anything is asked: %s', (_, options) => {
    const [path = ''] = Object.values(options) as string[];
    expect(() => new Gateway(options)).toThrow(
      expect.objectContaining({ code: 'USER', fault: 'user', message: expect.stringContaining(path) }),
    );
  });

  it('does not touch a recording that is there, and makes the folder of one that is not', async () => {
    await withFolder(async (folder) => {
      const file = join(folder, 'deep', 'down', 'record.jsonl');
      expect(new Gateway({ recordFile: file }).isReplay).toBe(false);
      await writeFile(file, 'kept\n');
      expect(new Gateway({ recordFile: file }).isReplay).toBe(false);
      expect(await readFile(file, 'utf8')).toBe('kept\n');
    });
  });
});
