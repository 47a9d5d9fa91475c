import { afterEach, describe, expect, it } from 'vitest';
import { fakeDevice, floodBytes } from '../../../test/fixtures/adb/fake-services.js';
import { PacketHost, wirePacket, type PacketHostOptions } from '../../../test/fixtures/adb/packet-host.js';
import { phoneDaemon, type PhoneDaemon, type PhoneDaemonOptions } from './phone-daemon.js';

/** Machines are slow at times. */
const WAIT = { timeout: 120_000 };

const open: { daemon: PhoneDaemon; hosts: PacketHost[] }[] = [];

async function start(options: Partial<PhoneDaemonOptions> = {}) {
  const device = fakeDevice();
  const problems: string[] = [];
  const daemon = await phoneDaemon({
    services: device,
    onProblem: (what) => problems.push(what),
    ...options,
  });
  const hosts: PacketHost[] = [];
  open.push({ daemon, hosts });
  return {
    device,
    daemon,
    problems,
    dial: async (hostOptions?: PacketHostOptions) => {
      const host = await PacketHost.dial(daemon.port, hostOptions);
      hosts.push(host);
      return host;
    },
    connect: async (hostOptions?: PacketHostOptions) => {
      const host = await PacketHost.connect(daemon.port, hostOptions);
      hosts.push(host);
      return host;
    },
  };
}

afterEach(async () => {
  for (const { daemon, hosts } of open.splice(0)) {
    for (const host of hosts) await host.close();
    await daemon[Symbol.asyncDispose]();
  }
});

