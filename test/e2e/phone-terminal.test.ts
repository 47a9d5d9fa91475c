import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PhoneDevice } from '../../src/phone/device/phone-device.js';
import { smartSocketServer, type SmartSocketServer } from '../../src/phone/server/smart-socket-server.js';
import { NO_ADB, adbEnvironment, runAdb } from '../fixtures/adb/adb-server.js';
import { smallPhone } from '../fixtures/adb/small-phone.js';

const WAIT = { timeout: 120_000 };
if (NO_ADB !== null) console.log(NO_ADB);

/** A program that prints as it goes: what it printed is waited for. */
class Printing {
  readonly child: ChildProcessWithoutNullStreams;
  text = '';

  constructor(port: number, args: readonly string[]) {
    this.child = spawn('adb', args, { env: adbEnvironment(port) });
    this.child.stdout.on('data', (data: Buffer) => (this.text += data.toString()));
  }

  async sees(text: string): Promise<void> {
    while (!this.text.includes(text)) await delay(20);
  }

  async exitCode(): Promise<number> {
    const [code] = (await once(this.child, 'close')) as [number];
    return code;
  }
}

describe.skipIf(NO_ADB !== null)('a phone driven by the real adb', () => {
  let phone: PhoneDevice;
  let server: SmartSocketServer;
  const shell = async (...words: string[]) => runAdb(server.port, ['shell', ...words]);

  beforeAll(async () => {
    phone = await smallPhone();
    server = await smartSocketServer({ phones: [phone] });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await phone[Symbol.asyncDispose]();
  });

  it('is a terminal with adb shell -tt: prompt, echo, Ctrl-C and Ctrl-D', WAIT, async () => {
    const terminal = new Printing(server.port, ['shell', '-tt']);
    await terminal.sees(' $ ');
    terminal.child.stdin.write('sleep 1; cat\r');
    await terminal.sees('cat\r\r\n');
    terminal.child.stdin.write('\u0003');
    await terminal.sees('130|');
    terminal.child.stdin.write('(exit 4)\r');
    await terminal.sees('4|');
    terminal.child.stdin.write('\u0004');
    expect(await terminal.exitCode()).toBe(4);
    expect(terminal.text).toContain('^C\r\n130|');
    expect(terminal.text.endsWith('^D\r\r\n')).toBe(true);
  });

  it('streams its log, and ends what streams with its client', WAIT, async () => {
    const log = new Printing(server.port, ['logcat', '-v', 'brief', '-s', 'Agent']);
    await log.sees('--------- beginning of main');
    await shell('log', '-t', 'Agent', 'seen');
    await log.sees('I/Agent   (');
    await shell('log', '-t', 'Other', 'unseen');
    expect(log.text).not.toContain('unseen');
    log.child.kill();
    await log.exitCode();
    while (phone.counts.streams > 0) await delay(20);
    expect((await shell('pidof', 'logcat')).exitCode).toBe(1);
    const dumped = await runAdb(server.port, ['logcat', '-d', '-t', '1']);
    expect(dumped.stdout).toMatch(/ I Other {3}: unseen\n$/);
    expect((await runAdb(server.port, ['logcat', '-c'])).exitCode).toBe(0);
    expect((await runAdb(server.port, ['logcat', '-d'])).stdout).toBe('');
  });

  it("closes the forward to uiautomator2's server when that is killed", WAIT, async () => {
    const { stdout } = await runAdb(server.port, ['forward', 'tcp:0', 'tcp:9008']);
    const ping = () => fetch(`http://127.0.0.1:${stdout.trim()}/ping`).then((answer) => answer.text());
    expect(await ping()).toBe('pong');
    expect((await shell('pkill', '-f', 'com.wetest.uia2.Main')).exitCode).toBe(0);
    await expect(ping()).rejects.toThrow('fetch failed');
    await shell('echo jar > /data/local/tmp/u2.jar');
    const command = 'CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main';
    const program = new Printing(server.port, ['shell', command]);
    while ((await shell('pidof', 'app_process')).exitCode !== 0) await delay(20);
    expect(await ping()).toBe('pong');
    program.child.kill();
    await program.exitCode();
    while ((await shell('pidof', 'app_process')).exitCode === 0) await delay(20);
    await expect(ping()).rejects.toThrow('fetch failed');
  });
});
