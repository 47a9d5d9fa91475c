import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PhoneDevice } from '../../src/phone/device/phone-device.js';
import { registerWithAdbServer } from '../../src/phone/server/register-with-adb-server.js';
import { smartSocketServer } from '../../src/phone/server/smart-socket-server.js';
import { phoneDaemon } from '../../src/phone/transport/phone-daemon.js';
import { apkOf } from '../../src/testing/datasets/apk-of.js';
import {
  NO_ADB,
  adbEnvironment,
  freePort,
  runAdb,
  startAdbServer,
  type AdbOptions,
  type AdbResult,
} from '../fixtures/adb/adb-server.js';
import { fakeDevice } from '../fixtures/adb/fake-services.js';
import { smallHierarchy, smallPhone, smallPicture } from '../fixtures/adb/small-phone.js';

/** Machines are slow at times. */
const WAIT = { timeout: 120_000 };

if (NO_ADB !== null) console.log(NO_ADB);
const isAbsent = NO_ADB !== null;

/** A phone that the real `adb` sees. */
interface Bench extends AsyncDisposable {
  readonly phone: PhoneDevice;
  readonly serial: string;
  readonly port: number;
  readonly kills: () => number;
}

const problems: string[] = [];
const onProblem = (what: string): number => problems.push(what);

/** Through a real server that connects to the phone's daemon. */
async function behindRealServer(): Promise<Bench> {
  const phone = await smallPhone();
  const daemon = await phoneDaemon({ services: phone, onProblem });
  const adb = await startAdbServer();
  const serial = `127.0.0.1:${daemon.port}`;
  expect((await adb.run(['connect', serial])).stdout).toBe(`connected to ${serial}\n`);
  return {
    phone,
    serial,
    port: adb.port,
    kills: () => 0,
    [Symbol.asyncDispose]: async () => {
      for (const part of [adb, daemon, phone]) await part[Symbol.asyncDispose]();
    },
  };
}

/** Straight to a server of ours. */
async function behindOwnServer(): Promise<Bench> {
  const serial = '127.0.0.1:16500';
  const phone = await smallPhone({ serial });
  let kills = 0;
  const server = await smartSocketServer({ phones: [phone], onProblem, onKill: () => (kills += 1) });
  return {
    phone,
    serial,
    port: server.port,
    kills: () => kills,
    [Symbol.asyncDispose]: async () => {
      for (const part of [server, phone]) await part[Symbol.asyncDispose]();
    },
  };
}

