import { connect } from 'node:net';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDevice, type FakeDevice } from '../../../test/fixtures/adb/fake-services.js';
import { SmartClient, askPhone, askServer, request } from '../../../test/fixtures/adb/smart-client.js';
import type { DeviceServices } from '../service-stream.js';
import {
  smartSocketServer,
  type SmartSocketServer,
  type SmartSocketServerOptions,
} from './smart-socket-server.js';

/** Machines are slow at times. */
const WAIT = { timeout: 120_000 };

const open: SmartSocketServer[] = [];

async function start(serials: readonly string[], options: SmartSocketServerOptions = {}) {
  const phones = serials.map((serial) => fakeDevice(serial));
  const problems: string[] = [];
  const kills: number[] = [];
  const server = await smartSocketServer({
    phones,
    onProblem: (what) => problems.push(what),
    onKill: () => kills.push(1),
    ...options,
  });
  open.push(server);
  const [phone = fakeDevice()] = phones;
  return { server, phones, phone, problems, kills, ask: (text: string) => askServer(server.port, text) };
}

afterEach(async () => {
  for (const server of open.splice(0)) await server[Symbol.asyncDispose]();
});

const ONE = '127.0.0.1:17001';
const LONG = 'product:ts_vphone model:Touchstone_VP1 device:vphone';
const FEATURES = 'OKAY002bfixed_push_mkdir,ls_v2,stat_v2,cmd,shell_v2';

