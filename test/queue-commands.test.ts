import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { nameForQueue } from '../src/app/distribute/queue-note.js';
import { buildProgram } from '../src/cli/program.js';
import { openRunQueue } from '../src/queue/open-run-queue.js';
import { commandContext } from '../src/testing/command-context.js';
import { temporaryFolder } from '../src/testing/run-fakes/run-fake.js';
import { runInProcess } from './fixtures/run-in-process.js';
import { NO_REDIS, startRedis } from './fixtures/redis-server.js';

async function touchstone(...args: string[]): Promise<string> {
  const { context, printed } = commandContext({ workingDirectory: '/', environment: {} });
  const program = await buildProgram(context, args);
  await program.parseAsync(['node', 'touchstone', ...args]);
  return printed();
}

describe(`touchstone queue ${NO_REDIS ?? ''}`.trim(), { skip: NO_REDIS !== null }, () => {
  it('shows runs with who refused them, pauses one, goes on, and has workers try again', async () => {
    await using redis = await startRedis();
    const { url } = redis;
    await using queue = await openRunQueue(url, { onNote: () => undefined });
    expect(await touchstone('queue', 'status', url)).toContain('There is none: begin one with');
    const names = {
      run: 'nightly',
      folder: 'nightly',
      benchmark: 'b',
      agent: 'a',
      identityHash: 'a'.repeat(64),
    };
    const budgets = { seconds: null, tokens: null, money: null };
    await queue.add('nightly', [{ key: { item: 'one', repeat: 0 } }]);
    await queue.announce({ ...names, planned: 1, needs: ['gpu'], budgets }, new Map());
    await queue.refuse('nightly', { worker: 'old', reason: 'it is of version 0.0.1' });
    const stateOf = async () => (await queue.runs()).map(({ state }) => state);
    const shown = await touchstone('queue', 'status', url);
    expect(shown).toContain('nightly: worker old does not do it: it is of version 0.0.1');
    expect(shown).toMatch(/nightly\s+open\s+1\s+0\s+0\s+1\s+0\s+gpu/);
    expect(await touchstone('queue', 'pause', '--queue', url, 'nightly')).toContain('nightly is paused');
    expect(await stateOf()).toEqual(['paused']);
    expect(await touchstone('queue', 'resume', url, 'nightly')).toContain('handed out again');
    expect(await stateOf()).toEqual(['open']);
    expect(await touchstone('queue', 'retry', url)).toBe('nightly: 0 items handed out again\n');
    expect((await queue.runs())[0]?.refused).toEqual([]);
    // Another team's run of that name.
    const twin = { ...names, run: 'nightly~0002', planned: 1, needs: [], budgets };
    await queue.announce({ ...twin, run: 'nightly~0001' }, new Map());
    await queue.announce(twin, new Map());
    expect(await touchstone('queue', 'remove', url, 'nightly')).toBe('nightly is forgotten\n');
    await expect(touchstone('queue', 'pause', url, 'nightly')).rejects.toThrow('2 runs of the name nightly');
    await touchstone('queue', 'remove', url, 'nightly~0001');
    expect(await touchstone('queue', 'pause', url, 'nightly')).toContain('nightly~0002 is paused');
    await expect(touchstone('queue', 'pause', url, 'another')).rejects.toThrow(
      'the queue has no run another',
    );
  });
});

describe(`touchstone queue remove ${NO_REDIS ?? ''}`.trim(), { skip: NO_REDIS !== null }, () => {
  it('forgets no run that somebody coordinates, or has an item of', async () => {
    await using redis = await startRedis();
    const { url } = redis;
    await using queue = await openRunQueue(url, { onNote: () => undefined });
    const run = { run: 'nightly', folder: 'nightly', benchmark: 'b', agent: 'a', identityHash: '0' };
    const budgets = { seconds: null, tokens: null, money: null };
    await queue.add('nightly', [{ key: { item: 'one', repeat: 0 } }]);
    await queue.announce({ ...run, planned: 1, needs: [], budgets }, new Map());
    expect(await touchstone('queue', 'status', url)).toMatch(/nightly\s+open .* none\n/);
    const coordinated = queue.coordinate('nightly');
    await expect.poll(async () => (await queue.runs())[0]?.coordinatorMsAgo).not.toBeNull();
    expect(await touchstone('queue', 'status', url)).toMatch(/nightly\s+open .* [\d.]+m?s ago\n/);
    await expect(touchstone('queue', 'remove', url, 'nightly')).rejects.toMatchObject({
      message: 'somebody coordinates the run nightly',
      hint: expect.stringContaining('Ctrl-C') as unknown,
    });
    await coordinated[Symbol.asyncDispose]();
    const worker = { name: 'w', session: 's', host: 'h', pid: 1, version: '0', run: 'nightly' };
    await queue.beat({ ...worker, items: 2 }, 6_000);
    await expect(touchstone('queue', 'remove', url, 'nightly')).rejects.toMatchObject({
      message: 'worker w has 2 items of the run nightly',
      hint: expect.stringContaining('touchstone queue pause') as unknown,
    });
    expect(await queue.counts('nightly')).not.toBeNull();
    await queue.beat({ ...worker, items: 0 }, 6_000);
    expect(await touchstone('queue', 'remove', url, 'nightly')).toBe('nightly is forgotten\n');
  });
});

