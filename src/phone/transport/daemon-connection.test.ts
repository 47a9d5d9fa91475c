import { describe, expect, it } from 'vitest';
import { fakeDevice } from '../../../test/fixtures/adb/fake-services.js';
import { wirePacket } from '../../../test/fixtures/adb/packet-host.js';
import { StuckSocket } from '../../../test/fixtures/adb/stuck-socket.js';
import type { Service } from '../service-stream.js';
import { DaemonConnection, type DaemonConnectionOptions } from './daemon-connection.js';
import { trafficOf } from './phone-traffic.js';

const MEGABYTE = 1 << 20;
/** Where a service that never has to wait stops by itself. */
const MANY = 2000;

/** Lets everything run that waits for nothing. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A host that introduced itself and takes nothing. */
async function stuck(
  services: Readonly<Record<string, Service>>,
  options: Partial<DaemonConnectionOptions> = {},
) {
  const problems: string[] = [];
  const device = { ...fakeDevice(), open: (name: string) => services[name] ?? null };
  const socket = new StuckSocket();
  const connection = new DaemonConnection(socket, {
    services: device,
    onProblem: (what) => problems.push(what),
    ...options,
  });
  const say = async (...packets: readonly Buffer[]): Promise<void> => {
    for (const packet of packets) socket.push(packet);
    await settled();
    await settled();
  };
  await say(wirePacket('CNXN', 0x01000001, MEGABYTE, Buffer.from('host::')));
  return { device, socket, connection, problems, say, traffic: trafficOf(device) };
}

const open = (id: number, service: string): Buffer => wirePacket('OPEN', id, 0, Buffer.from(`${service}\0`));

describe('DaemonConnection, towards a host that takes nothing', () => {
  it('reads no more from it once 4 MB of answers wait, and continues when they are taken', async () => {
    const { socket, say } = await stuck({});
    const refused = Buffer.concat(Array.from({ length: 2000 }, (_, index) => open(index + 1, 'x')));
    for (let round = 0; round < 1000 && !socket.isPaused(); round += 1) await say(refused);
    expect(socket.isPaused()).toBe(true);
    expect(socket.writableLength).toBeGreaterThan(4 * MEGABYTE);
    expect(socket.writableLength).toBeLessThan(5 * MEGABYTE);
    await socket.drain();
    expect(socket.isPaused()).toBe(false);
  });

  it('lets streams send while less than 4 MB wait, and the rest of them later', async () => {
    const bytes = Buffer.alloc(MEGABYTE);
    let done = 0;
    const { socket, say, connection } = await stuck({
      large: async (stream) => {
        await stream.write(bytes);
        done += 1;
      },
    });
    await say(...Array.from({ length: 50 }, (_, index) => open(index + 1, 'large')));
    expect(connection.streamCount).toBe(50);
    expect(socket.writableLength).toBeLessThan(6 * MEGABYTE);
    expect(done).toBeLessThan(6);
    await socket.drain();
    await settled();
    expect(done).toBe(50);
  });

  it('lets a service write 64 kB ahead of what is acknowledged, or 64 writes, and no more', async () => {
    const written = { small: 0, large: 0 };
    const writing =
      (kind: keyof typeof written, size: number): Service =>
      async (stream) => {
        while (!stream.gone.aborted && written[kind] < MANY) {
          const write = stream.write(Buffer.alloc(size));
          written[kind] += 1;
          await write;
        }
      };
    const { say, connection } = await stuck({ small: writing('small', 5), large: writing('large', 10_000) });
    await say(open(1, 'small'), open(2, 'large'));
    expect(written.small).toBeGreaterThan(60);
    expect(written.small).toBeLessThan(140);
    expect(written.large).toBeLessThan(20);
    connection.close();
  });

  it('counts memory that many streams wait with once, and gives it back when the host leaves', async () => {
    const shared = Buffer.alloc(10 * MEGABYTE);
    const { say, traffic, connection } = await stuck({ shared: (stream) => stream.write(shared) });
    await say(...Array.from({ length: 1000 }, (_, index) => open(index + 1, 'shared')));
    // In addition: some small buffers for the packets' headers and the banner.
    expect(traffic.unsent).toBeGreaterThanOrEqual(10 * MEGABYTE);
    expect(traffic.unsent).toBeLessThan(11 * MEGABYTE);
    connection.close();
    await settled();
    expect(traffic.unsent).toBe(0);
  });

  it('closes the stream that would need more memory than a phone may take for clients, and says so', async () => {
    let gone = 0;
    const { say, traffic, connection, problems } = await stuck({
      own: async (stream) => {
        await stream.write(Buffer.alloc(60 * MEGABYTE));
        if (stream.gone.aborted) gone += 1;
      },
    });
    await say(...Array.from({ length: 10 }, (_, index) => open(index + 1, 'own')));
    expect(traffic.unsent).toBeLessThan(481 * MEGABYTE);
    expect(connection.streamCount).toBe(8);
    expect(gone).toBe(2);
    expect(problems).toEqual(
      [9, 10].map((id): unknown =>
        expect.stringMatching(
          `^stream ${id} was closed: clients leave 50[0-9]{7} bytes of the phone untaken$`,
        ),
      ),
    );
    connection.close();
    await settled();
    expect(traffic.unsent).toBe(0);
  });

  it('lets nobody write ahead while clients of the phone leave much untaken', async () => {
    let written = 0;
    const { say, connection } = await stuck({
      large: (stream) => stream.write(Buffer.alloc(65 * MEGABYTE)),
      small: async (stream) => {
        while (!stream.gone.aborted && written < MANY) {
          const write = stream.write(Buffer.alloc(100));
          written += 1;
          await write;
        }
      },
    });
    await say(open(1, 'large'), open(2, 'small'));
    expect(written).toBe(1);
    connection.close();
  });

  it('tells the first problems of a connection, and that there are more', async () => {
    const { say, problems } = await stuck({});
    await say(...Array.from({ length: 500 }, () => wirePacket('AUTH', 1, 1)));
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toBe('further problems of this connection are not reported');
  });
});

describe('DaemonConnection, whose host says nothing', () => {
  it('ends after the time given, and says why', async () => {
    const problems: string[] = [];
    const socket = new StuckSocket();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const connection = new DaemonConnection(socket, {
      services: fakeDevice(),
      introductionMs: 20,
      onProblem: (what) => problems.push(what),
    });
    await closed;
    expect(problems).toEqual(['the host did not introduce itself in 0.02 s; the connection was closed']);
    expect(connection.streamCount).toBe(0);
  });

  it('stays once it has introduced itself', async () => {
    const { socket, problems } = await stuck({}, { introductionMs: 20 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(socket.destroyed).toBe(false);
    expect(problems).toEqual([]);
  });
});