describe.skipIf(isAbsent).each([
  ['a real adb server', behindRealServer],
  ['our own server', behindOwnServer],
])('a phone behind %s, driven by the real adb', (_, open) => {
  let bench: Bench;
  let folder: string;
  const adb = (args: readonly string[], options?: AdbOptions): Promise<AdbResult> =>
    runAdb(bench.port, args, { cwd: folder, ...options });
  const shell = (line: string): Promise<AdbResult> => adb(['shell', line]);

  beforeAll(async () => {
    bench = await open();
    folder = await mkdtemp(join(tmpdir(), 'phone-adb-'));
  });
  afterAll(async () => {
    await bench[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
    expect(problems).toEqual([]);
  });
  beforeEach(async () => {
    await shell('input keyevent HOME');
  });

  it('is listed', async () => {
    expect((await adb(['devices'])).stdout).toBe(`List of devices attached\n${bench.serial}\tdevice\n\n`);
    expect((await adb(['devices', '-l'])).stdout).toContain(`product:${bench.phone.banner.product} model:`);
    expect((await adb(['get-state'])).stdout).toBe('device\n');
    expect((await adb(['get-serialno'])).stdout).toBe(`${bench.serial}\n`);
    expect((await adb(['-s', bench.serial, 'wait-for-device', 'shell', 'echo', 'here'])).stdout).toBe(
      'here\n',
    );
    expect((await adb(['connect', bench.serial])).stdout).toBe(`already connected to ${bench.serial}\n`);
    expect((await adb(['-s', 'nosuch', 'shell', 'ls'])).stderr).toContain("device 'nosuch' not found");
  });

  it('runs commands with their exit codes, and keeps errors apart', async () => {
    expect(await shell('wm size')).toMatchObject({
      exitCode: 0,
      stdout: 'Physical size: 270x600\n',
      stderr: '',
    });
    expect(await shell('exit 7')).toMatchObject({ exitCode: 7 });
    expect(await shell('nosuch')).toMatchObject({
      exitCode: 127,
      stdout: '',
      stderr: '/system/bin/sh: nosuch: inaccessible or not found\n',
    });
    expect(await adb(['shell', '-x', 'nosuch; exit 3'])).toMatchObject({
      exitCode: 0,
      stdout: '/system/bin/sh: nosuch: inaccessible or not found\n',
    });
  });

  it('reads standard input', async () => {
    expect(await adb(['shell'], { input: 'echo from-stdin; exit 5\n' })).toMatchObject({
      exitCode: 5,
      stdout: 'from-stdin\n',
    });
    expect((await adb(['shell', 'cat'], { input: 'line\n' })).stdout).toBe('line\n');
  });

  it('gives the same picture by three routes, the one that was recorded', async () => {
    const recorded = smallPicture('home');
    expect((await adb(['exec-out', 'screencap', '-p'])).bytes.equals(recorded)).toBe(true);
    expect((await shell('screencap -p')).bytes.equals(recorded)).toBe(true);
    await shell('screencap -p /sdcard/s.png');
    expect(await adb(['pull', '/sdcard/s.png', 'pulled.png'])).toMatchObject({ exitCode: 0 });
    expect((await readFile(join(folder, 'pulled.png'))).equals(recorded)).toBe(true);
  });

  it('dumps the hierarchy that was recorded', async () => {
    expect((await shell('uiautomator dump')).stdout).toBe(
      'UI hierchary dumped to: /sdcard/window_dump.xml\n',
    );
    await adb(['pull', '/sdcard/window_dump.xml', 'dump.xml']);
    expect(await readFile(join(folder, 'dump.xml'), 'utf8')).toBe(smallHierarchy('home'));
  });

  it('goes from screen to screen', async () => {
    await shell('input tap 100 100');
    expect(bench.phone.state).toContain('notes');
    expect((await adb(['exec-out', 'screencap -p'])).bytes.equals(smallPicture('notes'))).toBe(true);
    await shell('input swipe 100 100 100 100 100');
    expect(bench.phone.state).toContain('editor');
    await shell('input keyevent 4');
    expect(bench.phone.state).toContain('notes');
  });

  it('takes and gives files', async () => {
    const large = Buffer.from(Array.from({ length: 300_000 }, (__, index) => (7 * index) & 255));
    await writeFile(join(folder, 'large.bin'), large);
    expect(await adb(['push', 'large.bin', '/sdcard/Download'])).toMatchObject({ exitCode: 0 });
    expect((await adb(['ls', '/sdcard/Download'])).stdout).toMatch(
      /^0000[0-9a-f]{4} 000493e0 [0-9a-f]{8} large\.bin$/m,
    );
    await adb(['pull', '/sdcard/Download/large.bin', 'back.bin']);
    expect((await readFile(join(folder, 'back.bin'))).equals(large)).toBe(true);
    expect(await adb(['pull', '/sdcard/none', 'none'])).toMatchObject({ exitCode: 1 });
    expect(await adb(['push', 'large.bin', '/system/x'])).toMatchObject({ exitCode: 1 });
  });

  it('refuses what a recorded phone cannot do', async () => {
    await writeFile(join(folder, 'app.apk'), Buffer.alloc(200_000));
    const refusal = 'INSTALL_FAILED_USER_RESTRICTED: virtual phone: the screen graph is fixed';
    const streamed = await adb(['install', 'app.apk']);
    expect(streamed.exitCode).toBe(1);
    expect(streamed.stdout + streamed.stderr).toContain(refusal);
    const pushed = await adb(['install', '--no-streaming', 'app.apk']);
    expect(pushed.exitCode).toBe(1);
    expect(pushed.stdout + pushed.stderr).toContain(refusal);
    const several = await adb(['install-multiple', 'app.apk', 'app.apk']);
    expect(several.exitCode).toBe(1);
    expect(several.stdout + several.stderr).toContain(refusal);
    expect(await adb(['uninstall', 'org.example.notes'])).toMatchObject({ exitCode: 1 });
    expect((await adb(['root'])).stdout).toBe('adbd cannot run as root in production builds\n');
    expect((await adb(['jdwp'])).stderr).toBe('error: closed\n');
  });

  it('has the keyboard of an ADBKeyboard that it pretends to install', async () => {
    await using other = await smallPhone({
      serial: 'pretends-1',
      options: { install: 'pretend', adbKeyboard: 'absent' },
    });
    await using server = await smartSocketServer({ phones: [other], onProblem });
    const on = (args: readonly string[]): Promise<AdbResult> => runAdb(server.port, args, { cwd: folder });
    const id = 'com.android.adbkeyboard/.AdbIME';
    await writeFile(join(folder, 'ADBKeyboard.apk'), apkOf('com.android.adbkeyboard'));
    expect(await on(['shell', `ime enable ${id}`])).toMatchObject({ exitCode: 255 });
    for (const how of [[], ['--no-streaming', '-r']]) {
      const installed = await on(['install', ...how, 'ADBKeyboard.apk']);
      expect(installed.stdout).toContain('Success\n');
      expect(installed.exitCode).toBe(0);
      expect((await on(['shell', 'ime list -s -a'])).stdout).toContain(`${id}\n`);
      expect((await on(['shell', 'pm list packages -3'])).stdout).toContain(
        'package:com.android.adbkeyboard\n',
      );
      expect((await on(['shell', `ime enable ${id} && ime set ${id}`])).exitCode).toBe(0);
      await on(['shell', `am broadcast -a ADB_INPUT_TEXT --es msg 'hello'`]);
      expect(other.pendingText).toBe('hello');
      await on(['shell', 'am broadcast -a ADB_CLEAR_TEXT']);
      expect((await on(['uninstall', 'com.android.adbkeyboard'])).exitCode).toBe(0);
      expect((await on(['shell', 'ime list -s -a'])).stdout).not.toContain(id);
    }
  });

  it('forwards ports, and accepts reversed ones', async () => {
    const { exitCode, stdout } = await adb(['forward', 'tcp:0', 'tcp:9008']);
    expect(exitCode).toBe(0);
    const answer = await fetch(`http://127.0.0.1:${stdout.trim()}/ping`);
    expect(await answer.text()).toBe('pong');
    expect((await adb(['forward', '--list'])).stdout).toContain(
      `${bench.serial} tcp:${stdout.trim()} tcp:9008\n`,
    );
    expect(await adb(['forward', '--remove', `tcp:${stdout.trim()}`])).toMatchObject({ exitCode: 0 });
    expect((await adb(['forward', '--list'])).stdout.trim()).toBe('');
    expect(await adb(['forward', '--remove', `tcp:${stdout.trim()}`])).toMatchObject({
      exitCode: 1,
      stderr: `adb: error: listener 'tcp:${stdout.trim()}' not found\n`,
    });
    const taken = (await adb(['forward', 'tcp:0', 'localabstract:nobody'])).stdout.trim();
    expect((await adb(['forward', '--no-rebind', `tcp:${taken}`, 'tcp:9008'])).stderr).toBe(
      'adb: error: cannot rebind existing socket\n',
    );
    await expect(fetch(`http://127.0.0.1:${taken}/ping`)).rejects.toThrow('fetch failed');
    expect(await adb(['forward', '--remove-all'])).toMatchObject({ exitCode: 0, stdout: '' });
    expect((await adb(['forward', '--list'])).stdout.trim()).toBe('');
  });

  it('accepts reversed ports, and lists none', async () => {
    for (const args of [
      ['tcp:7', 'tcp:8'],
      ['--no-rebind', 'tcp:7', 'tcp:8'],
      ['--remove', 'tcp:7'],
      ['--remove', 'tcp:9'],
      ['--remove-all'],
    ]) {
      expect(await adb(['reverse', ...args])).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
      expect(await adb(['reverse', '--list'])).toMatchObject({ exitCode: 0, stdout: '\n', stderr: '' });
    }
    expect(await adb(['reverse', 'tcp:0', 'tcp:8'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^4\d{4}\n$/),
    });
  });

  it('says what it is, and that it does not change', async () => {
    expect((await adb(['get-state'])).stdout).toBe('device\n');
    expect((await adb(['get-serialno'])).stdout).toBe(`${bench.serial}\n`);
    expect((await adb(['features'])).stdout.trim().split('\n').toSorted()).toEqual([
      'cmd',
      'fixed_push_mkdir',
      'ls_v2',
      'shell_v2',
      'stat_v2',
    ]);
    expect((await adb(['root'])).stdout).toBe('adbd cannot run as root in production builds\n');
    expect((await adb(['unroot'])).stdout).toBe('adbd not running as root\n');
    expect((await adb(['reboot'])).stdout).toBe('virtual phone: reboot is not supported\n');
    expect((await adb(['jdwp'])).exitCode).toBe(1);
    expect((await adb(['wait-for-device'])).exitCode).toBe(0);
    expect((await shell('echo still here')).stdout).toBe('still here\n');
  });

  it('goes away and comes back with adb shell reboot', WAIT, async () => {
    const boot = async (): Promise<string> =>
      (await shell('cat /proc/sys/kernel/random/boot_id')).stdout.trim();
    const before = await boot();
    const waiting = adb(['logcat', '-s', 'Nobody']);
    while (bench.phone.counts.streams === 0) await delay(20);
    await shell('reboot; echo never').then(({ stdout }) => expect(stdout).toBe(''));
    await waiting;
    expect((await adb(['devices'])).stdout).not.toContain(`${bench.serial}\tdevice`);
    expect((await adb(['wait-for-device'])).exitCode).toBe(0);
    const after = await boot();
    expect(after).toMatch(/^[\da-f-]{36}$/);
    expect(after).not.toBe(before);
    expect(bench.phone.counts.streams).toBe(0);
  });

  it('keeps no stream of a client that was killed', async () => {
    const child = spawn('adb', ['logcat'], { env: adbEnvironment(bench.port), stdio: 'ignore' });
    await expect.poll(() => bench.phone.counts.streams, WAIT).toBe(1);
    child.kill('SIGKILL');
    await expect.poll(() => bench.phone.counts.streams, WAIT).toBe(0);
  });

  it('carries the output of many commands at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, (__, index) => shell(`echo ${index}; exit ${index}`)),
    );
    expect(answers.map(({ stdout, exitCode }) => `${stdout.trim()}=${exitCode}`)).toEqual(
      Array.from({ length: 24 }, (__, index) => `${index}=${index}`),
    );
  });

  it('survives kill-server', async () => {
    await adb(['kill-server']);
    if (bench.kills() === 0) {
      // A real server dies, and with it the connection that nobody registered.
      expect((await adb(['connect', bench.serial])).stdout).toContain('connected to');
    } else expect(bench.kills()).toBe(1);
    expect((await shell('echo still here')).stdout).toBe('still here\n');
  });
});

