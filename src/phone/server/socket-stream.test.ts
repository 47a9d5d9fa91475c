import { describe, expect, it } from 'vitest';
import { StuckSocket } from '../../../test/fixtures/adb/stuck-socket.js';
import type { Service } from '../service-stream.js';
import { PhoneTraffic, type TrafficLimits } from '../transport/phone-traffic.js';
import { SocketStream } from './socket-stream.js';

const MEGABYTE = 1 << 20;
/** Where a service that never has to wait stops by itself. */
const MANY = 2000;

/** Lets everything run that waits for nothing. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function serve(service: Service, limits: TrafficLimits = {}) {
  const socket = new StuckSocket();
  const problems: string[] = [];
  const traffic = new PhoneTraffic(limits);
  const stream = new SocketStream(socket, Buffer.alloc(0), {
    traffic,
    lingerMs: 77,
    onProblem: (what) => problems.push(what),
  });
  let isDone = false;
  void stream.serve(service).then(() => (isDone = true));
  await settled();
  return { socket, problems, traffic, stream, isDone: () => isDone };
}

describe('SocketStream', () => {
  it('takes 64 kB of a client ahead of a service that reads nothing, and more once it reads', async () => {
    let read = 0;
    let start = (): void => {};
    const begun = new Promise<void>((resolve) => {
      start = resolve;
    });
    const { socket } = await serve(async (stream) => {
      await begun;
      for await (const piece of stream.input) read += piece.length;
    });
    let taken = 0;
    socket.on('data', (piece: Buffer) => (taken += piece.length));
    for (let index = 0; index < 100; index += 1) {
      socket.push(Buffer.alloc(16 * 1024));
      await settled();
    }
    expect(taken).toBeLessThanOrEqual(80 * 1024);
    start();
    await expect.poll(() => read).toBe(100 * 16 * 1024);
    socket.destroy();
  });

  it('lets a service write no further ahead of a client that takes nothing than its socket holds', async () => {
    let written = 0;
    const { socket, traffic } = await serve(async (stream) => {
      while (!stream.gone.aborted && written < MANY) {
        const write = stream.write(Buffer.alloc(100_000));
        written += 1;
        await write;
      }
    });
    for (let index = 0; index < 20; index += 1) await settled();
    expect(written).toBeLessThan(3);
    socket.destroy();
    await settled();
    expect(traffic.unsent).toBe(0);
  });

  it('lets a service make 64 small writes ahead, since each takes memory of its own', async () => {
    let written = 0;
    const { socket } = await serve(async (stream) => {
      while (!stream.gone.aborted && written < MANY) {
        const write = stream.write(Buffer.from('x'));
        written += 1;
        await write;
      }
    });
    for (let index = 0; index < 20; index += 1) await settled();
    expect(written).toBeGreaterThan(60);
    expect(written).toBeLessThan(140);
    socket.destroy();
  });

  it('ends where the phone takes too much memory for clients already, and says so', async () => {
    const { socket, problems, traffic, isDone } = await serve(
      async (stream) => {
        await stream.write(Buffer.alloc(6 * MEGABYTE));
      },
      { mostUnsent: 10 * MEGABYTE },
    );
    expect(socket.destroyed).toBe(false);
    traffic.keep(Buffer.alloc(3 * MEGABYTE));
    socket.destroy();
    await settled();
    expect(isDone()).toBe(true);
    expect(traffic.unsent).toBe(3 * MEGABYTE);
    expect(problems).toEqual([]);
    const other = new StuckSocket();
    const stream = new SocketStream(other, Buffer.alloc(0), {
      traffic,
      lingerMs: 77,
      onProblem: (what) => problems.push(what),
    });
    await stream.serve((opened) => opened.write(Buffer.alloc(8 * MEGABYTE)));
    expect(other.destroyed).toBe(true);
    expect(problems).toEqual([
      `a stream was closed: clients leave ${3 * MEGABYTE} bytes of the phone untaken`,
    ]);
  });

  it('waits for the rest to be taken once the service is done, for the time given and no longer', async () => {
    const { socket, isDone } = await serve(async (stream) => {
      void stream.write(Buffer.alloc(5 * MEGABYTE));
    });
    expect(isDone()).toBe(true);
    expect(socket.destroyed).toBe(false);
    expect(socket.timeouts.map(({ ms }) => ms)).toEqual([77]);
    socket.timeouts[0]?.run();
    expect(socket.destroyed).toBe(true);
  });

  it('never lets a service run on alone whose client left while it waited', async () => {
    let written = 0;
    const { socket, isDone } = await serve(async (stream) => {
      while (!stream.gone.aborted && written < MANY) {
        written += 1;
        await stream.write(Buffer.alloc(100_000));
      }
    });
    socket.destroy(new Error('reset'));
    socket.on('error', () => {});
    await settled();
    expect(isDone()).toBe(true);
    expect(written).toBeLessThan(10);
  });
});
