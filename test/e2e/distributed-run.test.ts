import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Task } from '../../src/domain/task.js';
import { indexRun } from '../../src/formats/run/run-index.js';
import { openModelEndpoint, type ModelEndpoint } from '../../src/testing/models/model-endpoint.js';
import { normaliseRun } from '../../src/testing/run-fakes/normalise-run.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { MAIN, runTouchstone } from './run-touchstone.js';
import { NO_REDIS, startRedis } from '../fixtures/redis-server.js';

const ITEMS = 6;
const COLORBENCH = resolve(
  import.meta.dirname,
  '../..',
  process.env['TOUCHSTONE_SHARED'] ?? '../shared',
  'data/colorbench',
);
const NO_COLORBENCH = existsSync(COLORBENCH) ? null : `skipped: there is no ${COLORBENCH}`;

/** A command of the built program in a process of its own. */
function start(folder: string, args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env: { ...process.env, TOUCHSTONE_HOME: join(folder, 'home'), ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (data: Buffer) => (said.out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (said.err += data.toString()));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, ...said }));
  // None outlives a test that fails.
  return { child, said, ended, [Symbol.dispose]: () => void child.kill('SIGKILL') };
}

/** Waits until somebody has written so much, and kills it. */
async function killOnce(child: ChildProcess, isTime: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(isTime, { timeout: 240_000, interval: 5 }).toBe(true);
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  // One that had ended by itself would show nothing.
  expect(child.signalCode).toBe('SIGKILL');
}

