import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { fakeBenchmark, type FakeBenchmarkOptions } from '../testing/fake-benchmark.js';
import { AccessList } from '../app/access/access-list.js';
import { addUser, removeUser } from '../app/access/change-access.js';
import { FrameClient } from '../testing/frame-client.js';
import { temporaryFolder } from '../testing/run-fakes/run-fake.js';
import { playOf, type PlayOfOptions } from '../testing/play-of.js';
import { ACTION_TYPES } from './actions/action-type.js';
import { ACTION_FIELDS } from './actions/action-field.js';
import { readAction } from './actions/read-action.js';
import type { GymCoordinates } from './gym-options.js';
import { runnerTokens } from './runner-tokens.js';
import { serveGym, type ServeGymOptions } from './serve-gym.js';

type Fakes = FakeBenchmarkOptions & PlayOfOptions & Partial<ServeGymOptions>;

const CLIMB = { type: 'key', key: 'UP' };
const STOP = { type: 'stop' };

async function withGym(fakes: Fakes, work: (host: string) => Promise<void>): Promise<void> {
  const { maxSessions = 4, ...world } = fakes;
  await using play = await playOf(fakeBenchmark(world), {
    maxSessions,
    ...(fakes.reward === undefined ? {} : { reward: fakes.reward }),
  });
  const standard = {
    host: '127.0.0.1',
    port: 0,
    token: null,
    pictures: 'none',
    coordinates: 'pixel',
    timeoutSeconds: null,
    keepsHttpEpisode: false,
  } as const;
  await using gym = await serveGym(play, { ...standard, ...fakes });
  await work(`127.0.0.1:${gym.port}`);
}

async function withSession(
  fakes: Fakes,
  work: (client: FrameClient, host: string) => Promise<void>,
): Promise<void> {
  await withGym(fakes, async (host) => {
    await using client = await FrameClient.connect(`ws://${host}/ws`);
    await work(client, host);
  });
}