describe('smartSocketServer, about itself', () => {
  it('tells version 41 or the one it is given', async () => {
    expect(await (await start([])).ask('host:version')).toBe('OKAY00040029');
    expect(await (await start([], { version: 39 })).ask('host:version')).toBe('OKAY00040027');
  });

  it('lists its phones by serial', async () => {
    const { ask } = await start(['b', ONE]);
    expect(await ask('host:devices')).toBe(`OKAY0020${ONE}\tdevice\nb\tdevice\n`);
    expect(await ask('host:devices-l')).toBe(
      `OKAY00c4${ONE.padEnd(22)} device ${LONG} transport_id:2\n${'b'.padEnd(22)} device ${LONG} transport_id:1\n`,
    );
    expect(await (await start([])).ask('host:devices')).toBe('OKAY0000');
  });

  it.each([
    [`host-serial:${ONE}:features`, FEATURES],
    [`host-serial:${ONE}:get-state`, 'OKAY0006device'],
    [`host-serial:${ONE}:get-serialno`, `OKAY000f${ONE}`],
    ['host:get-devpath', 'OKAY0007unknown'],
    ['host:features', FEATURES],
    ['host:host-features', FEATURES],
    ['host-usb:get-state', 'OKAY0006device'],
    ['host-local:get-state', 'OKAY0006device'],
    ['host-transport-id:1:get-state', 'OKAY0006device'],
    ['host-serial:model:Touchstone_VP1:get-state', 'OKAY0006device'],
    ['host-transport-id:9:get-state', "FAIL001fno device with transport id '9'"],
    ['host-serial:nosuch:features', "FAIL0019device 'nosuch' not found"],
    ['host-serial:10.0.0.1:5555:get-state', "FAIL0020device '10.0.0.1:5555' not found"],
    ['host:transport:nosuch', "FAIL0019device 'nosuch' not found"],
    [`host:connect:${ONE}`, `OKAY0024already connected to ${ONE}`],
    ['host:connect:127.0.0.1:17999', "OKAY003afailed to connect to '127.0.0.1:17999': Connection refused"],
    ['host:disconnect:127.0.0.1:17999', "FAIL0020no such device '127.0.0.1:17999'"],
    ['host:wait-for-any-device', 'OKAYOKAY'],
    ['host-serial:nosuch:wait-for-any-disconnect', 'OKAYOKAY'],
    ['host:reconnect', `OKAY0026reconnecting ${ONE} [device]\n`],
    ['host:mdns:check', 'OKAY0017mdns daemon unavailable'],
    ['host:pair:123456:10.0.0.1:5', 'OKAY0020Failed: pairing is not supported'],
    ['host:emulator:16001', ''],
    ['host:list-forward', 'OKAY0000'],
    ['host:killforward:tcp:1', "FAIL001alistener 'tcp:1' not found"],
    ['host:forward:tcp:0', 'FAIL001abad forward: forward:tcp:0'],
    ['host:nonsense', 'FAIL0014unknown host service'],
    ['shell:ls', 'FAIL0014unknown host service'],
  ])('answers %s', async (query, answer) => {
    const { ask } = await start([ONE]);
    expect(await ask(query)).toBe(answer);
  });

  it('says when it has no phone, or several', async () => {
    expect(await (await start([])).ask('host:features')).toBe('FAIL001ano devices/emulators found');
    expect(await (await start([])).ask('host-usb:features')).toBe('FAIL0010no devices found');
    const { ask } = await start(['a', 'b']);
    expect(await ask('host:features')).toBe('FAIL001dmore than one device/emulator');
    expect(await ask('host:tport:any')).toBe('FAIL001dmore than one device/emulator');
    expect(await ask('host:wait-for-any-device')).toBe('OKAYFAIL001dmore than one device/emulator');
  });

  it('tries the longest serial it knows first', async () => {
    const { ask, phones } = await start(['emu', 'emu:5555', 'emu:5555:features']);
    expect(await ask('host-serial:emu:5555:get-serialno')).toBe('OKAY0008emu:5555');
    expect(await ask('host-serial:emu:get-serialno')).toBe('OKAY0003emu');
    expect(await ask('host-serial:emu:5555:features:get-serialno')).toBe('OKAY0011emu:5555:features');
    expect(phones).toHaveLength(3);
  });

  it('survives being killed, and says so', async () => {
    const { ask, kills } = await start([ONE]);
    expect(await ask('host:kill')).toBe('OKAY');
    expect(await ask('host:version')).toBe('OKAY00040029');
    expect(kills).toHaveLength(1);
  });

  it('survives a storm of kills while a phone is in use', async () => {
    const { server, ask, kills } = await start([ONE]);
    const stream = await SmartClient.dial(server.port);
    stream.say('host:transport-any');
    await stream.until(4);
    stream.say('echo:');
    await stream.until(8);
    await Promise.all(Array.from({ length: 300 }, () => ask('host:kill')));
    stream.socket.write('still here');
    expect((await stream.until(18)).toString()).toBe('OKAYOKAYstill here');
    expect(kills).toHaveLength(300);
    stream.close();
  });

  it('hides a phone of an address when it is disconnected, until it is connected again', async () => {
    const { ask } = await start([ONE, 'emulator-16000']);
    expect(await ask(`host:disconnect:${ONE}`)).toBe(`OKAY001cdisconnected ${ONE}`);
    expect(await ask('host:devices')).toBe('OKAY0016emulator-16000\tdevice\n');
    expect(await ask(`host:connect:${ONE}`)).toBe(`OKAY001cconnected to ${ONE}`);
    expect(await ask(`host-serial:${ONE}:get-state`)).toBe('OKAY0006device');
    expect(await ask('host:disconnect:')).toBe('OKAY0017disconnected everything');
    expect(await ask('host:devices')).toBe('OKAY0016emulator-16000\tdevice\n');
    // One that could not be connected again stays.
    expect(await ask('host:disconnect:emulator-16000')).toBe('OKAY001bdisconnected emulator-16000');
    expect(await ask('host:disconnect:emulator-16002')).toBe("FAIL001fno such device 'emulator-16002'");
    expect(await ask('host:devices')).toBe('OKAY0016emulator-16000\tdevice\n');
  });
});

