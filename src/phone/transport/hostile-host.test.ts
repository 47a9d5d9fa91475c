import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeDevice } from '../../../test/fixtures/adb/fake-services.js';
import { PacketHost, wirePacket } from '../../../test/fixtures/adb/packet-host.js';
import { phoneDaemon, type PhoneDaemon } from './phone-daemon.js';

/** Machines are slow at times. */
const WAIT = { timeout: 120_000 };

/** Any packet at all: likely commands, likely ids, likely services, and what is none of these. */
const anyPacket = fc
  .record({
    command: fc.constantFrom('CNXN', 'OPEN', 'OPEN', 'OKAY', 'WRTE', 'CLSE', 'AUTH', 'STLS', 'XXXX'),
    arg0: fc.oneof(fc.nat(4), fc.constantFrom(0x01000000, 0x01000001, 0xffffffff)),
    arg1: fc.oneof(fc.nat(4), fc.constantFrom(4096, 1 << 20, 0xffffffff)),
    payload: fc.oneof(
      fc
        .constantFrom('echo:', 'flood:100000', 'deaf:', 'wait:', 'fail:', 'jdwp', 'say:x\0', '')
        .map((bytes) => Buffer.from(bytes)),
      fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
    ),
  })
  .map(({ command, arg0, arg1, payload }) => wirePacket(command, arg0, arg1, payload));

/** A packet whose header lies in one byte. */
const damagedPacket = fc.tuple(anyPacket, fc.nat(23), fc.nat(255)).map(([packet, place, byte]) => {
  const damaged = Buffer.from(packet);
  damaged.writeUInt8(byte, place);
  return damaged;
});

const anyBytes = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: anyPacket },
    { weight: 1, arbitrary: damagedPacket },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
  ),
  { maxLength: 12 },
);
const introduction = wirePacket('CNXN', 0x01000001, 1 << 20, Buffer.from('host::'));

describe('a phone whose host is hostile', () => {
  const device = fakeDevice();
  const other = fakeDevice();
  let daemon: PhoneDaemon;
  let neighbour: PhoneDaemon;
  let watcher: PacketHost;

  beforeAll(async () => {
    daemon = await phoneDaemon({ services: device });
    neighbour = await phoneDaemon({ services: other });
    watcher = await PacketHost.connect(neighbour.port);
  });
  afterAll(async () => {
    await watcher.close();
    await daemon[Symbol.asyncDispose]();
    await neighbour[Symbol.asyncDispose]();
  });

  it('neither breaks, nor keeps anything, nor disturbs another, for any bytes in any pieces', async () => {
    const echo = await watcher.open('echo:');
    let echoed = 0;
    await fc.assert(
      fc.asyncProperty(
        anyBytes,
        fc.boolean(),
        fc.integer({ min: 1, max: 64 }),
        async (parts, isPolite, size) => {
          const host = await PacketHost.dial(daemon.port);
          const bytes = Buffer.concat(isPolite ? [introduction, ...parts] : parts);
          for (let offset = 0; offset < bytes.length; offset += size) {
            host.socket.write(bytes.subarray(offset, offset + size));
            if (offset % (20 * size) === 0) await new Promise((resolve) => setImmediate(resolve));
          }
          await echo.write(Buffer.from('ping'));
          echoed += 4;
          await echo.untilOutput(echoed);
          await host.close();
        },
      ),
      { numRuns: 300 },
    );
    await expect.poll(() => device.running(), WAIT).toBe(0);
    expect(daemon.streamCount).toBe(0);
    expect(watcher.violations).toEqual([]);
    const host = await PacketHost.connect(daemon.port);
    expect((await host.ask('say:alive')).toString()).toBe('alive');
    await host.close();
  });

  it('holds little for hundreds of connections that promise much', async () => {
    const before = process.memoryUsage().arrayBuffers;
    const promise = wirePacket('WRTE', 1, 1);
    promise.writeUInt32LE(1 << 20, 12);
    const hosts: PacketHost[] = [];
    for (let index = 0; index < 60; index += 1) {
      const host = await PacketHost.connect(daemon.port);
      host.socket.write(Buffer.concat([promise, Buffer.alloc(10)]));
      hosts.push(host);
    }
    expect((await watcher.ask('say:fine')).toString()).toBe('fine');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 << 20);
    for (const host of hosts) await host.close();
  });
});