async function post(url: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

const reset = (data: object = {}) => ({ type: 'reset', data });
const step = (data: object) => ({ type: 'step', data });

describe('/ws', () => {
  it('rewards the end alone, and tells nothing of states and milestones', async () => {
    await withSession({ goal: 1 }, async (client) => {
      const frames = [
        await client.ask(reset({ task: 'walk-0', unknown: true })),
        await client.ask(step(CLIMB)),
        await client.ask(step(STOP)),
      ];
      expect(frames).toMatchObject([
        { data: { reward: null, done: false } },
        { data: { reward: 0, done: false } },
        { data: { reward: 1, done: true, observation: { terminated: true, truncated: false, step: 2 } } },
      ]);
      expect(JSON.stringify(frames)).not.toContain('floor-');
      expect(await client.ask(step(CLIMB))).toMatchObject({ data: { code: 'EXECUTION_ERROR' } });
      expect(await client.ask(reset({ episode_id: 'mine' }))).toMatchObject({ data: { reward: null } });
      expect(await client.ask({ type: 'state' })).toEqual({
        type: 'state',
        data: { episode_id: 'mine', step_count: 0 },
      });
    });
  });

  it('truncates at the limit of steps, and where the phone failed', async () => {
    await withSession({ goal: 99, maxSteps: 1 }, async (client) => {
      await client.ask(reset());
      const end = await client.ask(step(CLIMB));
      expect(end).toMatchObject({
        data: { reward: 0, done: true, observation: { terminated: false, truncated: true } },
      });
    });
    const onStep = (): never => {
      throw new Error('unplugged');
    };
    await withSession({ onStep }, async (client) => {
      await client.ask(reset());
      expect(await client.ask(step(CLIMB))).toMatchObject({
        data: { reward: null, done: true, observation: { truncated: true } },
      });
    });
  });

  it('ends the episode of a client whose actions never fit', async () => {
    await withSession({}, async (client) => {
      await client.ask(reset());
      for (let count = 0; count < 25; count += 1) {
        expect(await client.ask(step({ type: 'fly' }))).toMatchObject({ data: { code: 'VALIDATION_ERROR' } });
      }
      expect(await client.ask({ type: 'state' })).toMatchObject({ data: { step_count: 0 } });
      expect(await client.ask(step({ type: 'fly' }))).toMatchObject({
        type: 'observation',
        data: { reward: 0, done: true },
      });
    });
  });

  it('answers a ping and keeps the order while a step is under way', async () => {
    await withSession({ stepMs: 60, goal: 99 }, async (client) => {
      await client.ask(reset());
      client.send(step(CLIMB));
      client.send({ type: 'state' });
      await client.ping();
      expect(await client.next()).toMatchObject({ type: 'observation', data: { observation: { step: 1 } } });
      expect(await client.next()).toMatchObject({ type: 'state', data: { step_count: 1 } });
    });
  });

  it('gives a place back that is closed', async () => {
    await withSession({ maxSessions: 1 }, async (client, host) => {
      client.send({ type: 'close' });
      expect(await client.next()).toBeNull();
      await using next = await FrameClient.connect(`ws://${host}/ws`);
      expect(await next.ask(reset())).toMatchObject({ type: 'observation' });
    });
  });

  it('gives the place of a client back that is gone in the middle of a step', async () => {
    await withGym({ maxSessions: 1, stepMs: 600_000 }, async (host) => {
      {
        await using client = await FrameClient.connect(`ws://${host}/ws`);
        await client.ask(reset());
        client.send(step(CLIMB));
        await client.ping();
      }
      const again = async (): Promise<unknown> => {
        await using next = await FrameClient.connect(`ws://${host}/ws`);
        return await next.ask(reset());
      };
      await vi.waitFor(async () => expect(await again()).toMatchObject({ type: 'observation' }));
    });
  });

  it('survives any frame, and goes on', async () => {
    await withSession({}, async (client) => {
      const frames = fc.oneof(
        fc.json(),
        fc.string(),
        fc.record({
          type: fc.constantFrom('reset', 'step', 'state', 'mcp', 'toString', ''),
          data: fc.jsonValue(),
        }),
        fc.record({
          type: fc.constant('step'),
          data: fc.record({
            type: fc.constantFrom(...Object.keys(ACTION_TYPES)),
            x: fc.jsonValue(),
            text: fc.jsonValue(),
          }),
        }),
      );
      await fc.assert(
        fc.asyncProperty(frames, async (frame) => {
          const answered = await client.ask(frame);
          expect(answered).toMatchObject({ type: expect.stringMatching(/^(observation|state|mcp|error)$/) });
        }),
        { numRuns: 150 },
      );
      for (const type of ['__proto__', { toString: 0 }, [[]], null]) {
        expect(await client.ask({ type })).toMatchObject({ data: { code: 'UNKNOWN_TYPE' } });
      }
      client.sendBytes(new Uint8Array([1, 2]));
      expect(await client.next()).toMatchObject({ data: { code: 'VALIDATION_ERROR' } });
      expect(await client.ask(reset())).toMatchObject({ type: 'observation' });
    });
  });
});

describe('HTTP', () => {
  it('keeps one episode where it is told to', async () => {
    await withGym({ keepsHttpEpisode: true, goal: 99 }, async (host) => {
      await post(`http://${host}/reset`, { task: 'walk-1', episode_id: 'e' });
      await post(`http://${host}/step`, { action: CLIMB });
      const state = await (await fetch(`http://${host}/state`)).json();
      expect(state).toEqual({ episode_id: 'e', step_count: 1 });
    });
  });

  it('says what of a request does not fit', async () => {
    await withGym({}, async (host) => {
      const { status, body } = await post(`http://${host}/step`, {
        action: { type: 'tap', y: 'high', z: 1 },
      });
      expect(status).toBe(422);
      expect(body).toMatchObject({
        detail: [
          { type: 'value_error', loc: ['body', 'action', 'y'] },
          { type: 'extra_forbidden', loc: ['body', 'action', 'z'] },
          { type: 'missing', loc: ['body', 'action', 'x'] },
        ],
      });
      expect((await post(`http://${host}/reset`, { task: 'nap' })).status).toBe(400);
      expect((await post(`http://${host}/reset`, [])).status).toBe(422);
      expect((await post(`http://${host}/reset`, { seed: -1 })).body).toMatchObject({
        detail: [{ loc: ['body', 'seed'] }],
      });
      expect((await post(`http://${host}/step`, { action: STOP, repeat: 'x' })).body).toMatchObject({
        detail: [{ loc: ['body', 'repeat'] }],
      });
      const empty = await fetch(`http://${host}/step`, { method: 'POST' });
      expect(await empty.json()).toMatchObject({ detail: [{ type: 'missing', loc: ['body'] }] });
      expect((await fetch(`http://${host}/reset`, { method: 'POST' })).status).toBe(200);
    });
  });

  it('lists every route that validators of the protocol look for', async () => {
    await withGym({}, async (host) => {
      const document = await (await fetch(`http://${host}/openapi.json`)).json();
      expect(document).toMatchObject({
        info: { version: '1.0.0' },
        paths: { '/reset': {}, '/step': {}, '/state': {} },
      });
      expect((await fetch(`http://${host}/docs`)).status).toBe(200);
    });
  });

  it('gives out pictures by their hash', async () => {
    await withGym({ pictures: 'url' }, async (host) => {
      const { body } = await post(`http://${host}/reset`, {});
      const { screenshot_url: path } = (body as { observation: { screenshot_url: string } }).observation;
      expect(await (await fetch(`http://${host}${path}`)).text()).toBe('picture of screen-0');
      expect((await fetch(`http://${host}/pictures/${'0'.repeat(64)}`)).status).toBe(404);
    });
  });

  it('lists tasks', async () => {
    await withGym({ items: 3 }, async (host) => {
      expect(await (await fetch(`http://${host}/list_environments`)).json()).toEqual(['fake']);
      expect(await (await fetch(`http://${host}/FAKE/splits`)).json()).toEqual([
        { name: 'all', type: 'validation' },
      ]);
      const split = 'all';
      expect((await post(`http://${host}/fake/num_tasks`, { split })).body).toEqual({ num_tasks: 3 });
      expect((await post(`http://${host}/fake/task`, { split, index: 1 })).body).toMatchObject({
        task: { id: 'walk-1' },
      });
      const { body } = await post(`http://${host}/fake/task_range`, { split, start: 1, stop: 2 });
      expect(body).toMatchObject({ tasks: [{ id: 'walk-1' }] });
      expect((await post(`http://${host}/fake/task`, { split, index: 9 })).status).toBe(400);
      expect((await post(`http://${host}/nap/tasks`, { split })).status).toBe(404);
    });
  });
});

describe('/mcp', () => {
  it('plays with tools in sessions by name', async () => {
    await withGym({ maxSessions: 1 }, async (host) => {
      const ask = async (method: string, params?: unknown) =>
        (await post(`http://${host}/mcp`, { jsonrpc: '2.0', id: 1, method, params })).body;
      const { session_id: session } = z
        .object({ result: z.object({ session_id: z.string() }) })
        .parse(await ask('openenv/session/create')).result;
      expect(await ask('openenv/session/create')).toMatchObject({
        error: { code: -32_000, data: { max_sessions: 1 } },
      });
      const call = { name: 'key', arguments: { key: 'UP' }, session_id: session };
      expect(await ask('tools/call', { ...call, session_id: 's-1' })).toMatchObject({
        error: { code: -32_602 },
      });
      expect(await ask('tools/call', call)).toMatchObject({ result: { content: [{ text: 'pressed' }] } });
      expect(await ask('tools/call', { ...call, arguments: {} })).toMatchObject({ error: { code: -32_602 } });
      expect(await ask('tools/call', { name: 'reset' })).toMatchObject({ error: { code: -32_602 } });
      expect(await ask('openenv/session/close', { session_id: session })).toMatchObject({
        result: { closed: true },
      });
      expect(await ask('tools/call', call)).toMatchObject({ error: { code: -32_602 } });
      expect(await ask('tools/list', [])).toMatchObject({ error: { code: -32_602 } });
      const strange = await post(`http://${host}/mcp`, {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/list',
        more: 1,
      });
      expect(strange.body).toMatchObject({ error: { code: -32_600 } });
      expect(await post(`http://${host}/mcp`, 'x'.repeat(2 * 1024 * 1024))).toMatchObject({
        status: 200,
        body: { error: { code: -32_600 } },
      });
      await using client = await FrameClient.connect(`ws://${host}/mcp`);
      expect(await client.ask('{')).toMatchObject({ error: { code: -32_700 } });
      expect(
        await client.ask({ jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { name: 'wait' } }),
      ).toMatchObject({ id: 'a', result: {} });
    });
  });
});

describe('/batch', () => {
  it('resets and steps many phones with one message', async () => {
    await withGym({ goal: 1, reward: 'sparse' }, async (host) => {
      await using client = await FrameClient.connect(`ws://${host}/batch`);
      expect(await client.ask({ type: 'open', count: 9 })).toMatchObject({
        data: { code: 'CAPACITY_REACHED' },
      });
      expect(await client.ask({ type: 'open', count: 3 })).toEqual({ type: 'opened', sessions: [0, 1, 2] });
      const resets = [0, 1, 2].map((session) => ({ session, task: `walk-${session}`, seed: 5 }));
      expect(await client.ask({ type: 'reset', items: resets })).toMatchObject({
        items: [
          { info: { task: 'walk-0', seed: 5 } },
          { info: { task: 'walk-1' } },
          { info: { task: 'walk-2' } },
        ],
      });
      const items = [
        { session: 0, action: CLIMB },
        { session: 1, action: STOP },
        { session: 7, action: STOP },
      ];
      expect(await client.ask({ type: 'step', items })).toMatchObject({
        items: [
          { reward: 0, done: false },
          { reward: 0, done: true, info: { outcome: 'failed' } },
          { error: { code: 'VALIDATION_ERROR' } },
        ],
      });
      const refused = [
        { session: 2, action: { type: 'fly' } },
        { session: 2, action: STOP },
      ];
      expect(await client.ask({ type: 'step', items: refused })).toMatchObject({
        items: [{ error: { message: 'Invalid message' } }, { error: { code: 'VALIDATION_ERROR' } }],
      });
      expect(await client.ask({ type: 'step', items: [0, 0, 0, 0] })).toMatchObject({
        data: { code: 'VALIDATION_ERROR' },
      });
      expect(await client.ask('[]')).toMatchObject({ data: { code: 'VALIDATION_ERROR' } });
    });
  });
});

describe('who may come', () => {
  it('says how it stands: one word to everybody, numbers for the token', async () => {
    const token = 'a-token-of-sixteen';
    await withGym({ token, keepsHttpEpisode: true }, async (host) => {
      const textOf = async (path: string): Promise<string> => (await fetch(`http://${host}${path}`)).text();
      expect([await textOf('/health/live'), await textOf('/health/ready')]).toEqual(['live', 'ready']);
      expect((await fetch(`http://${host}/metrics`)).status).toBe(401);
      await post(`http://${host}/t/${token}/reset`, {});
      for (const action of [CLIMB, STOP]) await post(`http://${host}/t/${token}/step`, { action });
      const metrics = await textOf(`/t/${token}/metrics`);
      for (const line of ['sessions 1', 'episodes_total 1', 'steps_total 2'])
        expect(metrics).toContain(`\ntouchstone_gym_${line}\n`);
      expect(metrics).toContain('operation="POST /step",status="200"');
      expect(metrics).not.toContain(token);
    });
  });

  it('asks everybody for the token', async () => {
    const token = 'a-token-of-sixteen';
    await withGym({ token }, async (host) => {
      const asked = [
        '/',
        '/metadata',
        '/schema',
        '/state',
        '/openapi.json',
        '/list_environments',
        `/pictures/${'0'.repeat(64)}`,
        '/t/wrong/state',
      ];
      for (const path of asked) expect((await fetch(`http://${host}${path}`)).status).toBe(401);
      expect((await fetch(`http://${host}/health`)).status).toBe(200);
      expect((await fetch(`http://${host}/t/${token}/state`)).status).toBe(200);
      expect(
        (await fetch(`http://${host}/state`, { headers: { authorization: `Bearer ${token}` } })).status,
      ).toBe(200);
      for (const path of ['/ws', '/mcp', '/batch', '/t/wrong/ws']) {
        await expect(FrameClient.connect(`ws://${host}${path}`)).rejects.toThrow('401');
      }
      await using client = await FrameClient.connect(`ws://${host}/t/${token}/ws`);
      expect(await client.ask(reset())).toMatchObject({ type: 'observation' });
    });
  });

  it('closes the connections of a runner who is removed, in the middle of a step too, and no others', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'access.json');
    const [ana, ben] = [
      await addUser(file, { name: 'ana', role: 'runner', team: 'vision' }),
      await addUser(file, { name: 'ben', role: 'runner', team: 'vision' }),
    ];
    using users = await AccessList.open(file);
    const slow = { stepMs: 60_000, goal: 99, maxSessions: 4 };
    await withGym({ ...slow, token: runnerTokens(users) }, async (host) => {
      const open = (token: string, path: string) => FrameClient.connect(`ws://${host}/t/${token}${path}`);
      await using stepping = await open(ana.token, '/ws');
      await using many = await open(ana.token, '/batch');
      await using other = await open(ben.token, '/ws');
      await stepping.ask(reset());
      stepping.send(step(CLIMB));
      await many.ask({ type: 'open', count: 2 });
      await removeUser(file, 'ana');
      const gone = { code: 1008, reason: 'this token lets nobody in any more' };
      for (const client of [stepping, many]) {
        expect(await client.next()).toBeNull();
        expect(client.closed).toEqual(gone);
      }
      await expect(open(ana.token, '/ws')).rejects.toThrow('401');
      // Its phones are free: of four, three are left.
      await using freed = await open(ben.token, '/batch');
      await vi.waitUntil(
        async () => {
          const opened = (await freed.ask({ type: 'open', count: 3 })) as { readonly type: string };
          return opened.type === 'opened';
        },
        { timeout: 10_000 },
      );
      expect(await other.ask({ type: 'state' })).toMatchObject({ type: 'state' });
      expect(other.closed).toBeNull();
    });
  });

  it('survives whoever asks for a connection and does not let go', async () => {
    let open: Socket | undefined;
    await withGym({ token: 'a-token-of-sixteen' }, async (host) => {
      const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
      const [, port = ''] = host.split(':');
      for (const name of ['a@127.0.0.1', 'a b', host]) {
        open = connect({ host: '127.0.0.1', port: Number(port), allowHalfOpen: true });
        open.write(`GET /ws HTTP/1.1\r\nHost: ${name}\r\n${upgrade}`);
        const [answer] = (await once(open, 'data')) as [Buffer];
        expect(answer.toString()).toMatch(/^HTTP\/1.1 4/);
      }
      open = connect({ host: '127.0.0.1', port: Number(port) });
      open.write(`GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`);
      const [answer] = (await once(open, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1.1 200/);
      // Broken off without a word.
      open = connect({ host: '127.0.0.1', port: Number(port) });
      open.write(`GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`);
      await once(open, 'data');
      open.resetAndDestroy();
      expect((await fetch(`http://${host}/health`)).status).toBe(200);
    });
    open?.destroy();
  });

  it('keeps pages of other origins out', async () => {
    await withGym({}, async (host) => {
      const origin = 'http://evil.example';
      await expect(FrameClient.connect(`ws://${host}/ws`, { origin })).rejects.toThrow('403');
      await expect(FrameClient.connect(`ws://${host}/nowhere`)).rejects.toThrow('404');
      expect((await fetch(`http://${host}/state`, { headers: { origin } })).status).toBe(403);
    });
  });
});

