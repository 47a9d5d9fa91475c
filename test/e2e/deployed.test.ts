import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FrameClient } from '../../src/testing/frame-client.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { composeServices } from '../fixtures/deployment/read-compose.js';
import { asked, NO_POSTGRES, startPostgres } from '../fixtures/postgres-server.js';
import { NO_REDIS, startRedis } from '../fixtures/redis-server.js';
import { MAIN, runTouchstone } from './run-touchstone.js';

const COMPOSE = new URL('../../deploy/compose.yaml', import.meta.url);
const SKIP = NO_REDIS ?? NO_POSTGRES;
const ITEMS = 4;
/** No loopback to the program, which asks for its tokens there, and reached from nowhere else. */
const HOST = '127.0.0.2';

/** Secrets that the file asks of its environment. */
const SECRETS: Readonly<Record<string, string>> = {
  TOUCHSTONE_QUEUE_PASSWORD: 'a-password-of-the-queue',
  PGPASSWORD: 'a-password-of-the-index',
  TOUCHSTONE_VIEW_TOKEN: 'a-token-of-the-viewer',
  TOUCHSTONE_GYM_TOKEN: 'a-token-of-the-gym',
  TOUCHSTONE_WORKER_TOKEN: 'a-token-of-workers',
};

/** Names and places of containers, as they are on this machine. */
interface Here {
  readonly folder: string;
  readonly redis: string;
  readonly postgres: string;
}

type Services = ReturnType<typeof composeServices>;

function wordsOf(services: Services, name: string, { folder, redis, postgres }: Here): readonly string[] {
  return (services[name]?.command ?? []).map((word) =>
    word
      .replace(/^redis:\/\/redis:6379$/, redis)
      .replace(/^postgres:\/\/touchstone@postgres:5432\/touchstone$/, postgres)
      .replace(/^\/runs$/, join(folder, 'runs'))
      .replace(/^0\.0\.0\.0(:\d+)?$/, (_, port: string | undefined) =>
        port === undefined ? HOST : `${HOST}:0`,
      )
      .replace(/^(?:8710|8000)$/, '0'),
  );
}

function variablesOf(services: Services, name: string): Readonly<Record<string, string>> {
  const given = Object.entries(services[name]?.environment ?? {});
  return Object.fromEntries(
    given.map(([variable, value]) => [
      variable,
      value.replace(/^\$\{(\w+).*\}$/, (_, own: string) => SECRETS[own] ?? ''),
    ]),
  );
}

