import { afterEach, describe, expect, it } from 'vitest';
import { PacketHost } from '../../test/fixtures/adb/packet-host.js';
import { SmartClient, askPhone, request } from '../../test/fixtures/adb/smart-client.js';
import { buildGraph } from '../domain/graph/build-graph.js';
import { GraphEnvironment } from '../environments/graph/graph-environment.js';
import { GraphWorld } from '../environments/graph/graph-world.js';
import { smallPng } from '../testing/small-png.js';
import { EnvironmentWorld } from './device/environment-world.js';
import { PhoneDevice } from './device/phone-device.js';
import { profileOfGraph } from './device/phone-profile.js';
import { phoneParts } from './phone-parts.js';
import { SHARED_PICTURES } from './screens/screen-pictures.js';
import { smartSocketServer } from './server/smart-socket-server.js';
import { phoneDaemon } from './transport/phone-daemon.js';
import { trafficOf } from './transport/phone-traffic.js';

/** Machines are slow at times. */
const WAIT = { timeout: 120_000 };
const LARGE = { width: 1080, height: 2400 };
const SMALL = { width: 270, height: 600 };
const rawSize = ({ width, height }: { width: number; height: number }): number => width * height * 4;

const disposables: AsyncDisposable[] = [];
afterEach(async () => {
  for (const disposable of disposables.splice(0).toReversed()) await disposable[Symbol.asyncDispose]();
});

/** A phone of two screens, behind a port of either front end; a tap anywhere leads from one to the other. */
async function phoneOf(serial: string, size: { width: number; height: number }) {
  const pictures = new Map(['a', 'b'].map((id, shade) => [`${id}.png`, smallPng(size, shade)]));
  const graph = buildGraph({
    name: serial,
    screenSize: size,
    root: 'a',
    launcher: { apps: [] },
    nodes: [
      ['a', 'b'],
      ['b', 'a'],
    ].map(([id = '', to = '']) => ({
      id,
      screens: [{ id, picture: `${id}.png` }],
      edges: [{ to, actions: [{ type: 'click', box: [0, 0, size.width, size.height] }] }],
    })),
  });
  const world = new GraphWorld(graph, {
    content: {
      open: (path) => {
        const bytes = pictures.get(path);
        return bytes === undefined ? null : { mediaType: 'image/png', load: () => Promise.resolve(bytes) };
      },
    },
  });
  const environment = new GraphEnvironment(world, { mode: 'corrected', startOf: () => null });
  const phone = await PhoneDevice.start({
    serial,
    parts: phoneParts(),
    world: await EnvironmentWorld.start(environment, {
      profile: await profileOfGraph(world, { density: 440 }),
      start: { task: serial, repeat: 0, seed: 0 },
      signal: new AbortController().signal,
    }),
  });
  const problems: string[] = [];
  const onProblem = (what: string): number => problems.push(what);
  const daemon = await phoneDaemon({ services: phone, onProblem });
  const server = await smartSocketServer({ phones: [phone], onProblem });
  disposables.push(phone, daemon, server);
  return { phone, daemon, server, problems, traffic: trafficOf(phone) };
}

describe('a phone whose screens are asked for and not read', () => {
  it.each(['exec:screencap', 'shell,v2,raw:screencap', 'framebuffer:'])(
    'keeps one decoded screen for sixty that ask for %s and acknowledge nothing',
    async (service) => {
      const { phone, daemon, server, traffic, problems } = await phoneOf('asked', LARGE);
      const other = await phoneOf('other', SMALL);
      const { decoded } = SHARED_PICTURES;
      const before = process.memoryUsage().arrayBuffers;
      const host = await PacketHost.connect(daemon.port, { isManual: true });
      const streams = await Promise.all(
        Array.from({ length: 60 }, (_, index) => host.open(service, index + 1)),
      );
      await host.until(() => streams.every(({ outputSize }) => outputSize > 0));
      // One more packet each: what comes then is pixels, not the header.
      for (const stream of streams) stream.acknowledge();
      await host.until(() => streams.every(({ outputPackets }) => outputPackets === 2));
      expect(await askPhone(other.server.port, 'exec:echo there')).toBe('OKAYthere\n');
      expect(SHARED_PICTURES.decoded - decoded).toBe(1);
      expect(phone.counts.streams).toBe(60);
      expect(traffic.unsent).toBeLessThan(rawSize(LARGE) + (4 << 20));
      // What the host of the test was sent is not the phone's.
      const received = streams.reduce((sum, { outputSize }) => sum + outputSize, 0);
      expect(process.memoryUsage().arrayBuffers - before - 2 * received).toBeLessThan(64 << 20);
      // They hold nobody up on their own phone either.
      expect(await askPhone(server.port, 'exec:input tap 5 5 && echo tapped')).toBe('OKAYtapped\n');
      await host.close();
      await expect.poll(() => phone.counts.streams, WAIT).toBe(0);
      await expect.poll(() => traffic.unsent, WAIT).toBe(0);
      expect(problems).toEqual([]);
    },
    60_000,
  );

  it('keeps one decoded screen for clients of the smart socket that do not read', async () => {
    const { phone, server, traffic } = await phoneOf('asked', LARGE);
    const other = await phoneOf('other', SMALL);
    const before = process.memoryUsage().arrayBuffers;
    const clients: SmartClient[] = [];
    for (let index = 0; index < 40; index += 1) {
      const client = await SmartClient.dial(server.port);
      client.socket.pause();
      client.socket.write(Buffer.concat([request('host:transport-any'), request('exec:screencap')]));
      clients.push(client);
    }
    await expect.poll(() => phone.counts.streams, WAIT).toBe(40);
    await expect.poll(() => traffic.unsent, WAIT).toBeGreaterThan(0);
    expect(await askPhone(other.server.port, 'exec:echo there')).toBe('OKAYthere\n');
    expect(traffic.unsent).toBeLessThan(rawSize(LARGE) + (4 << 20));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 << 20);
    for (const client of clients) client.close();
    await expect.poll(() => phone.counts.streams, WAIT).toBe(0);
    await expect.poll(() => traffic.unsent, WAIT).toBe(0);
  });

  it('has room for thousands of streams, on which nobody reads, next to other phones', async () => {
    const { phone, daemon, traffic } = await phoneOf('asked', SMALL);
    const other = await phoneOf('other', SMALL);
    const before = process.memoryUsage().arrayBuffers;
    const host = await PacketHost.connect(daemon.port, { isManual: true });
    const streams = await Promise.all(
      Array.from({ length: 2000 }, (_, index) => host.open('exec:screencap', index + 1)),
    );
    await host.until(() => streams.every(({ outputSize }) => outputSize > 0));
    expect(await askPhone(other.server.port, 'exec:echo there')).toBe('OKAYthere\n');
    expect(phone.counts.streams).toBe(2000);
    expect(traffic.unsent).toBeLessThan(rawSize(SMALL) + (4 << 20));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(128 << 20);
    // Those that are read in the end are whole.
    const [first] = streams;
    if (first === undefined) throw new Error('no stream was opened');
    for (;;) {
      if (first.isClosed) break;
      const { outputPackets } = first;
      first.acknowledge();
      await host.until(() => first.isClosed || first.outputPackets > outputPackets);
    }
    expect(first.outputSize).toBe(16 + rawSize(SMALL));
    await host.close();
    await expect.poll(() => phone.counts.streams, WAIT).toBe(0);
    await expect.poll(() => traffic.unsent, WAIT).toBe(0);
  });
});