describe('smartSocketServer, for a phone', () => {
  it.each([
    'host:transport-any',
    'host:transport-usb',
    'host:transport-local',
    `host:transport:${ONE}`,
    'host:transport-id:1',
  ])('serves a service after %s', async (transport) => {
    const { server, phone } = await start([ONE]);
    expect(await askPhone(server.port, 'shell:wm size', transport)).toBe('OKAYwm size');
    expect(phone.asked).toEqual(['shell:wm size']);
  });

  it.each(['any', 'usb', 'local', `serial:${ONE}`])(
    'tells the transport id after host:tport:%s',
    async (what) => {
      const { server } = await start(['other', ONE]);
      server.remove('other');
      const client = await SmartClient.dial(server.port);
      client.say(`host:tport:${what}`);
      expect((await client.until(12)).toString('hex')).toBe(
        `${Buffer.from('OKAY').toString('hex')}0200000000000000`,
      );
      client.say('shell:ls');
      expect((await client.rest()).slice(12)).toBe('OKAYls');
    },
  );

  it('refuses what the phone refuses', async () => {
    const { server } = await start([ONE]);
    expect(await askPhone(server.port, 'jdwp')).toBe('FAIL0006closed');
  });

  it('passes bytes both ways, those that came with the request too', async () => {
    const { server } = await start([ONE]);
    const client = await SmartClient.dial(server.port);
    client.socket.write(
      Buffer.concat([request('host:transport-any'), request('echo:'), Buffer.from('first')]),
    );
    expect((await client.until(13)).toString()).toBe('OKAYOKAYfirst');
    client.socket.write('second');
    expect((await client.until(19)).toString()).toBe('OKAYOKAYfirstsecond');
    client.close();
  });

  it('takes requests byte by byte', async () => {
    const { server } = await start([ONE]);
    const client = await SmartClient.dial(server.port);
    for (const byte of Buffer.concat([
      request('host:transport-any'),
      request('say:slow'),
      Buffer.from('x'),
    ])) {
      client.socket.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await client.rest()).toBe('OKAYOKAYslow');
  });

  it('gives the whole answer to a client that keeps sending', async () => {
    const { server } = await start([ONE]);
    const client = await SmartClient.dial(server.port);
    client.socket.write(
      Buffer.concat([request('host:transport-any'), request('flood:3000000'), Buffer.alloc(300_000)]),
    );
    expect((await client.rest()).length).toBeGreaterThan(3_000_000);
    client.close();
  });

  it('drops a stream whose client stops sending, as the real server does, and logs nothing', async () => {
    const { server, phone, problems } = await start([ONE]);
    const client = await SmartClient.dial(server.port);
    client.say('host:transport-any');
    await client.until(4);
    client.say('wait:');
    await client.until(8);
    expect(phone.running()).toBe(1);
    client.socket.end();
    await expect.poll(() => phone.running(), WAIT).toBe(0);
    expect(problems).toEqual([]);
  });

  it('notices that a client is gone though its service reads nothing', async () => {
    const { server, phone } = await start([ONE]);
    const client = await SmartClient.dial(server.port);
    client.socket.write(
      Buffer.concat([request('host:transport-any'), request('wait:'), Buffer.from('unread')]),
    );
    await client.until(8);
    client.close();
    await expect.poll(() => phone.running(), WAIT).toBe(0);
  });

  it('holds back a client that sends more than the service reads, and a service whose client does not read', async () => {
    const { server } = await start([ONE]);
    const before = process.memoryUsage().arrayBuffers;
    const clients: SmartClient[] = [];
    for (let index = 0; index < 6; index += 1) {
      const client = await SmartClient.dial(server.port);
      client.socket.pause();
      client.socket.write(Buffer.concat([request('host:transport-any'), request('flood:1000000000')]));
      clients.push(client);
    }
    const deaf = connect({ host: '127.0.0.1', port: server.port });
    deaf.write(Buffer.concat([request('host:transport-any'), request('deaf:')]));
    deaf.on('error', () => {});
    const piece = Buffer.alloc(1 << 20);
    for (let index = 0; index < 50 && deaf.writableLength < 4 << 20; index += 1) {
      deaf.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(await askPhone(server.port, 'say:others are fine')).toBe('OKAYothers are fine');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 << 20);
    for (const client of clients) client.close();
    deaf.destroy();
  });

  it('serves many streams at once', async () => {
    const { server, phone } = await start([ONE]);
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, index) => askPhone(server.port, `say:${index}`)),
    );
    expect(answers).toEqual(Array.from({ length: 500 }, (_, index) => `OKAY${index}`));
    expect(phone.running()).toBe(0);
  });

  it('says what is wrong with a request and ends it', async () => {
    const { server, problems } = await start([ONE]);
    const client = await SmartClient.dial(server.port);
    client.socket.write('GET / HTTP/1.1\r\n');
    expect(await client.rest()).toBe('');
    const cut = await SmartClient.dial(server.port);
    cut.socket.end('00ffhost:ver');
    expect(await cut.rest()).toBe('');
    expect(problems).toEqual(['"GET " is no length of a request', 'a connection ended within a request']);
  });

  it('stands any bytes at all, whole or cut', async () => {
    const { server, phone } = await start([ONE]);
    const anyRequest = fc.oneof(
      fc.string({ maxLength: 80 }).map((text) => request(`host:${text}`)),
      fc
        .constantFrom('host:transport-any', 'host-serial:', 'host:tport:', 'echo:', 'jdwp', 'host:forward:;')
        .map(request),
      fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRequest, { maxLength: 5 }),
        fc.integer({ min: 1, max: 40 }),
        async (parts, size) => {
          const client = await SmartClient.dial(server.port);
          const bytes = Buffer.concat(parts);
          for (let offset = 0; offset < bytes.length; offset += size)
            client.socket.write(bytes.subarray(offset, offset + size));
          client.socket.end();
          await client.rest();
          client.close();
        },
      ),
      { numRuns: 150 },
    );
    expect(await askPhone(server.port, 'say:alive')).toBe('OKAYalive');
    await expect.poll(() => phone.running(), WAIT).toBe(0);
  });

  it('refuses connections above its limit', async () => {
    const { server, problems } = await start([ONE], { maxConnections: 2 });
    const clients = [await SmartClient.dial(server.port), await SmartClient.dial(server.port)];
    await expect.poll(async () => await askServer(server.port, 'host:version'), WAIT).toBe('');
    expect(problems[0]).toBe('a connection was refused: 2 are open');
    for (const client of clients) client.close();
  });
});