describe('a run that has ended', { skip: NO_REDIS !== null }, () => {
  it('is not handed out when it is resumed, and a queue that has it still forgets it', async () => {
    await using redis = await startRedis();
    await using folder = await temporaryFolder();
    const command = (...args: string[]) => runInProcess(args, { cwd: folder.path });
    await command('run', 'pocket', '--agent', 'oracle', '--limit', '1', '--run-id', 'r');
    const directory = join(folder.path, 'runs', 'r');
    const before = await readdir(directory);
    const resumed = await command('resume', 'r', '--queue', redis.url);
    expect([resumed.code, resumed.stderr]).toEqual([0, expect.stringContaining('nothing is left to do')]);
    expect(await readdir(directory)).toEqual(before);
    // Of a coordinator that was killed before it could tell the queue.
    const run = await nameForQueue(directory);
    await using queue = await openRunQueue(redis.url, { onNote: () => undefined });
    const what = { run, folder: 'r', benchmark: 'b', agent: 'a', identityHash: 'a'.repeat(64) };
    const budgets = { seconds: null, tokens: null, money: null };
    await queue.announce({ ...what, planned: 1, needs: [], budgets }, new Map());
    expect(await queue.runs()).toHaveLength(1);
    await command('resume', 'r', '--queue', redis.url);
    expect(await queue.runs()).toEqual([]);

    // Its status then says where what came of it is.
    for (const name of ['r', run]) {
      const shown = await command('queue', 'status', redis.url, name);
      expect([shown.code, shown.stdout]).toEqual([
        0,
        `${run} has ended: 1 of 1 episode done; kept in runs/r\nNext: touchstone report runs/r\n`,
      ]);
    }
    const told = JSON.parse((await command('queue', 'status', redis.url, 'r', '--json')).stdout) as object;
    expect(told).toMatchObject({ runs: [], ended: { run, directory, status: 'complete', finished: 1 } });
    // A run of that name which this queue never had, one that is nowhere, and what cannot name one.
    for (const name of ['r~00000000', 'other', '../r']) {
      const unknown = await command('queue', 'status', redis.url, name);
      expect(unknown.code).toBe(2);
      expect(unknown.stderr).toContain(`the queue has no run ${name}: it has ended, or is not known there`);
      expect(unknown.stderr).toContain('touchstone list runs');
    }
    const journal = join(directory, 'journal-main.jsonl');
    const lines = (await readFile(journal, 'utf8')).trimEnd().split('\n');
    await writeFile(journal, `${lines.slice(0, -1).join('\n')}\n`);
    const cut = await command('queue', 'status', redis.url, 'r');
    expect(cut.stdout).toContain('did not come to its end: 1 of 1 episode done; kept in runs/r');
    expect(cut.stdout).toContain('Go on with: touchstone resume runs/r --queue URL');
  });
});

