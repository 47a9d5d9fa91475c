import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeDevice } from '../../../test/fixtures/adb/fake-services.js';
import { smallHierarchy, smallPhone, smallPicture } from '../../../test/fixtures/adb/small-phone.js';
import { SmartClient, askPhone, askServer, request } from '../../../test/fixtures/adb/smart-client.js';
import type { PhoneEventOf } from '../../formats/phone/phone-event.js';
import { loadPhoneLog } from '../../formats/phone/read-phone-log.js';
import type { PhoneDevice } from '../device/phone-device.js';
import { actionEvents } from '../log/phone-actions.js';
import type { DeviceServices } from '../service-stream.js';
import { smartSocketServer } from '../server/smart-socket-server.js';
import { PhoneLogWriteError } from '../../formats/phone/phone-log-errors.js';
import { ProxyUpstreamError } from './proxy-errors.js';
import { recordProxy, type RecordProxy, type RecordProxyOptions } from './record-proxy.js';

/** Machines are slow at times. */
const WAIT = { timeout: 120_000 };

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

interface Bench {
  readonly phone: PhoneDevice;
  readonly upstream: number;
  readonly proxy: RecordProxy;
  readonly folder: string;
  readonly problems: string[];
}

async function start(options: Partial<RecordProxyOptions> = {}): Promise<Bench> {
  const phone = await smallPhone();
  const server = await smartSocketServer({ phones: [phone] });
  const folder = await mkdtemp(join(tmpdir(), 'record-proxy-'));
  const problems: string[] = [];
  const proxy = await recordProxy({
    upstream: { host: '127.0.0.1', port: server.port },
    serial: null,
    port: 0,
    folder,
    settleMs: 0,
    takesDumps: true,
    touchstone: 'test',
    onProblem: (what) => problems.push(what),
    ...options,
  });
  opened.push(
    () => rm(folder, { recursive: true, force: true }),
    () => phone[Symbol.asyncDispose](),
    () => server[Symbol.asyncDispose](),
    () => proxy[Symbol.asyncDispose](),
  );
  return { phone, upstream: server.port, proxy, folder, problems };
}

async function recording({ proxy, folder }: Bench) {
  await proxy[Symbol.asyncDispose]();
  const { events, header } = await loadPhoneLog(join(folder, 'phone.jsonl'));
  const captures = events.filter((event): event is PhoneEventOf<'capture'> => event.kind === 'capture');
  return { header, events, captures, actions: actionEvents(events) };
}