describe.skipIf(isAbsent)('our own server', () => {
  it('forwards numbered ports of this machine alone, and dials nobody', async () => {
    await using bench = await behindOwnServer();
    expect(await runAdb(bench.port, ['forward', 'localabstract:here', 'tcp:9008'])).toMatchObject({
      exitCode: 1,
      stderr: 'adb: error: cannot bind listener: localabstract:here is not supported\n',
    });
    expect((await runAdb(bench.port, ['connect', '127.0.0.1:1'])).stdout).toBe(
      "failed to connect to '127.0.0.1:1': Connection refused\n",
    );
    expect((await runAdb(bench.port, ['get-devpath'])).stdout).toBe('unknown\n');
    expect((await runAdb(bench.port, ['disconnect'])).stdout).toBe('disconnected everything\n');
    expect((await runAdb(bench.port, ['connect', bench.serial])).stdout).toBe(
      `connected to ${bench.serial}\n`,
    );
  });
});

describe.skipIf(isAbsent)('registerWithAdbServer', () => {
  it('shows a phone in a real server, again after the server was killed', async () => {
    const events: string[] = [];
    await using adb = await startAdbServer();
    await using daemon = await phoneDaemon({ services: fakeDevice() });
    await using registration = await registerWithAdbServer({
      daemonPort: daemon.port,
      serverPort: adb.port,
      onListed: () => events.push('listed'),
      onLost: () => events.push('lost'),
    });
    expect(registration.serial).toBe(`emulator-${daemon.port - 1}`);
    expect((await adb.run(['devices'])).stdout).toBe(
      `List of devices attached\n${registration.serial}\tdevice\n\n`,
    );
    expect((await adb.run(['-s', registration.serial, 'exec-out', 'x'])).stderr).toBe('error: closed\n');
    await adb.run(['kill-server']);
    await expect.poll(() => events, WAIT).toEqual(['listed', 'lost']);
    await adb.run(['start-server']);
    await expect.poll(() => events, WAIT).toEqual(['listed', 'lost', 'listed']);
    expect((await adb.run(['shell', '-x', 'hello'])).stdout).toBe('hello');
  });
});