/** Starts a service in a process of its own; resolves with its address. */
async function start(services: Services, name: string, here: Here) {
  const child = spawn(process.execPath, [MAIN, ...wordsOf(services, name, here), '--json'], {
    cwd: here.folder,
    env: {
      PATH: process.env['PATH'],
      HOME: here.folder,
      TOUCHSTONE_HOME: join(here.folder, 'home'),
      ...variablesOf(services, name),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (data: Buffer) => (said.out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (said.err += data.toString()));
  const ended = once(child, 'close').then(() => child.exitCode);
  await expect
    .poll(() => said.out.includes('"address"') || child.exitCode !== null, { timeout: 60_000 })
    .toBe(true);
  const [, address = ''] = /"address":"([^"#]+?)\/?(?:#[^"]*)?"/.exec(said.out) ?? [];
  expect(address, said.err).not.toBe('');
  return {
    name,
    address,
    said,
    /** Ends it as whoever runs containers does; its exit code. */
    stop: async () => {
      child.kill('SIGTERM');
      return await ended;
    },
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  };
}

const answerOf = async (url: string, token?: string): Promise<readonly [number, string]> => {
  const response = await fetch(url, {
    headers: new Headers(token === undefined ? [] : [['authorization', `Bearer ${token}`]]),
  });
  return [response.status, await response.text()];
};

/** A database of the user that the file names. */
async function database(url: string): Promise<string> {
  await asked(url, "create role touchstone login password 'a-password-of-the-index'");
  await asked(url, 'create database touchstone owner touchstone');
  return url.replace(/\/\/postgres@(.*)\/postgres$/, '//touchstone@$1/touchstone');
}

describe(`the topology of deploy/compose.yaml ${SKIP ?? ''}`.trim(), { skip: SKIP !== null }, () => {
  it('does a run, lends a phone, says how it stands, and ends when asked to', async () => {
    const services = composeServices(await readFile(COMPOSE, 'utf8'));
    await using folder = await temporaryFolder();
    const { path } = folder;
    await mkdir(join(path, 'runs'));
    await using redis = await startRedis({
      arguments_: ['--requirepass', SECRETS['TOUCHSTONE_QUEUE_PASSWORD'] ?? ''],
    });
    await using postgres = await startPostgres();
    const here = { folder: path, redis: redis.url, postgres: await database(postgres.url) };
    const replicas = services['worker']?.deploy?.replicas ?? 1;
    expect(replicas).toBe(2);
    const started = await Promise.all(
      ['server', 'gym', ...Array<string>(replicas).fill('worker')].map((name) => start(services, name, here)),
    );
    using _all = { [Symbol.dispose]: () => started.forEach((one) => one[Symbol.dispose]()) };
    for (const { address } of started) {
      await expect.poll(() => answerOf(`${address}/health/ready`)).toEqual([200, 'ready']);
      expect(await answerOf(`${address}/health/live`)).toEqual([200, 'live']);
      expect((await answerOf(`${address}/metrics`))[0]).toBe(401);
    }
    const [server, gym, ...workers] = started;
    if (server === undefined || gym === undefined) throw new Error('they were started');

    const env = { TOUCHSTONE_HOME: join(path, 'home'), ...variablesOf(services, 'run') };
    const limited = ['--limit', String(ITEMS), '--run-id'];
    const many = await runTouchstone([...wordsOf(services, 'run', here), ...limited, 'many'], {
      cwd: path,
      env,
    });
    expect(many.stderr).toContain(`${ITEMS} of ${ITEMS} episodes done`);
    const alone = await runTouchstone(['run', 'pocket', '--agent', 'oracle', ...limited, 'alone'], {
      cwd: path,
      env,
    });
    expect(many.stdout).toBe(alone.stdout);

    await using client = await FrameClient.connect(`${gym.address.replace('http', 'ws')}/ws`, {
      authorization: `Bearer ${SECRETS['TOUCHSTONE_GYM_TOKEN'] ?? ''}`,
    });
    expect(await client.ask({ type: 'reset', data: {} })).toMatchObject({ data: { done: false } });
    expect(await client.ask({ type: 'step', data: { type: 'stop' } })).toMatchObject({
      data: { done: true, reward: 0 },
    });

    const metricsOf = async ({ address, name }: { readonly address: string; readonly name: string }) => {
      const token = SECRETS[`TOUCHSTONE_${name === 'server' ? 'VIEW' : name.toUpperCase()}_TOKEN`];
      return (await answerOf(`${address}/metrics`, token))[1];
    };
    await expect.poll(() => metricsOf(server)).toContain('touchstone_runs{state="complete"} 2');
    expect(await metricsOf(gym)).toMatch(/^touchstone_gym_sessions 1\n[^]*^touchstone_gym_steps_total 1$/m);
    const done = (await Promise.all(workers.map(metricsOf))).map((text) =>
      Number(/^touchstone_worker_items_total\{end="done"\} (\d+)$/m.exec(text)?.[1]),
    );
    expect(done.reduce((sum, items) => sum + items, 0)).toBe(ITEMS);

    const codes = await Promise.all(started.map((one) => one.stop()));
    expect(codes).toEqual(started.map(() => 0));
    expect(started.map(({ said }) => said.err).join('')).not.toMatch(/error|warning/i);
    const files = await readdir(join(path, 'runs'), { recursive: true });
    expect(files.filter((file) => /(?:^|\/)lock(?:-[^.]+)?$/.test(file))).toEqual([]);
    const everything = [...started.flatMap(({ said }) => [said.out, said.err]), many.stderr].join('');
    for (const secret of ['a-password-of-the-queue', 'a-password-of-the-index'])
      expect(everything).not.toContain(secret);
  });
});
