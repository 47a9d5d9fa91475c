import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPhoneLog } from '../../src/formats/phone/read-phone-log.js';
import { phoneActions } from '../../src/phone/log/phone-actions.js';
import { recordProxy } from '../../src/phone/proxy/record-proxy.js';
import { phoneDaemon } from '../../src/phone/transport/phone-daemon.js';
import { NO_ADB, runAdb, startAdbServer } from '../fixtures/adb/adb-server.js';
import { smallHierarchy, smallPhone, smallPicture } from '../fixtures/adb/small-phone.js';

if (NO_ADB !== null) console.log(NO_ADB);

describe.skipIf(NO_ADB !== null)('a recording proxy before a real adb server', () => {
  it('gives the real adb what the server gives, and records it', { timeout: 60_000 }, async () => {
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