describe.skipIf(isAbsent)('the console of an emulator', () => {
  const run = async (serial: string, args: readonly string[]): Promise<AdbResult> => {
    await using phone = await smallPhone({ serial });
    await using server = await smartSocketServer({ phones: [phone], onProblem });
    const result = await runAdb(server.port, args);
    expect((await runAdb(server.port, ['shell', 'echo still here'])).stdout).toBe('still here\n');
    return result;
  };

  it.each([
    ['emu', 'avd', 'name'],
    ['emu', 'geo', 'fix', '13.4', '52.5'],
    ['emu', 'kill'],
  ])('is not there: adb refuses %s %s %s, and the phone continues', async (...args) => {
    // adb dials the port in the serial by itself and asks no server, so this is what it says of any phone without a console.
    const port = await freePort();
    expect(await run(`emulator-${port}`, args)).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: `error: could not connect to TCP port ${port}: Connection refused\n`,
    });
  });

  it('is looked for by no adb where the serial is none of an emulator', async () => {
    const result = await run('127.0.0.1:16502', ['-s', '127.0.0.1:16502', 'emu', 'kill']);
    expect(result).toMatchObject({ exitCode: 1, stdout: '', stderr: '' });
  });
});

describe.skipIf(isAbsent)('a storm of kill-server', () => {
  it('disturbs no command of anybody behind our own server', async () => {
    await using bench = await behindOwnServer();
    const kill = (): Promise<AdbResult> => runAdb(bench.port, ['kill-server']);
    const work = (__: unknown, index: number): Promise<AdbResult> =>
      runAdb(bench.port, ['shell', `sleep 0.2; echo ${index}`]);
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, work)),
      Promise.all(Array.from({ length: 30 }, kill)),
    ]);
    expect(answers.map(({ stdout }) => stdout.trim())).toEqual(
      Array.from({ length: 10 }, (__, index) => `${index}`),
    );
    expect(bench.kills()).toBe(30);
  });
});