describe('readAction', () => {
  it('gives an action or says why not, whatever comes', () => {
    const fields = fc.dictionary(
      fc.constantFrom(...Object.keys(ACTION_FIELDS), '__proto__', 'metadata'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(ACTION_TYPES)), fields, (type, given) => {
        const read = readAction({ ...given, type }, 'permille');
        if (read.isValid) expect(read.value.type).toBe(type);
        else expect(read.issues.length).toBeGreaterThan(0);
      }),
    );
  });

  it('refuses positions outside the space of the server, where that is known', () => {
    const at = (x: number, space: GymCoordinates): boolean =>
      readAction({ type: 'tap', x, y: 0 }, space).isValid;
    expect([at(1000, 'permille'), at(1, 'unit'), at(5000, 'pixel')]).toEqual([true, true, true]);
    expect([at(1001, 'permille'), at(-1, 'permille'), at(1.5, 'unit')]).toEqual([false, false, false]);
  });

  it('reads positions in the space of the server', () => {
    const { issues: _, ...read } = {
      issues: null,
      ...readAction({ type: 'swipe', x: 1, y: 9, x2: 1, y2: 2 }, 'permille'),
    };
    expect(read).toEqual({
      isValid: true,
      value: {
        type: 'swipe',
        direction: 'up',
        from: { x: 1, y: 9, space: 'permille' },
        to: { x: 1, y: 2, space: 'permille' },
      },
    });
  });
});