describe('phoneDaemon', () => {
  it('listens on loopback and introduces the phone', async () => {
    const { daemon, dial } = await start();
    expect(daemon.host).toBe('127.0.0.1');
    const host = await dial();
    expect(await host.introduce()).toBe(
      'device::ro.product.name=ts_vphone;ro.product.model=Touchstone_VP1;ro.product.device=vphone;' +
        'features=shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir',
    );
    expect(host.packets[0]).toMatchObject({ arg0: 0x01000001, arg1: 1 << 20 });
    expect(host.violations).toEqual([]);
  });

  it('serves streams in parallel, without the NUL that ends their names', async () => {
    const { connect, device } = await start();
    const host = await connect();
    const echo = await host.open('echo:');
    expect((await host.ask('say:hello')).toString()).toBe('hello');
    await echo.write(Buffer.from('one'));
    await echo.write(Buffer.from('two'));
    await echo.untilOutput(6);
    expect(echo.output.toString()).toBe('onetwo');
    echo.close();
    await echo.untilClosed();
    expect(device.asked).toEqual(['echo:', 'say:hello']);
    expect(host.violations).toEqual([]);
  });

  it('refuses what the device refuses with CLSE(0, id)', async () => {
    const { connect } = await start();
    const host = await connect();
    const stream = await host.open('jdwp');
    expect(stream.isRefused).toBe(true);
    expect(stream.closes).toEqual([0]);
  });

  it.each([
    { version: 0x01000001, largestPayload: 1 << 20 },
    { version: 0x01000000, largestPayload: 4096 },
    { version: 0x01000001, largestPayload: 777 },
  ])(
    'splits output at the payload both take, and sums bytes where the version wants it: %o',
    async (options) => {
      const { connect } = await start();
      const host = await connect(options);
      const output = await host.ask('flood:2500000');
      expect(output.equals(floodBytes(0, 2_500_000))).toBe(true);
      expect(host.violations).toEqual([]);
    },
  );

  it('speaks the old version to any host when set to', async () => {
    const { dial } = await start({ version: 0x01000000, largestPayload: 4096 });
    const host = await dial();
    await host.introduce();
    expect(host.packets[0]).toMatchObject({ arg0: 0x01000000, arg1: 4096 });
    expect((await host.ask('echo-not:').catch(String)).toString()).toContain('refused');
    expect((await host.ask('size:4096', Buffer.alloc(4096))).toString()).toBe('4096');
    expect(host.violations).toEqual([]);
  });

  it('cuts a host off whose check sum is wrong at the old version', async () => {
    const { connect, problems } = await start();
    const host = await connect({ version: 0x01000000 });
    const packet = wirePacket('OPEN', 1, 0, Buffer.from('say:x\0'));
    packet.writeUInt32LE(1, 16);
    host.socket.write(packet);
    await host.closed;
    expect(problems).toEqual(['packet OPEN has a wrong check sum; the connection was closed']);
  });

  it('believes no check sum at the new version', async () => {
    const { connect } = await start();
    const host = await connect();
    const packet = wirePacket('OPEN', 9, 0, Buffer.from('say:x\0'));
    packet.writeUInt32LE(1, 16);
    host.socket.write(packet);
    await host.until(() => host.packets.some(({ command }) => command === 'WRTE'));
  });

  it('holds the host back until the service reads, and its other streams continue', async () => {
    const { connect } = await start();
    const host = await connect();
    const deaf = await host.open('deaf:');
    deaf.send(Buffer.alloc(1 << 20));
    expect((await host.ask('say:still here')).toString()).toBe('still here');
    expect(deaf.isWritable).toBe(false);
    deaf.close();
    await deaf.untilClosed();
    expect(host.violations).toEqual([]);
  });

  it('keeps one WRTE under way towards a host that never acknowledges', async () => {
    const { connect, daemon } = await start();
    const host = await connect({ isManual: true });
    const flood = await host.open('flood:5000000');
    await flood.untilOutput(1);
    const first = flood.output.length;
    expect((await host.open('say:x')).isRefused).toBe(false);
    expect(flood.outputPackets).toBe(1);
    expect(first).toBeLessThanOrEqual(1 << 20);
    expect(daemon.streamCount).toBe(2);
    flood.acknowledge();
    await flood.untilOutput(first + 1);
    expect(flood.outputPackets).toBe(2);
    expect(host.violations).toEqual([]);
  });

  it('closes a stream whose host does not wait for its WRTE to be taken', async () => {
    const { connect, problems } = await start();
    const host = await connect();
    const deaf = await host.open('deaf:');
    deaf.send(Buffer.from('one'));
    deaf.send(Buffer.from('two'));
    await deaf.untilClosed();
    expect(problems).toEqual(['stream 1 was closed: a second WRTE came before the first was acknowledged']);
    expect((await host.ask('say:ok')).toString()).toBe('ok');
  });

  it('answers WRTE for a stream it does not know with CLSE, and CLSE for one not at all', async () => {
    const { connect } = await start();
    const host = await connect();
    host.send('CLSE', 70, 71);
    host.send('OKAY', 70, 71);
    const stream = await host.open('say:x');
    await stream.untilClosed();
    host.send('WRTE', stream.id, stream.remoteId, Buffer.from('late'));
    await host.until(() => stream.closes.length === 2);
    expect(stream.closes).toEqual([stream.remoteId, 0]);
    expect(host.packets.filter(({ arg1 }) => arg1 === 70)).toEqual([]);
  });

  it('tells the service when its client is gone', async () => {
    const { connect, device } = await start();
    const host = await connect();
    const stream = await host.open('wait:');
    const other = await host.open('wait:');
    expect(device.running()).toBe(2);
    stream.close();
    await stream.untilClosed();
    expect(device.running()).toBe(1);
    expect(other.isClosed).toBe(false);
    await host.close();
    await expect.poll(() => device.running(), WAIT).toBe(0);
  });

  it('starts afresh at a second CNXN', async () => {
    const { connect, device } = await start();
    const host = await connect();
    await host.open('wait:');
    await host.introduce();
    await expect.poll(() => device.running(), WAIT).toBe(0);
    expect((await host.ask('say:again')).toString()).toBe('again');
  });

  it('survives a service that fails', async () => {
    const { connect, problems } = await start();
    const host = await connect();
    expect((await host.ask('fail:')).toString()).toBe('');
    expect(problems).toEqual(['a service failed: Error: broken on purpose']);
  });

  it.each([
    ['OPEN before CNXN', wirePacket('OPEN', 1, 0, Buffer.from('say:x\0')), 'OPEN came before CNXN'],
    ['what is no packet', Buffer.alloc(100, 65), 'packet AAAA has a wrong magic'],
    ['CNXN that takes nothing', wirePacket('CNXN', 0x01000001, 0), 'CNXN takes payloads of 0 bytes only'],
  ])('cuts a host off that sends %s', async (_, bytes, problem) => {
    const { dial, problems } = await start();
    const host = await dial();
    host.socket.write(bytes);
    await host.closed;
    expect(problems).toEqual([`${problem}; the connection was closed`]);
  });

  it('says when a connection ends within a packet', async () => {
    const { dial, problems } = await start();
    const host = await dial();
    host.socket.end(wirePacket('CNXN', 0x01000001, 4096, Buffer.from('host::')).subarray(0, 27));
    await host.closed;
    expect(problems).toEqual(['the connection ended within a packet']);
  });

  it('ignores packets it has no use for', async () => {
    const { connect, problems } = await start();
    const host = await connect();
    for (const command of ['AUTH', 'STLS', 'ABCD']) host.send(command, 1, 2);
    host.send('OPEN', 0, 0, Buffer.from('say:x\0'));
    expect((await host.ask('say:ok')).toString()).toBe('ok');
    expect(problems).toEqual([
      'packet AUTH was ignored',
      'packet STLS was ignored',
      'packet ABCD was ignored',
      'OPEN for stream 0 was ignored',
    ]);
  });

  it('holds thousands of streams and refuses those above its limit', async () => {
    const { connect, daemon, problems, device } = await start({ maxStreams: 3000 });
    const host = await connect();
    const streams = await Promise.all(
      Array.from({ length: 3005 }, (_, index) => host.open('wait:', index + 1)),
    );
    expect(streams.filter(({ isRefused }) => isRefused)).toHaveLength(5);
    expect(daemon.streamCount).toBe(3000);
    expect(problems).toHaveLength(5);
    for (const stream of streams.slice(0, 3000)) stream.close();
    await expect.poll(() => device.running(), WAIT).toBe(0);
    expect((await host.ask('say:ok')).toString()).toBe('ok');
  });

  it('stops taking from a host that never reads, and serves the others', async () => {
    const { dial, connect, problems } = await start();
    const deaf = await dial();
    deaf.socket.write(wirePacket('CNXN', 0x01000001, 1 << 20, Buffer.from('host::')));
    deaf.socket.pause();
    // Every refusal is an answer of 24 bytes that nobody reads.
    const refused = Buffer.concat(
      Array.from({ length: 2000 }, (_, index) => wirePacket('OPEN', index + 1, 0, Buffer.from('x\0'))),
    );
    for (let round = 0; round < 200 && deaf.socket.writableLength < 8 << 20; round += 1) {
      deaf.socket.write(refused);
      if (round % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const before = process.memoryUsage().arrayBuffers;
    const host = await connect();
    for (let index = 0; index < 50; index += 1) expect((await host.ask('say:fine')).toString()).toBe('fine');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 << 20);
    expect(problems).toEqual([]);
  });

  it('closes the streams of a host that sends more than anybody reads, and no others', async () => {
    const { connect, problems } = await start();
    const host = await connect();
    const streams = await Promise.all(
      Array.from({ length: 70 }, (_, index) => host.open('deaf:', index + 1)),
    );
    for (const stream of streams) stream.send(Buffer.alloc(1 << 20));
    await host.until(() => streams.filter(({ isClosed }) => isClosed).length === 6);
    expect((await host.ask('say:still here')).toString()).toBe('still here');
    expect(streams.slice(0, 64).some(({ isClosed }) => isClosed)).toBe(false);
    expect(problems).toEqual(
      [65, 66, 67, 68, 69, 70].map(
        (id) => `stream ${id} was closed: services leave ${64 << 20} bytes of input unread`,
      ),
    );
  });

  it('refuses connections above its limit', async () => {
    const { connect, dial, problems } = await start({ maxConnections: 2 });
    await connect();
    await connect();
    const third = await dial();
    await third.closed;
    expect(problems).toEqual(['a connection was refused: 2 are open']);
  });

  it('can put another phone behind its port', async () => {
    const changes: string[] = [];
    const { daemon, connect } = await start({ onTransport: (change) => changes.push(change) });
    const host = await connect();
    const next = fakeDevice('next');
    daemon.replace(next);
    await host.closed;
    const again = await connect();
    await again.ask('say:x');
    expect(next.asked).toEqual(['say:x']);
    expect(changes).toEqual(['connected', 'lost', 'connected']);
  });

  it('says which address it cannot listen on', async () => {
    const { daemon } = await start();
    await expect(phoneDaemon({ services: fakeDevice(), port: daemon.port })).rejects.toThrow(
      `cannot listen on 127.0.0.1:${daemon.port}: EADDRINUSE`,
    );
  });
});
