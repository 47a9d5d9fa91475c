import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { POCKET_FOLDER } from '../../benchmarks/pocket/pocket-benchmark.js';
import { GraphEnvironment } from '../../environments/graph/graph-environment.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import { openFolderContent } from '../../formats/graph/content-source.js';
import { readGraph } from '../../formats/graph/read-graph.js';
import type { PhoneEvent } from '../../formats/phone/phone-event.js';
import { loadPhoneLog } from '../../formats/phone/read-phone-log.js';
import { EnvironmentWorld } from '../device/environment-world.js';
import { actionEvents, phoneActions } from '../log/phone-actions.js';
import { replayLog } from '../log/replay-log.js';
import { PhoneOptionsSchema } from '../phone-options.js';
import { phoneParts } from '../phone-parts.js';
import { controlApi } from './control-api.js';
import { RecordedStation, type StationOptions, type StationWorld } from './recorded-station.js';

let folder = '';
let pocket: GraphWorld;
let station: RecordedStation;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'station-'));
  const content = await openFolderContent(POCKET_FOLDER);
  pocket = new GraphWorld(await readGraph(join(POCKET_FOLDER, 'graph.json')), { content });
  const world: StationWorld = {
    tasks: [{ id: 'look', instruction: 'look around', maxActions: 20_000 }],
    open: async () => ({ environment: environment(), screens: { graph: pocket.graph, screen: () => null } }),
  };
  const options: StationOptions = {
    options: PhoneOptionsSchema.parse({ adbKeyboard: 'active' }),
    host: '127.0.0.1',
    maxPhones: 3,
    logs: { folder, touchstone: 'test', onFailure: () => undefined },
    mostActions: 4_000,
  };
  station = new RecordedStation(world, options);
});
afterEach(async () => {
  await station[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

function environment(): GraphEnvironment {
  return new GraphEnvironment(pocket, { mode: 'corrected', startOf: () => null });
}

/** The control API as a client on this machine finds it. */
async function ask(
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; json: Record<string, unknown> }> {
  const app = controlApi(station, { token: null, hosts: new Set(['127.0.0.1']), readPage: async () => null });
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await app.request(`http://127.0.0.1${path}`, { ...post, headers: { ...headers } });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

/** Says one request to an adb server, without waiting for more than its first answer. */
function sayTo(port: number, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => socket.write(text.length.toString(16).padStart(4, '0') + text));
    socket.once('data', () => socket.destroy());
    socket.once('close', () => resolve()).once('error', reject);
  });
}

describe('RecordedStation', () => {
  it('keeps every action of an episode, however much else was said', async () => {
    const { id } = await station.add({ task: 'look' });
    const phone = station.get(id);
    for (let count = 0; count < 4_000; count += 1)
      await phone?.input({ type: 'tap', x: 5, y: 5 + 40 * (count % 20) });
    expect(phone?.events()).toHaveLength(5_000);
    const { json } = await ask(`/phones/${id}/trajectory`);
    expect(json).toMatchObject({ truncated: false });
    expect(json['actions']).toHaveLength(4_000);
    await phone?.input({ type: 'key', code: 4 });
    const { actions, truncated } = phone?.trajectory() ?? {};
    expect(truncated).toBe(true);
    expect(actions).toEqual(json['actions']);
  });

  it('writes a log for each phone and each start of its task, which can be played again', async () => {
    const { id } = await station.add({ task: 'look' });
    const phone = station.get(id);
    await phone?.input({ type: 'tap', x: 445, y: 1040 });
    await phone?.input({ type: 'text', text: 'hello' });
    await phone?.reset();
    await phone?.input({ type: 'key', code: 4 });
    expect(phone?.info().log).toBe(join(folder, '1.1.phone.jsonl'));
    await station.remove(id);
    expect((await readdir(folder)).toSorted()).toEqual(['1.0.phone.jsonl', '1.1.phone.jsonl']);
    for (const [name, expected] of [
      ['1.0', ['tap', 'type']],
      ['1.1', ['key']],
    ] as const) {
      const log = await loadPhoneLog(join(folder, `${name}.phone.jsonl`));
      expect(log.header).toMatchObject({ task: 'look', touchstone: 'test', world: pocket.graph.name });
      expect(phoneActions(log.events).map(({ type }) => type)).toEqual(expected);
      const { signal } = new AbortController();
      const start = { task: 'look', repeat: 0, seed: 1 };
      const world = await EnvironmentWorld.start(environment(), {
        profile: log.header.profile,
        start,
        signal,
      });
      const again = await replayLog(log, { world, parts: phoneParts() });
      const moves = (events: readonly PhoneEvent[]) =>
        actionEvents(events).map(({ action, from, to }) => ({ action, from, to }));
      expect(moves(again)).toEqual(moves(log.events));
    }
  });

  it('writes down what becomes of connections, on the phone that is there now', async () => {
    const { id } = await station.add({ task: 'look' });
    const phone = station.get(id);
    await phone?.reset();
    const { serverPort = 0, daemonPort = 0 } = phone?.info() ?? {};
    const said = (): unknown[] =>
      (phone?.events() ?? []).flatMap((event) => (event.kind === 'transport' ? [event.what] : []));
    await sayTo(serverPort, 'host:kill');
    expect(said()).toEqual(['kill_server']);
    // CNXN of the protocol's first version, no payload.
    const hello = Buffer.alloc(24);
    [0x4e584e43, 0x01000000, 4096, 0, 0, (0x4e584e43 ^ 0xffffffff) >>> 0].forEach((word, index) =>
      hello.writeUInt32LE(word, 4 * index),
    );
    const socket = connect(daemonPort, '127.0.0.1', () => socket.write(hello));
    await expect.poll(said).toEqual(['kill_server', 'connected']);
    socket.destroy();
    await expect.poll(said).toEqual(['kill_server', 'connected', 'lost']);
  });

  it('sets a phone up as its request says, and refuses what no phone has', async () => {
    const made = await ask('/phones', { task: 'look', options: { waitPolicy: 'always' } });
    expect(made.status).toBe(201);
    const { header } = await loadPhoneLog(String(made.json['log']));
    expect(header.options).toMatchObject({ waitPolicy: 'always', adbKeyboard: 'active', install: 'refuse' });
    for (const [request, words] of [
      [{ start: 'home.screen' }, /start/],
      [{ options: { keyboard: true } }, /options must not have keyboard/],
      [{ options: { waitPolicy: 'maybe' } }, /options\.waitPolicy must be one of auto/],
    ] as const) {
      const refused = await ask('/phones', { task: 'look', ...request });
      expect(refused).toMatchObject({ status: 400, json: { error: expect.stringMatching(words) } });
    }
    const misspelt = await ask('/phones/1/input', { type: 'tap', x: 1, y: 2, times: 3 });
    expect(misspelt).toMatchObject({ status: 400, json: { error: expect.stringContaining('times') } });
    const alone = await ask('/phones/1/input', { type: 'swipe', from: 270, to: [270, 300] });
    expect(alone).toMatchObject({
      status: 400,
      json: { error: 'the request does not fit: from must be a list [x, y]' },
    });
    expect(station.list()).toHaveLength(1);
  });

  it('takes nothing after the end of an episode until its task is started again', async () => {
    const { id } = await station.add({ task: 'look' });
    expect((await ask(`/phones/${id}/finish`, { status: 'failure' })).json).toMatchObject({ status: 'over' });
    for (const [what, body] of [
      ['input', { type: 'key', code: 4 }],
      ['input', { type: 'text', text: 'late' }],
      ['answer', { text: '42' }],
      ['finish', {}],
    ] as const) {
      expect(await ask(`/phones/${id}/${what}`, body)).toMatchObject({
        status: 409,
        json: {
          code: 'PHONE_OVER',
          error: expect.stringContaining('over'),
          hint: expect.stringContaining('reset'),
        },
      });
    }
    expect(
      station
        .get(id)
        ?.events()
        .filter(({ kind }) => kind === 'finish'),
    ).toHaveLength(1);
    await ask(`/phones/${id}/reset`, {});
    const after = await ask(`/phones/${id}/input`, { type: 'key', code: 4 });
    expect(after).toMatchObject({ status: 200, json: { status: 'running', actions: 1 } });
  });

  it('gives each phone a serial of its own, which it keeps', async () => {
    const all = await Promise.all([1, 2, 3].map(() => station.add({ task: 'look' })));
    const serials = all.map((phone) => phone.info().serial);
    const [first = ''] = serials;
    const number = Number(first.replace('emulator-', ''));
    expect(serials).toEqual([first, `emulator-${number + 2}`, `emulator-${number + 4}`]);
    await all[1]?.reset();
    expect(all[1]?.info().serial).toBe(serials[1]);
    await expect(station.add({ task: 'look' })).rejects.toThrow('3 phones are up');
    await station.remove('2');
    expect((await station.add({ task: 'look' })).info().serial).toBe(serials[1]);
  });

  it('keeps pages without an origin out', async () => {
    expect((await ask('/phones', undefined, { origin: 'null' })).status).toBe(403);
    expect((await ask('/phones', undefined, { origin: 'http://127.0.0.1' })).status).toBe(200);
  });
});
