import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phoneEnvironment } from '../../src/phone/run/phone-environment.js';
import { smartSocketServer } from '../../src/phone/server/smart-socket-server.js';
import { adbEnvironment, NO_ADB, runAdb } from '../fixtures/adb/adb-server.js';
import { smallPhone } from '../fixtures/adb/small-phone.js';
import { runTouchstone } from './run-touchstone.js';

if (NO_ADB !== null) console.log(NO_ADB);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'phone-outlived-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whether anybody listens on this port of loopback. */
function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** Port on which a phone was, and is no more. */
async function leftPort(): Promise<number> {
  await using phone = await smallPhone();
  await using server = await smartSocketServer({ phones: [phone] });
  expect((await runAdb(server.port, ['shell', 'echo up'])).stdout).toBe('up\n');
  return server.port;
}

describe.skipIf(NO_ADB !== null)('the environment of a command, once its phone is gone', () => {
  it.each([
    [['devices']],
    [['shell', 'true']],
    [['exec-out', 'screencap', '-p']],
    [['connect', '127.0.0.1:1']],
  ])('lets adb %j start no server', async (args) => {
    const port = await leftPort();
    // As a user's shell may have it; a server that is started anyway scans no ports on its own.
    const given = { ...adbEnvironment(port), ANDROID_ADB_SERVER_ADDRESS: 'localhost' };
    const variables = phoneEnvironment(given, {
      serial: 'emulator-6000',
      port,
      instruction: '',
      maxSteps: 1,
    });
    const done = spawnSync('adb', args, { env: variables, encoding: 'utf8', timeout: 120_000 });
    const isStarted = await listens(port);
    if (isStarted) await runAdb(port, ['kill-server']);
    expect(isStarted).toBe(false);
    expect(done.status).not.toBe(0);
    expect(done.stderr).toMatch(/cannot connect to daemon/);
  });

  it('is what keeps it from that: without the address adb does start one', async () => {
    const port = await leftPort();
    try {
      expect((await runAdb(port, ['devices'])).exitCode).toBe(0);
      expect(await listens(port)).toBe(true);
    } finally {
      await runAdb(port, ['kill-server']);
    }
    await expect.poll(() => listens(port), { timeout: 120_000 }).toBe(false);
  });

  it('is that of a process which an agent leaves behind, and which nothing tells apart from others', async () => {
    const [said, over] = [join(folder, 'said'), join(folder, 'over')];
    const left = join(folder, 'left.sh');
    writeFileSync(
      left,
      `echo "port $ANDROID_ADB_SERVER_PORT" > ${said}\nwhile [ ! -e ${over} ]; do sleep 0.05; done\nadb devices >> ${said} 2>&1\necho "status $?" >> ${said}\n`,
    );
    const agent = join(folder, 'agent.sh');
    // Without its mark, and in a session of its own, it is not found when the command ends.
    writeFileSync(
      agent,
      `env -u TOUCHSTONE_COMMAND setsid sh ${left} > ${folder}/printed 2>&1 < /dev/null &\nadb shell true\n`,
    );
    const words = ['phone', 'run', 'pocket', '--task', 'dark-theme', '--runs', folder, '--', 'sh', agent];
    const done = await runTouchstone(words, { env: { ADB_LOCAL_TRANSPORT_MAX_PORT: '5553' } });
    expect(done.code).toBe(0);
    writeFileSync(over, '');
    const told = (): string => (existsSync(said) ? readFileSync(said, 'utf8') : '');
    await expect.poll(told, { timeout: 120_000 }).toContain('status 1\n');
    expect(told()).toContain('cannot connect to daemon');
    expect(await listens(Number(/port (\d+)/.exec(told())?.[1]))).toBe(false);
  });
});