describe('recordProxy', () => {
  it('neither waits for days nor forgets to wait where somebody sets the clock', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      let day = 100;
      const setClock = (): unknown => vi.setSystemTime(new Date(2026, 0, day));
      setClock();
      const bench = await start({ settleMs: 30 });
      for (const days of [-2, 5]) {
        // A text is an action once another command comes: the screen after it settles from when it was typed.
        await askPhone(bench.proxy.port, 'shell:input text milk');
        day += days;
        setClock();
        await askPhone(bench.proxy.port, 'shell:input tap 60 60');
      }
      const { captures, actions } = await recording(bench);
      expect(actions).toHaveLength(4);
      expect(captures.length).toBeGreaterThan(1);
      expect(bench.problems).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('passes on what clients and phone say, byte by byte', async () => {
    const bench = await start();
    const [through, direct] = [bench.proxy.port, bench.upstream];
    for (const text of [
      'host:version',
      'host:devices-l',
      'host:features',
      'host:nonsense',
      'nonsense',
      'host-serial:x:get-state',
    ]) {
      expect(await askServer(through, text)).toBe(await askServer(direct, text));
    }
    for (const service of [
      'exec:screencap -p',
      'shell:wm size',
      'shell,v2,raw:exit 3',
      'shell:cat /nowhere',
      'nosuch:',
      'root:',
    ]) {
      expect(await askPhone(through, service)).toBe(await askPhone(direct, service));
    }
    expect(await askPhone(through, 'shell:ls', 'host:transport:other')).toContain('FAIL');
  });

  it('logs commands, input and ends, and the actions that they come to', async () => {
    const bench = await start();
    const { port } = bench.proxy;
    await askPhone(port, 'exec:screencap -p');
    await askPhone(port, 'shell:input tap 100 100');
    expect(bench.phone.state).toBe('notes');
    for (const word of ['hel', 'lo']) await askPhone(port, `shell:input text ${word}`);
    await askPhone(port, 'exec:screencap -p');
    await askPhone(port, 'shell,v2,raw:input keyevent 4; exit 3');
    expect(bench.phone.state).toBe('home');
    const { header, actions, captures, events } = await recording(bench);
    expect(header).toMatchObject({
      serial: 'small-1',
      profile: { density: 160, size: { width: 270, height: 600 } },
    });
    expect(actions.map(({ action }) => action)).toMatchObject([
      { type: 'tap' },
      { type: 'type', text: 'hello' },
      { type: 'key', key: 'BACK' },
    ]);
    expect(captures).toHaveLength(4);
    expect(captures.map(({ activity }) => activity?.activity.split('.').at(-1))).toEqual([
      'Home',
      'List',
      'List',
      'Home',
    ]);
    for (const [index, id] of (['home', 'notes', 'notes', 'home'] as const).entries()) {
      const folder = join(bench.folder, 'screens');
      expect(await readFile(join(folder, `${captures[index]?.picture}.png`))).toEqual(smallPicture(id));
      expect(await readFile(join(folder, `${captures[index]?.hierarchy}.xml`), 'utf8')).toContain(
        smallHierarchy(id).trim(),
      );
    }
    expect(actions[1]).toMatchObject({ from: captures[1]?.screen, to: captures[2]?.screen });
    const done = events.filter((event) => event.kind === 'done');
    expect(done.map(({ exitCode }) => exitCode)).toEqual([null, null, null, null, null, 3]);
    expect(done[0]?.bytesOut).toBe(smallPicture('home').length);
  });

  it('passes on pieces of any size, requests sent ahead, and an end of one side', async () => {
    const { proxy } = await start();
    const client = await SmartClient.dial(proxy.port);
    for (const byte of Buffer.concat([request('host:transport-any'), request('shell:cat')])) {
      client.socket.write(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    client.socket.write('hello');
    expect((await client.until(13)).toString()).toBe('OKAYOKAYhello');
    client.socket.end();
    expect(await client.rest()).toBe('OKAYOKAYhello');
    const ahead = await SmartClient.dial(proxy.port);
    ahead.socket.write(Buffer.concat([request('host:tport:any'), request('shell:echo one')]));
    expect((await ahead.rest()).slice(12)).toBe('OKAYone\n');
  });

  it('continues after malformed requests, cut connections and clients killed within a stream', async () => {
    const bench = await start();
    const { port } = bench.proxy;
    const malformed = await SmartClient.dial(port);
    malformed.socket.write('GET / HTTP/1.1\r\n\r\n');
    await malformed.rest();
    const cut = await SmartClient.dial(port);
    cut.socket.write('00');
    cut.close();
    for (let index = 0; index < 5; index += 1) {
      const killed = await SmartClient.dial(port);
      killed.say('host:transport-any');
      await killed.until(4);
      killed.say('shell:cat');
      await killed.until(8);
      killed.socket.resetAndDestroy();
    }
    await expect.poll(() => bench.phone.counts.streams, WAIT).toBe(0);
    expect(await askPhone(port, 'shell:echo well')).toBe('OKAYwell\n');
    expect(await askServer(port, 'host:kill')).toBe('OKAY');
    expect(await askServer(port, 'host:version')).toBe('OKAY00040029');
    expect(bench.problems).toEqual([expect.stringContaining('malformed request')]);
    const { events } = await recording(bench);
    expect(events.filter((event) => event.kind === 'done' && event.gone)).toHaveLength(5);
    expect(events.filter((event) => event.kind === 'transport').map(({ what }) => what)).toEqual(
      expect.arrayContaining(['problem', 'kill_server']),
    );
  });

  it('holds a side back whose other does not read', async () => {
    const { proxy } = await start();
    const client = await SmartClient.dial(proxy.port);
    client.say('host:transport-any');
    await client.until(4);
    client.say('shell:sleep 5; cat > /dev/null');
    await client.until(8);
    const deaf = await SmartClient.dial(proxy.port);
    deaf.socket.pause();
    deaf.socket.write(Buffer.concat([request('host:transport-any'), request('shell:seq 20000000')]));
    const before = process.memoryUsage().arrayBuffers;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 << 20);
    client.close();
    deaf.close();
  });

  it('refuses connections beyond its bound, and takes others when some are gone', async () => {
    const { proxy, problems } = await start({ maxConnections: 20 });
    const idle = await Promise.all(Array.from({ length: 20 }, () => SmartClient.dial(proxy.port)));
    await expect.poll(async () => (await askServer(proxy.port, 'host:version')) === '', WAIT).toBe(true);
    expect(problems[0]).toContain('20 are open');
    for (const client of idle) client.close();
    await expect.poll(() => askServer(proxy.port, 'host:version'), WAIT).toBe('OKAY00040029');
  });

  it('records what goes through forwards, which are its own', async () => {
    const bench = await start();
    const { port } = bench.proxy;
    const answer = await askServer(port, 'host:forward:tcp:0;tcp:9008');
    const [, forwarded = ''] = /^OKAYOKAY000[45](\d+)$/.exec(answer) ?? [];
    const call = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
      const response = await fetch(`http://127.0.0.1:${forwarded}/jsonrpc/0`, {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      return ((await response.json()) as { result: unknown }).result;
    };
    expect(await call('ping')).toBe('pong');
    expect(await call('click', 100, 100)).toBe(true);
    expect(bench.phone.state).toBe('notes');
    expect(await call('dumpWindowHierarchy', false, 50)).toContain(smallHierarchy('notes').trim());
    const line = `small-1 tcp:${forwarded} tcp:9008\n`;
    expect(await askServer(port, 'host-serial:small-1:list-forward')).toContain(line);
    expect(await askServer(bench.upstream, 'host:list-forward')).toBe('OKAY0000');
    expect(await askServer(port, `host:forward:norebind:tcp:${forwarded};tcp:1`)).toContain('cannot rebind');
    expect(await askServer(port, 'host-serial:other:forward:tcp:0;tcp:1')).toContain("'other' not found");
    expect(await askServer(port, `host:killforward:tcp:${forwarded}`)).toBe('OKAYOKAY');
    expect(await askServer(port, `host:killforward:tcp:${forwarded}`)).toContain('not found');
    await expect(fetch(`http://127.0.0.1:${forwarded}/ping`)).rejects.toThrow();
    const { actions, captures, events } = await recording(bench);
    expect(actions.map(({ action }) => action.type)).toEqual(['tap']);
    expect(captures).toHaveLength(2);
    expect(captures[1]?.activity?.activity).toContain('List');
    expect(events.filter(({ kind }) => kind === 'transport')).toContainEqual(
      expect.objectContaining({ what: 'forward', detail: 'tcp:0 tcp:9008' }),
    );
    expect(bench.problems).toEqual([]);
  });

  it('says at the end how many forwards were left to the server, which nobody recorded', async () => {
    const bench = await start();
    const { port } = bench.proxy;
    expect(await askServer(port, 'host:forward:localabstract:x;tcp:9008')).toContain('not supported');
    const there = await askServer(bench.upstream, 'host:forward:tcp:0;tcp:9008');
    const [, taken = ''] = /^OKAYOKAY000[45](\d+)$/.exec(there) ?? [];
    expect(await askServer(port, `host:forward:tcp:${taken};tcp:9008`)).toContain('OKAYOKAY');
    expect(await askServer(port, 'host:list-forward')).toContain(`tcp:${taken} tcp:9008`);
    expect(await askServer(port, 'host:forward:tcp:0;tcp:9008')).toContain('OKAYOKAY');
    expect(await askServer(port, 'host:killforward-all')).toBe('OKAYOKAY');
    expect(await askServer(port, 'host:list-forward')).toBe('OKAY0000');
    await recording(bench);
    expect(bench.problems).toEqual([expect.stringMatching(/^2 forwards were left to the adb server/)]);
  });

  it('waits with a command until what came of the one before is captured', async () => {
    const bench = await start({ settleMs: 150 });
    const { port } = bench.proxy;
    await askPhone(port, 'shell:input tap 100 100');
    await askPhone(port, 'shell:input keyevent BACK');
    const { actions, captures } = await recording(bench);
    expect(actions.map(({ from }) => from)).toEqual([captures[0]?.screen, captures[1]?.screen]);
    expect(captures[2]?.screen).toBe(captures[0]?.screen);
  });

  it('captures after each command that is typed into one shell', async () => {
    const bench = await start({ settleMs: 20 });
    const client = await SmartClient.dial(bench.proxy.port);
    client.socket.write(Buffer.concat([request('host:transport-any'), request('shell:')]));
    await client.until(8);
    client.socket.write('input tap 100 100\n');
    await expect.poll(() => bench.proxy.counts.captures, WAIT).toBe(2);
    client.socket.write('input keyevent 4\nexit\n');
    await client.rest();
    const { actions, captures } = await recording(bench);
    expect(actions.map(({ action }) => action.type)).toEqual(['tap', 'key']);
    expect(new Set(captures.map(({ screen }) => screen)).size).toBe(2);
  });

  it('says so when there is no server, no such phone, or a recording already', async () => {
    const bench = await start();
    const again = (options: Partial<RecordProxyOptions>): Promise<Bench> => start(options);
    await expect(again({ upstream: { host: '127.0.0.1', port: 1 } })).rejects.toThrow(ProxyUpstreamError);
    await expect(again({ serial: 'other' })).rejects.toThrow('no phone other is ready');
    await expect(again({ folder: bench.folder })).rejects.toThrow(PhoneLogWriteError);
  });

  it('keeps forwarding when captures fail, and notes why', async () => {
    const phone = await smallPhone();
    let isBroken = false;
    const broken: DeviceServices = {
      serial: phone.serial,
      banner: phone.banner,
      open: (service) => (isBroken && service.startsWith('exec:') ? null : phone.open(service)),
    };
    const server = await smartSocketServer({ phones: [broken] });
    const bench = await start({ upstream: { host: '127.0.0.1', port: server.port } });
    isBroken = true;
    await askPhone(bench.proxy.port, 'shell:input tap 100 100');
    expect(phone.state).toBe('notes');
    const { actions, captures } = await recording(bench);
    expect(actions.map(({ action }) => action.type)).toEqual(['tap']);
    expect(captures.map(({ picture, hierarchy }) => [picture, hierarchy])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(captures[0]?.problems).toEqual([
      expect.stringContaining('screenshot: '),
      expect.stringContaining('activity: '),
      expect.stringContaining('hierarchy: '),
    ]);
    await server[Symbol.asyncDispose]();
    await phone[Symbol.asyncDispose]();
  });

  it('ends its clients when the server goes away, and its recording is whole', async () => {
    const phone = await smallPhone();
    const server = await smartSocketServer({ phones: [phone] });
    const bench = await start({ upstream: { host: '127.0.0.1', port: server.port } });
    await askPhone(bench.proxy.port, 'shell:input tap 100 100');
    const client = await SmartClient.dial(bench.proxy.port);
    client.socket.write(Buffer.concat([request('host:transport-any'), request('shell:cat')]));
    await client.until(8);
    await server[Symbol.asyncDispose]();
    await client.rest();
    expect(await askServer(bench.proxy.port, 'host:version')).toBe('');
    expect(bench.problems[0]).toContain('no adb server answers');
    const { events, captures } = await recording(bench);
    expect(events.filter(({ kind }) => kind === 'done')).toHaveLength(2);
    expect(captures).toHaveLength(2);
    await phone[Symbol.asyncDispose]();
  });

  it('does not take a phone without a screen for one', async () => {
    const server = await smartSocketServer({ phones: [fakeDevice('broken-1')] });
    opened.push(() => server[Symbol.asyncDispose]());
    const upstream = { host: '127.0.0.1', port: server.port };
    await expect(start({ upstream })).rejects.toThrow('how large its screen is');
  });
});