describe('smartSocketServer, towards clients without end', () => {
  /** Whether the one connection that the server allows is free again. */
  const isFree = async (port: number): Promise<boolean> =>
    (await askServer(port, 'host:version')) === 'OKAY00040029';

  it('ends a connection that asks nothing within the time given', async () => {
    const { server } = await start([ONE], { maxConnections: 1, patience: { firstRequestMs: 50 } });
    const silent = await SmartClient.dial(server.port);
    expect(await silent.rest()).toBe('');
    await expect.poll(() => isFree(server.port), WAIT).toBe(true);
    silent.close();
  });

  it('ends a connection whose client does not take what a service left, within the time given', async () => {
    const phone: DeviceServices = {
      ...fakeDevice(ONE),
      open: () => async (stream) => {
        void stream.write(Buffer.alloc(64 << 20));
      },
    };
    const { server } = await start([], { phones: [phone], maxConnections: 1, patience: { lingerMs: 50 } });
    const client = await SmartClient.dial(server.port);
    client.socket.pause();
    client.socket.write(Buffer.concat([request('host:transport-any'), request('large')]));
    await expect.poll(() => isFree(server.port), WAIT).toBe(true);
    client.close();
  });

  it('ends a connection whose client stays after its answer, within the time given', async () => {
    const { server } = await start([ONE], { maxConnections: 1, patience: { lingerMs: 50 } });
    const client = await SmartClient.dial(server.port);
    client.say('host:version');
    expect(await client.rest()).toBe('OKAY00040029');
    await expect.poll(() => isFree(server.port), WAIT).toBe(true);
    client.close();
  });
});