describe(`a run that workers do ${NO_REDIS ?? ''}`.trim(), { skip: NO_REDIS !== null }, () => {
  it('comes to the tables of a local one, though a worker and the coordinator are killed; no password is written', async () => {
    await using folder = await temporaryFolder();
    await using redis = await startRedis({ arguments_: ['--requirepass', 'se-cret'] });
    const { path } = folder;
    const env = { TOUCHSTONE_HOME: join(path, 'home') };
    const call = (args: readonly string[]) => runTouchstone(args, { cwd: path, env });
    const pocket = ['run', 'pocket', '--agent', 'oracle', '--limit', String(ITEMS), '--run-id'];
    const alone = await call([...pocket, 'alone']);
    const all = `${ITEMS} of ${ITEMS} episodes done`;
    expect(alone.stderr).toContain(all);
    const secret = redis.url.replace('//', '//:se-cret@');
    const worker = (name: string) =>
      start(path, ['worker', '--queue', redis.url, '--name', name, '--lease', '2', '--concurrency', '1'], {
        TOUCHSTONE_QUEUE_PASSWORD: 'se-cret',
      });
    using first = worker('a');
    using many = start(path, [...pocket, 'many', '--queue', secret]);
    const directory = join(path, 'runs', 'many');
    await killOnce(first.child, () => existsSync(join(directory, 'journal-a.jsonl')));
    // Nobody is left that could bring it to its end.
    await killOnce(many.child, () => true);
    using last = worker('b');
    await expect.poll(() => existsSync(join(directory, 'journal-b.jsonl')), { timeout: 240_000 }).toBe(true);
    const resumed = await call(['resume', 'many', '--queue', secret]);
    expect(resumed.stderr).toContain(all);
    expect(resumed.stdout).toBe(alone.stdout);
    const status = await call(['queue', 'status', secret, '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({ runs: [], workers: expect.any(Array) as unknown });
    last.child.kill('SIGTERM');
    expect((await last.ended).code).toBe(0);
    const index = await indexRun(directory);
    expect(index.items.size).toBe(ITEMS);
    expect(index.left.size).toBe(0);
    expect(index.status).toBe('complete');
    expect(
      [many.said.err, resumed.stderr, status.stdout, JSON.stringify(index.start)].join(''),
    ).not.toContain('se-cret');
  });

  it.skipIf(NO_COLORBENCH !== null)(
    `takes no notice of what a suspended worker says late, where episodes share a random stream ${NO_COLORBENCH ?? ''}`.trim(),
    async () => {
      await using folder = await temporaryFolder();
      await using redis = await startRedis();
      const { path } = folder;
      const env = { TOUCHSTONE_HOME: join(path, 'home') };
      const call = (args: readonly string[]) => runTouchstone(args, { cwd: path, env });
      const data = ['--data', COLORBENCH, '--limit', '24', '--chooser', 'python-mt'];
      const walk = ['run', 'colorbench', ...data, '--agent', 'random', '--run-id'];
      const alone = await call([...walk, 'alone']);
      const worker = (name: string) =>
        start(path, ['worker', '--queue', redis.url, '--name', name, '--lease', '2']);
      using first = worker('a');
      using many = start(path, [...walk, 'many', '--queue', redis.url]);
      const directory = join(path, 'runs', 'many');
      const journal = join(directory, 'journal-a.jsonl');
      await expect.poll(() => existsSync(journal), { timeout: 240_000, interval: 5 }).toBe(true);
      const ends = async (): Promise<number> =>
        (await readFile(journal, 'utf8')).split('\n').filter((line) => line.includes('"type":"item-end"'))
          .length;
      await expect.poll(ends, { timeout: 240_000, interval: 5 }).toBeGreaterThan(2);
      // Within an episode, as a laptop that is closed.
      await expect
        .poll(
          async () => {
            first.child.kill('SIGSTOP');
            const { left } = await indexRun(directory);
            if (left.size === 0) first.child.kill('SIGCONT');
            return left.size;
          },
          { timeout: 60_000, interval: 20 },
        )
        .toBe(1);
      const [held = ''] = (await indexRun(directory)).left.keys();
      using last = worker('b');
      const ended = await many.ended;
      expect(ended.code, ended.err).toBe(0);
      expect(ended.out).toBe(alone.stdout);
      const before = await readFile(journal, 'utf8');
      first.child.kill('SIGCONT');
      first.child.kill('SIGTERM');
      await first.ended;
      last.child.kill('SIGTERM');
      await last.ended;
      // It may have said more; none of it counts.
      expect((await readFile(journal, 'utf8')).startsWith(before)).toBe(true);
      expect((await indexRun(directory)).items.get(held)?.writer).toBe('b');
      expect(await normaliseRun(directory)).toEqual(await normaliseRun(join(path, 'runs', 'alone')));
    },
  );

  it('asks for no step twice where the queue forgets the run while a worker is at it', async () => {
    await using folder = await temporaryFolder();
    await using redis = await startRedis();
    const { path } = folder;
    const call = (args: readonly string[]) =>
      runTouchstone(args, { cwd: path, env: { TOUCHSTONE_HOME: join(path, 'home') } });
    /** Instruction of an item that takes far longer than the others; none at first. */
    let slow: string | null = null;
    let answered = 0;
    let slowly = 0;
    await using endpoint = await openModelEndpoint(
      async ({ texts }) => {
        answered += 1;
        const isSlow = slow !== null && texts.some((text) => text.includes(slow ?? ''));
        if (isSlow) slowly += 1;
        await sleep(isSlow ? 1_000 : 0);
        return 'Action: Click(500, 700)';
      },
      { latencyMs: 0, keeps: false },
    );
    const kind = { provider: 'openai-compatible', dialect: 'generic_call', model: 'm' };
    const profile = { formatVersion: 1, id: 'm', ...kind, baseUrl: endpoint.baseUrl };
    await writeFile(join(path, 'm.json'), JSON.stringify(profile));
    const model = ['--agent', 'direct', '--dialect', 'generic_call', '--profile', 'm.json'];
    const run = ['run', 'pocket', ...model, '--limit', '4', '--max-steps', '6', '--run-id'];
    const alone = await call([...run, 'alone']);
    const needed = answered;
    answered = 0;
    const items = Object.values((await normaliseRun(join(path, 'runs', 'alone')))['items'] as object);
    const [{ task }] = items as [{ readonly task: Task }];
    slow = Object.values(task.instructions)[0] ?? null;
    expect(slow).toMatch(/\w/);
    using worker = start(path, ['worker', '--queue', redis.url, '--name', 'a', '--concurrency', '2']);
    using many = start(path, [...run, 'many', '--queue', redis.url]);
    // The others end meanwhile, and the worker is free to be given it once more.
    await expect.poll(() => slowly, { timeout: 240_000, interval: 5 }).toBe(2);
    await redis.stop('SIGKILL');
    await redis.start({ empty: true });
    const ended = await many.ended;
    expect(ended.code, ended.err).toBe(0);
    expect(ended.err).toContain('the queue has lost the run');
    expect(tablesOf(ended.out)).toBe(tablesOf(alone.stdout));
    worker.child.kill('SIGTERM');
    expect((await worker.ended).code).toBe(0);
    expect(answered).toBe(needed);
    expect(await normaliseRun(join(path, 'runs', 'many'))).toEqual(
      await normaliseRun(join(path, 'runs', 'alone')),
    );
  });

  it('stops where the model is gone for all its workers, blames no agent, and comes to the same once it is back', async () => {
    await using folder = await temporaryFolder();
    await using redis = await startRedis();
    const { path } = folder;
    const call = (args: readonly string[]) =>
      runTouchstone(args, { cwd: path, env: { TOUCHSTONE_HOME: join(path, 'home') } });
    let answered = 0;
    /** Answers that are given; then nothing listens at its port any more. */
    let most = Infinity;
    const gone: PromiseLike<void>[] = [];
    const open = (port?: number): Promise<ModelEndpoint> =>
      openModelEndpoint(
        () => {
          answered += 1;
          if (answered === most) gone.push(endpoint[Symbol.asyncDispose]());
          return 'Action: Click(500, 700)';
        },
        { latencyMs: 10, keeps: false, ...(port === undefined ? {} : { port }) },
      );
    let endpoint = await open();
    const { baseUrl } = endpoint;
    // What a call tries by itself is short here: the run waits, not the call.
    const retries = { attempts: 2, firstDelayMs: 10 };
    const profile = {
      formatVersion: 1,
      id: 'm',
      provider: 'openai-compatible',
      dialect: 'generic_call',
      model: 'm',
      baseUrl,
      retries,
    };
    await writeFile(join(path, 'm.json'), JSON.stringify(profile));
    const limits = ['--limit', String(ITEMS), '--max-steps', '4', '--outage-seconds', '1'];
    const model = ['--agent', 'react', '--dialect', 'generic_call', '--profile', 'm.json'];
    const run = ['run', 'pocket', ...model, ...limits, '--run-id'];
    const worker = (name: string) =>
      start(path, ['worker', '--queue', redis.url, '--name', name, '--concurrency', '1']);
    using first = worker('a');
    using second = worker('b');
    try {
      const alone = await call([...run, 'alone']);
      expect(alone.code).toBe(0);
      const undisturbed = await endsIn(join(path, 'runs', 'alone'));
      most = answered + Math.floor(answered / 2);
      const many = await call([...run, 'many', '--queue', redis.url]);
      await Promise.all(gone);
      expect([many.code, many.stderr]).toEqual([5, expect.stringContaining('Stopped by an outage: ')]);
      const directory = join(path, 'runs', 'many');
      const stopped = await endsIn(directory);
      expect(Object.keys(stopped).length).toBeLessThan(ITEMS);
      for (const [item, end] of Object.entries(stopped)) {
        expect([item, end]).toEqual([item, expect.toBeOneOf([undisturbed[item], 'model_error model'])]);
      }
      most = Infinity;
      endpoint = await open(Number(new URL(baseUrl).port));
      const resumed = await call(['resume', 'many', '--retry-voided', '--queue', redis.url]);
      expect(resumed.stderr).toContain(`${ITEMS} of ${ITEMS} episodes done`);
      expect(tablesOf(resumed.stdout)).toBe(tablesOf(alone.stdout));
      expect(await endsIn(directory)).toEqual(undisturbed);
      const writers = new Set((await readdir(directory)).filter((name) => /^journal-[ab]/.test(name)));
      expect(writers.size).toBe(2);
      for (const { child, ended } of [first, second]) {
        child.kill('SIGTERM');
        expect((await ended).code).toBe(0);
      }
    } finally {
      await endpoint[Symbol.asyncDispose]();
    }
  });
});

/** What was printed before what calls took, which no two runs share. */
function tablesOf(printed: string): string {
  const at = printed.indexOf('Speed and history of the calls');
  expect(at).toBeGreaterThan(0);
  return printed.slice(0, at);
}

/** How each item ended, with the owner of what went wrong. */
async function endsIn(directory: string): Promise<Record<string, string>> {
  const { items } = await indexRun(directory);
  return Object.fromEntries(
    [...items].map(([key, { end }]) => [key, [end.reason, end.fault ?? ''].join(' ').trim()]),
  );
}
