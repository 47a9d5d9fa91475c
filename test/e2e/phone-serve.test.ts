import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runTouchstone } from './run-touchstone.js';

const hasAdb = spawnSync('adb', ['version']).status === 0;
if (!hasAdb) console.warn('skipped: budgets of served phones (there is no adb)');

interface Served {
  readonly url: string;
  readonly phones: readonly { readonly env: Readonly<Record<string, string>> }[];
}

/** A station of phones that is up until it is disposed of. */
async function serve(...flags: readonly string[]): Promise<Served & AsyncDisposable> {
  const args = ['dist/cli/main.js', 'phone', 'serve', 'pocket', '--port', '0', '--json', ...flags];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return {
    ...(JSON.parse(text) as Served),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}

/** Whether anybody listens on this port of loopback. */
function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

describe('touchstone phone serve', () => {
  it('says on Ctrl-C that it stops the phones, and does', async () => {
    const done = await runTouchstone(['phone', 'serve', 'pocket', '--port', '0'], {
      signals: [{ after: 'Ctrl-C takes them down', signal: 'SIGINT' }],
    });
    expect(done).toMatchObject({ code: 0, signal: null, stderr: '\nInterrupted: stopping the phones.\n' });
    const ports = [...done.stdout.matchAll(/(?:127\.0\.0\.1:|_PORT=)(\d+)/g)].map(([, port]) => Number(port));
    expect(ports).toHaveLength(3);
    expect(await Promise.all(ports.map(listens))).toEqual([false, false, false]);
  });

  it('keeps the logs of its phones in a folder that holds none yet', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'phone-serve-'));
    try {
      {
        await using served = await serve('--task', 'dark-theme', '--phones', '2', '--out', folder);
        const reset = await fetch(new URL('phones/2/reset', served.url), { method: 'POST', body: '{}' });
        expect(await reset.json()).toMatchObject({ log: join(folder, '2.1.phone.jsonl') });
      }
      expect(readdirSync(folder).toSorted()).toEqual([
        '1.0.phone.jsonl',
        '2.0.phone.jsonl',
        '2.1.phone.jsonl',
      ]);
      const again = await runTouchstone(['phone', 'serve', 'pocket', '--port', '0', '--out', folder]);
      expect(again).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('holds logs of phones already'),
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('prints an address that can be opened where it listens on all', async () => {
    const done = await runTouchstone(['phone', 'serve', 'pocket', '--port', '0', '--host', '0.0.0.0'], {
      env: { TOUCHSTONE_PHONE_TOKEN: 'a-token-of-the-test-itself' },
      signals: [{ after: 'Ctrl-C takes them down', signal: 'SIGINT' }],
    });
    expect(done.stdout).toMatch(
      /^Phones: http:\/\/127\.0\.0\.1:\d+\/\S+ \(listens on all addresses, 0\.0\.0\.0\)$/m,
    );
    expect(done.stdout).toMatch(/ANDROID_ADB_SERVER_ADDRESS=127\.0\.0\.1 .*adb connect 127\.0\.0\.1:\d+/);
  });

  it.skipIf(!hasAdb)('leaves an adb in a shell that it has no server to start after its end', async () => {
    let env: NodeJS.ProcessEnv = {};
    const size = () =>
      spawnSync('adb', ['shell', 'wm', 'size'], { env: { PATH: process.env['PATH'], ...env } });
    {
      await using served = await serve('--task', 'dark-theme');
      env = { ...served.phones[0]?.env };
      expect(String(size().stdout)).toBe('Physical size: 540x1170\n');
    }
    const after = size();
    expect(after.status).toBe(1);
    expect(String(after.stderr)).toContain('cannot start server on remote host');
    expect(await listens(Number(env['ANDROID_ADB_SERVER_PORT']))).toBe(false);
  });

  it('gives each task three times its shortest way, at least thirty actions', async () => {
    await using served = await serve('--task', 'dark-theme');
    expect(served.phones).toMatchObject([{ task: 'dark-theme', maxActions: 30 }]);
    const { tasks } = (await (await fetch(new URL('tasks', served.url))).json()) as { tasks: unknown };
    expect(tasks).toContainEqual(expect.objectContaining({ id: 'ready-for-the-cabin', maxActions: 51 }));
  });

  it.skipIf(!hasAdb)(
    'refuses everything after the last action of the budget, until it is reset',
    async () => {
      await using served = await serve('--task', 'dark-theme', '--max-steps', '2');
      const ask = async (path: string, body?: unknown): Promise<Response> =>
        fetch(
          new URL(path, served.url),
          body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
        );
      const key = (code: string): number | null =>
        spawnSync('adb', ['shell', 'input', 'keyevent', code], {
          env: { PATH: process.env['PATH'], ...served.phones[0]?.env },
        }).status;
      expect([key('BACK'), key('HOME')]).toEqual([0, 0]);
      expect(await (await ask('phones/1')).json()).toMatchObject({
        status: 'running',
        actions: 2,
        maxActions: 2,
      });
      key('BACK');
      expect(await (await ask('phones/1')).json()).toMatchObject({ status: 'limit', actions: 2 });
      expect(key('BACK')).not.toBe(0);
      const refused = await ask('phones/1/input', { type: 'key', code: 4 });
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({ error: expect.stringContaining('limit') });
      expect(await (await ask('phones/1/reset', {})).json()).toMatchObject({ status: 'running', actions: 0 });
      expect(key('HOME')).toBe(0);
    },
  );
});
