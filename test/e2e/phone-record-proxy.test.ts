import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadPhoneLog } from '../../src/formats/phone/read-phone-log.js';
import type { PhoneDevice } from '../../src/phone/device/phone-device.js';
import { phoneActions } from '../../src/phone/log/phone-actions.js';
import { recordProxy } from '../../src/phone/proxy/record-proxy.js';
import { smartSocketServer, type SmartSocketServer } from '../../src/phone/server/smart-socket-server.js';
import { phoneDaemon } from '../../src/phone/transport/phone-daemon.js';
import { NO_ADB, runAdb, startAdbServer } from '../fixtures/adb/adb-server.js';
import { smallHierarchy, smallPhone, smallPicture } from '../fixtures/adb/small-phone.js';
import { runTouchstone } from './run-touchstone.js';

if (NO_ADB !== null) console.log(NO_ADB);

describe('touchstone phone record-proxy', () => {
  let folder = '';
  let phone: PhoneDevice;
  let server: SmartSocketServer;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'phone-record-'));
    phone = await smallPhone();
    server = await smartSocketServer({ phones: [phone], onKill: () => {}, onProblem: () => {} });
  });
  afterEach(async () => {
    await server[Symbol.asyncDispose]();
    await phone[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });
  const record = (...rest: readonly string[]) =>
    runTouchstone(['phone', 'record-proxy', '--server', `127.0.0.1:${server.port}`, ...rest]);

  it('refuses a folder with a recording before it starts anything, and leaves none of a command that is none', async () => {
    const out = join(folder, 'recording');
    const failed = await record('--out', out, '--', 'no-such-command-at-all');
    expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be started') });
    expect(await readdir(folder)).toEqual([]);
    const first = await record('--out', out, '--', process.execPath, '-e', '');
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('It ends with the command.') });
    const begun = join(folder, 'begun');
    const again = await record('--out', out, '--', 'touch', begun);
    expect(again).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/holds a recording already.*Name another folder with --out\./s),
    });
    expect(await readdir(folder)).toEqual(['recording']);
  });

  it('ends with 1 where the command fails, and with --json prints nothing but its document', async () => {
    const script = 'console.log("said"); process.exitCode = 3;';
    const done = await record('--out', join(folder, 'r'), '--json', '--', process.execPath, '-e', script);
    expect(done).toMatchObject({ code: 1, stderr: expect.stringMatching(/said\n.*exit code 3/s) });
    expect(JSON.parse(done.stdout)).toMatchObject({ folder: join(folder, 'r'), serial: phone.serial });
  });
});

describe.skipIf(NO_ADB !== null)('a recording proxy before a real adb server', () => {
  it('gives the real adb what the server gives, and records it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'phone-record-'));
    const phone = await smallPhone();
    const daemon = await phoneDaemon({ services: phone, onProblem: () => {} });
    const server = await startAdbServer();
    try {
      await server.run(['connect', `127.0.0.1:${daemon.port}`]);
      const proxy = await recordProxy({
        upstream: { host: '127.0.0.1', port: server.port },
        serial: null,
        port: 0,
        folder,
        settleMs: 10,
        takesDumps: true,
        touchstone: 'test',
        onProblem: () => {},
      });
      const adb = (...args: string[]) => runAdb(proxy.port, args, { cwd: folder });
      for (const args of [
        ['devices', '-l'],
        ['get-state'],
        ['shell', 'wm size'],
        ['shell', 'cat /nowhere; exit 3'],
      ]) {
        expect(await adb(...args)).toEqual(await server.run(args));
      }
      expect((await adb('exec-out', 'screencap', '-p')).bytes).toEqual(smallPicture('home'));
      await adb('shell', 'input', 'tap', '100', '100');
      for (const letter of 'hey') await adb('shell', 'input', 'text', letter);
      await adb('shell', 'uiautomator', 'dump');
      expect((await adb('pull', '/sdcard/window_dump.xml', 'dump.xml')).exitCode).toBe(0);
      expect(await readFile(join(folder, 'dump.xml'), 'utf8')).toContain(smallHierarchy('notes').trim());
      expect((await adb('push', 'dump.xml', '/sdcard/copy.xml')).exitCode).toBe(0);
      expect((await adb('shell', 'cat', '/sdcard/copy.xml')).bytes).toEqual(
        await readFile(join(folder, 'dump.xml')),
      );
      await adb('shell', 'input', 'keyevent', 'BACK');
      expect(phone.state).toBe('home');
      const forwarded = (await adb('forward', 'tcp:0', 'tcp:9008')).stdout.trim();
      expect((await adb('forward', '--list')).stdout).toContain(`tcp:${forwarded} tcp:9008\n`);
      const click = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'click', params: [100, 100] });
      const clicked = await fetch(`http://127.0.0.1:${forwarded}/jsonrpc/0`, { method: 'POST', body: click });
      expect(await clicked.json()).toMatchObject({ result: true });
      expect((await adb('forward', '--remove', `tcp:${forwarded}`)).exitCode).toBe(0);
      expect(phone.state).toBe('notes');
      await proxy[Symbol.asyncDispose]();
      const { events } = await loadPhoneLog(join(folder, 'phone.jsonl'));
      expect(phoneActions(events)).toMatchObject([
        { type: 'tap' },
        { type: 'type', text: 'hey' },
        { type: 'key', key: 'BACK' },
        { type: 'tap' },
      ]);
    } finally {
      for (const part of [server, daemon, phone]) await part[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