describe('smartSocketServer, as phones come and go', () => {
  async function track(server: SmartSocketServer): Promise<SmartClient> {
    const client = await SmartClient.dial(server.port);
    client.say('host:track-devices');
    await client.until(8);
    return client;
  }

  it('tells those who track them', async () => {
    const { server } = await start([]);
    const client = await track(server);
    server.add(fakeDevice('a'));
    await client.until(8 + 13);
    server.add(fakeDevice('b'), { isAttached: false });
    await client.until(8 + 13 + 13);
    expect(server.remove('a')).toBe(true);
    expect(server.remove('a')).toBe(false);
    expect((await client.until(8 + 13 + 13 + 4)).toString()).toBe(
      'OKAY00000009a\tdevice\n0009a\tdevice\n0000',
    );
    client.close();
  });

  it('tells the last of several changes at once', async () => {
    const { server } = await start([]);
    const client = await track(server);
    for (const serial of ['a', 'b', 'c']) server.add(fakeDevice(serial));
    server.remove('b');
    await expect.poll(() => client.received.toString(), WAIT).toMatch(/0012a\tdevice\nc\tdevice\n$/);
    client.close();
  });

  it('tells a client that does not read the last list only', async () => {
    const { server } = await start([]);
    const client = await track(server);
    client.socket.pause();
    const phone = fakeDevice('x'.repeat(2000));
    const before = process.memoryUsage().arrayBuffers;
    for (let index = 0; index < 20_000; index += 1) server.add(phone);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 << 20);
    client.close();
  });

  it('lets clients wait for a phone, and for its end', async () => {
    const { server } = await start([]);
    const waiting = await SmartClient.dial(server.port);
    waiting.say('host-serial:late:wait-for-any-device');
    expect((await waiting.until(4)).toString()).toBe('OKAY');
    server.add(fakeDevice('early'));
    server.add(fakeDevice('late'));
    expect(await waiting.rest()).toBe('OKAYOKAY');
    const gone = await SmartClient.dial(server.port);
    gone.say('host-serial:late:wait-for-any-disconnect');
    await gone.until(4);
    server.remove('late');
    expect(await gone.rest()).toBe('OKAYOKAY');
  });

  it('ends the streams of a phone that is taken away, and no others', async () => {
    const { server, phones } = await start(['a', 'b']);
    const [a, b] = phones as [FakeDevice, FakeDevice];
    const clients = [];
    for (const serial of ['a', 'b']) {
      const client = await SmartClient.dial(server.port);
      client.say(`host:transport:${serial}`);
      await client.until(4);
      client.say('echo:');
      await client.until(8);
      clients.push(client);
    }
    server.remove('a');
    await expect.poll(() => a.running(), WAIT).toBe(0);
    expect(b.running()).toBe(1);
    clients[1]?.socket.write('fine');
    expect((await clients[1]?.until(12))?.toString()).toBe('OKAYOKAYfine');
    for (const client of clients) client.close();
  });

  it('serves no phone that left between the choice and the service', async () => {
    const { server } = await start(['a']);
    const client = await SmartClient.dial(server.port);
    client.say('host:transport:a');
    await client.until(4);
    server.remove('a');
    client.say('say:x');
    expect(await client.rest()).toBe("OKAYFAIL001fno device with transport id '1'");
  });
});

describe('smartSocketServer, forwarding', () => {
  it('opens a service of the phone behind a port of this machine', async () => {
    const { server, ask, phone } = await start([ONE]);
    const answer = await ask(`host-serial:${ONE}:forward:tcp:0;tcp:9008`);
    const port = Number(/^OKAYOKAY000[45](\d+)$/.exec(answer)?.[1]);
    expect(await ask('host:list-forward')).toContain(`${ONE} tcp:${port} tcp:9008\n`);
    const client = await SmartClient.dial(port);
    client.socket.write('ping');
    expect((await client.until(4)).toString()).toBe('ping');
    expect(phone.asked).toEqual(['tcp:9008']);
    expect(await ask(`host:forward:norebind:tcp:${port};tcp:1`)).toBe(
      'FAIL001dcannot rebind existing socket',
    );
    expect(await ask(`host:forward:tcp:${port};jdwp`)).toContain(`OKAYOKAY000${String(port).length}${port}`);
    const refused = await SmartClient.dial(port);
    expect(await refused.rest()).toBe('');
    expect(await ask(`host:killforward:tcp:${port}`)).toBe('OKAYOKAY');
    expect(await client.rest()).toBe('ping');
    await expect(SmartClient.dial(port)).rejects.toThrow('ECONNREFUSED');
    expect(server.port).not.toBe(port);
  });

  it('says why it cannot', async () => {
    const { server, ask } = await start([ONE]);
    expect(await ask(`host:forward:tcp:${server.port};tcp:1`)).toContain(
      'cannot bind listener: Address already in use',
    );
    expect(await ask('host:forward:localabstract:x;tcp:1')).toContain('localabstract:x is not supported');
    expect(await ask('host:forward:tcp:70000;tcp:1')).toContain('tcp:70000 is not supported');
    expect(await (await start([])).ask('host:forward:tcp:0;tcp:1')).toBe(
      'FAIL001ano devices/emulators found',
    );
  });

  it('removes all, those of one phone, and those of a phone that leaves', async () => {
    const { server, ask } = await start(['a', 'b']);
    for (const serial of ['a', 'a', 'b']) await ask(`host-serial:${serial}:forward:tcp:0;tcp:1`);
    await ask('host-serial:a:killforward-all');
    expect(await ask('host:list-forward')).toMatch(/^OKAY00[0-9a-f]{2}b tcp:\d+ tcp:1\n$/);
    server.remove('b');
    expect(await ask('host:list-forward')).toBe('OKAY0000');
    await ask('host-serial:a:forward:tcp:0;tcp:1');
    expect(await ask('host:killforward-all')).toBe('OKAYOKAY');
    expect(await ask('host:list-forward')).toBe('OKAY0000');
  });
});