describe.skipIf(isAbsent)('twenty phones in one process', () => {
  it('serve twenty adb clients each, none on the wrong screen', async () => {
    const port = await freePort();
    const phones = await Promise.all(
      Array.from({ length: 20 }, (_, index) => smallPhone({ serial: `phone-${index}` })),
    );
    await using server = await smartSocketServer({ port, phones });
    const drive = async (phone: PhoneDevice, index: number): Promise<string> => {
      // Every second phone goes one screen further.
      const line = index % 2 === 0 ? 'input tap 100 100' : 'input tap 100 100; input tap 120 90';
      for (let round = 0; round < 9; round += 1) {
        const moved = await runAdb(server.port, ['-s', phone.serial, 'shell', `${line}; input keyevent 3`]);
        expect(moved).toMatchObject({ exitCode: 0, stderr: '' });
        const shot = await runAdb(server.port, ['-s', phone.serial, 'exec-out', 'screencap', '-p']);
        expect(shot.bytes.equals(smallPicture('home'))).toBe(true);
      }
      await runAdb(server.port, ['-s', phone.serial, 'shell', line]);
      const last = await runAdb(server.port, ['-s', phone.serial, 'exec-out', 'screencap', '-p']);
      return last.bytes.equals(smallPicture(index % 2 === 0 ? 'notes' : 'editor'))
        ? 'right'
        : `wrong: ${index}`;
    };
    expect(new Set(await Promise.all(phones.map(drive)))).toEqual(new Set(['right']));
    expect((await runAdb(server.port, ['shell', 'ls'])).stderr).toBe(
      'error: more than one device/emulator\n',
    );
    for (const phone of phones) await phone[Symbol.asyncDispose]();
  });
});