describe('touchstone worker', () => {
  it.each([
    [['--concurrency', '0'], '--concurrency takes a whole number from 1, got "0"', /run's own number/],
    [['--concurrency', '1.5'], '--concurrency takes a whole number from 1, got "1.5"', /run's own number/],
    [['--lease', '0'], '--lease takes a number from 1, got "0"', /in seconds, 30 unless given/],
    [['--drain', 'x'], '--drain takes a number from 0, got "x"', /in seconds, 30 unless given/],
    [['--name', 'main'], '--name main', /another one/],
    [['--has', 'gpus'], '--has gpus: nothing needs that', /device, pictures, gpu/],
    [['--health', 'x'], '--health: "x" is no port', /--health 9090, or --health HOST:9090/],
    [['--health', 'lab-1:'], '--health: "" is no port', /--health HOST:9090/],
    [['--health', '99999'], '--health: 99999 is no port', /go to 65535/],
  ])('refuses %j with what to do', async (flags, message, hint) => {
    const called = touchstone('worker', '--queue', 'redis://127.0.0.1:1', ...flags);
    await expect(called).rejects.toMatchObject({
      message: expect.stringContaining(message) as unknown,
      hint: expect.stringMatching(hint) as unknown,
    });
  });

  it(
    'says that its folder of runs is not there, and refuses a file',
    { skip: NO_REDIS !== null },
    async () => {
      await using redis = await startRedis();
      await using folder = await temporaryFolder();
      const work = async (runs: string): Promise<string> => {
        const { context, told } = commandContext({ workingDirectory: folder.path, environment: {} });
        const args = ['worker', '--queue', redis.url, '--once', '--name', 'w', '--runs', runs];
        const program = await buildProgram(context, args);
        await program.parseAsync(['node', 'touchstone', ...args]);
        return told();
      };
      expect(await work('NOWHERE')).toMatch(
        /note: there is no folder .*NOWHERE yet, and it is looked for with each run; --runs, or TOUCHSTONE_RUNS, names/,
      );
      expect(await work('.')).not.toContain('note:');
      await writeFile(join(folder.path, 'file'), '');
      await expect(work('file')).rejects.toThrow('is no folder of runs');
    },
  );
});

describe(
  `touchstone worker of a name that another has ${NO_REDIS ?? ''}`.trim(),
  { skip: NO_REDIS !== null },
  () => {
    it('is refused while that is there, and begins at once when it has left', async () => {
      await using redis = await startRedis();
      await using folder = await temporaryFolder();
      await using queue = await openRunQueue(redis.url, { onNote: () => undefined });
      const work = async (interrupted: AbortSignal, ...more: string[]): Promise<string> => {
        const { context, told } = commandContext({ workingDirectory: folder.path, environment: {} });
        const args = ['worker', '--queue', redis.url, '--name', 'w1', '--runs', '.', ...more];
        const program = await buildProgram({ ...context, interrupted }, args);
        await program.parseAsync(['node', 'touchstone', ...args]);
        return told();
      };
      const [end, never] = [new AbortController(), new AbortController().signal];
      const first = work(end.signal);
      const names = async () => (await queue.status()).workers.map(({ name }) => name);
      await vi.waitUntil(async () => (await names()).includes('w1'), 60_000);
      await expect(work(never)).rejects.toMatchObject({
        code: 'WORKER_NAME',
        place: { file: queue.place },
        hint: expect.stringContaining('another --name') as unknown,
      });
      expect(await names()).toEqual(['w1']);
      end.abort();
      expect(await first).toContain('worker w1 ends: 0 items done');
      expect(await work(never, '--once')).not.toContain('waiting');
      expect(await names()).toEqual([]);
    });
  },
);

describe('a run that workers do', { skip: NO_REDIS !== null }, () => {
  it('is followed episode by episode with what each came to, as one without workers', async () => {
    await using redis = await startRedis();
    await using folder = await temporaryFolder();
    const environment = { TOUCHSTONE_HOME: folder.path };
    const end = new AbortController();
    const { context } = commandContext({ workingDirectory: folder.path, environment });
    const args = ['worker', '--queue', redis.url, '--name', 'w1'];
    const program = await buildProgram({ ...context, interrupted: end.signal }, args);
    const working = program.parseAsync(['node', 'touchstone', ...args]);
    const episodesOf = async (...more: string[]): Promise<readonly string[]> => {
      const walk = ['run', 'pocket', '--agent', 'oracle', '--limit', '3', ...more];
      const { stderr } = await runInProcess(walk, { cwd: folder.path });
      return stderr
        .split('\n')
        .filter((line) => /: (?:passed|failed|agent_stop)/.test(line))
        .toSorted();
    };
    const local = await episodesOf('--run-id', 'local');
    expect(local).toHaveLength(3);
    expect(local[0]).toContain(': passed (agent_stop after ');
    expect(await episodesOf('--run-id', 'many', '--queue', redis.url)).toEqual(local);
    end.abort();
    await working;
  });
});

describe('touchstone devices', () => {
  const NOBODY = 'postgres://bench@127.0.0.1:1/none';

  it('goes by TOUCHSTONE_LEASES where no flag names a database, and by neither with --own', async () => {
    await using folder = await temporaryFolder();
    const devices = async (...args: string[]): Promise<unknown> => {
      const environment = { TOUCHSTONE_LEASES: NOBODY, TOUCHSTONE_HOME: folder.path };
      const { context } = commandContext({ workingDirectory: folder.path, environment });
      const program = await buildProgram(context, ['devices', ...args]);
      return await program
        .parseAsync(['node', 'touchstone', 'devices', ...args])
        .catch((error: unknown) => error);
    };
    const away = { code: 'DATABASE_AWAY', message: expect.stringContaining('127.0.0.1:1') as unknown };
    expect(await devices()).toMatchObject(away);
    expect(await devices('share', '--address', 'lab-1:5037', '--once')).toMatchObject(away);
    expect(await devices('--leases', NOBODY.replace(':1/', ':2/'))).toMatchObject({
      message: expect.stringContaining('127.0.0.1:2') as unknown,
    });
    // No adb server listens there.
    expect(await devices('--own', '--adb-port', '1')).not.toMatchObject({ code: 'DATABASE_AWAY' });
    expect(await devices('--own', '--leases', NOBODY)).toMatchObject({ hint: 'Leave one of them out.' });
  });

  it('is shared with a database alone', async () => {
    await expect(touchstone('devices', 'share', '--address', 'lab-1:5037')).rejects.toMatchObject({
      message: 'no database of phones is named',
      hint: expect.stringContaining('TOUCHSTONE_LEASES') as unknown,
    });
  });
});
