import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveEnvironment, type ServedEnvironment } from '../../src/testing/phones/served-environment.js';
import { NO_ADB, startAdbServer, type AdbServer } from '../fixtures/adb/adb-server.js';
import { CLOCK, NOTES, SphinxPhone, writePhoneTasks, type PhoneTask } from '../fixtures/sphinx-phone.js';
import { shortWaits } from '../fixtures/short-waits.js';
import { IS_WHOLE } from '../fixtures/whole-tests.js';
import { runTouchstone, type RunOptions } from './run-touchstone.js';

if (NO_ADB !== null) console.log(NO_ADB);

const WAIT = { timeout: 240_000 };

/** Presses `Next` as often as the task says, and stops. */
const AGENT = `
  import { createInterface } from 'node:readline';
  const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
  let left = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.type === 'open') { left = Number(message.instruction.split(' ')[1]); say({ type: 'ready' }); }
    if (message.type !== 'observe') continue;
    const point = { x: 135, y: 450, space: 'pixel' };
    say({ type: 'decide', action: left-- > 0
      ? { type: 'tap', target: { type: 'point', point } }
      : { type: 'stop', status: 'success' } });
  }
`;

interface Event {
  readonly type: string;
  readonly item?: string;
  readonly end?: Readonly<Record<string, string>>;
  readonly failure?: Readonly<Record<string, string>>;
}

describe.skipIf(NO_ADB !== null)("SPHINX's tasks on a phone of the real adb server", () => {
  const phone = new SphinxPhone();
  let served: ServedEnvironment;
  let adb: AdbServer;
  let folder: string;
  let waits: Disposable;

  beforeAll(async () => {
    // The published harness waits seconds behind each action; this phone needs none.
    waits = shortWaits(50);
    served = await serveEnvironment(phone, { start: { task: 'sphinx', repeat: 0, seed: 0 } });
    adb = await startAdbServer();
    await adb.run(['connect', served.address]);
  }, WAIT.timeout);
  afterAll(async () => {
    for (const part of [adb, served]) await part[Symbol.asyncDispose]();
    waits[Symbol.dispose]();
  }, WAIT.timeout);
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-sphinx-phones-'));
    await writeFile(join(folder, 'agent.mjs'), AGENT);
    phone.begin();
    return () => rm(folder, { recursive: true, force: true });
  });

  const touchstone = (args: readonly string[], env: Record<string, string> = {}, more: RunOptions = {}) =>
    runTouchstone([...args, '--runs', join(folder, 'runs')], {
      ...more,
      env: { TOUCHSTONE_HOME: join(folder, 'home'), ANDROID_ADB_SERVER_PORT: String(adb.port), ...env },
    });
  const run = async (
    tasks: readonly PhoneTask[],
    args: readonly string[] = [],
    env: Record<string, string> = {},
    more: RunOptions = {},
  ) => {
    await writePhoneTasks(join(folder, 'data'), tasks);
    const options = ['--agent', 'process', '--agent-option', `command=node ${join(folder, 'agent.mjs')}`];
    const where = ['--data', join(folder, 'data'), '--env', 'android', '--mode', 'corrected'];
    const named = ['run', 'sphinx', ...where, ...options, '--run-id', 'r', '--json', ...args];
    return await touchstone(named, env, more);
  };
  const journal = async (): Promise<string> =>
    await readFile(join(folder, 'runs/r/journal-main.jsonl'), 'utf8');
  const events = async (type: string): Promise<readonly Event[]> =>
    (await journal())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Event)
      .filter((event) => event.type === type);
  /** Episodes with what rules made of them. */
  const outcomes = async (): Promise<Readonly<Record<string, string>>> => {
    const { stdout } = await touchstone(['score', 'r', '--json'], { ANDROID_ADB_SERVER_PORT: '1' });
    const { results } = JSON.parse(stdout) as { results: { item: string; outcome: string }[] };
    return Object.fromEntries(results.map(({ item, outcome }) => [item, outcome]));
  };

  it('are done app by app, and judged by their rules on the hierarchies of the phone', WAIT, async () => {
    const done = await run([
      { id: 1, says: 'press 1', apps: { notes: 'List', clock: 'List' } },
      { id: 2, says: 'press 2', apps: { notes: 'Note', bank: 'Note' } },
      { id: 3, says: 'press 1', apps: { clock: 'Note' } },
    ]);
    expect(done.stderr).toContain(`org.example.bank is not installed on ${served.address}`);
    expect(done.stderr).toContain('adb -s');
    const items = (await events('item-start')).map(({ item }) => item);
    const [first, second] = [
      ['navigation/1/notes', 'navigation/2/notes'],
      ['navigation/1/clock', 'navigation/3/clock'],
    ];
    expect(items).toEqual([...first, ...second, 'navigation/2/bank']);
    expect(await outcomes()).toEqual({
      'navigation/1/notes': 'passed',
      'navigation/2/notes': 'passed',
      'navigation/1/clock': 'passed',
      'navigation/3/clock': 'failed',
      'navigation/2/bank': 'user_error',
    });
    const bank = (await events('item-end')).find(({ item }) => item === 'navigation/2/bank');
    expect(bank?.end).toMatchObject({ reason: 'user_error', fault: 'user' });
    const { tables } = JSON.parse(done.stdout) as {
      tables: { id: string; rows: { text: string }[][] }[];
    };
    const table4 = tables.find(({ id }) => id === 'sphinx-table-4')?.rows[0]?.map(({ text }) => text);
    expect(table4?.[2]).toBe('75.0 [60.0–80.0]');
  });

  it(
    'stop and start the app before each task, and keep its data unless told to remove them',
    WAIT,
    async () => {
      const tasks = [
        { id: 1, says: 'press 1', apps: { clock: 'pressed 1' } },
        { id: 2, says: 'press 1', apps: { clock: 'pressed 2' } },
      ];
      const kept = await run(tasks);
      expect(kept.stderr).toContain('Apps keep their data');
      expect(await outcomes()).toEqual({ 'navigation/1/clock': 'passed', 'navigation/2/clock': 'passed' });
      expect(phone.done.filter((one) => one.startsWith('clear'))).toEqual([]);
      const between = phone.done.slice(
        phone.done.indexOf(`next ${CLOCK}`),
        phone.done.lastIndexOf(`next ${CLOCK}`),
      );
      expect(between).toEqual(expect.arrayContaining([`stop ${CLOCK}`, `open ${CLOCK}`]));

      phone.begin();
      await rm(join(folder, 'runs'), { recursive: true });
      const cleared = await run(tasks, ['--benchmark-option', 'reset=clear']);
      expect(cleared.stderr).not.toContain('Apps keep their data');
      expect(await outcomes()).toEqual({ 'navigation/1/clock': 'passed', 'navigation/2/clock': 'failed' });
      expect(phone.done.filter((one) => one.startsWith('clear'))).toEqual([
        `clear ${CLOCK}`,
        `clear ${CLOCK}`,
      ]);
    },
  );

  it('sign in by the script, and never show what it typed', WAIT, async () => {
    const secret = 'hunter2-secret';
    phone.begin({ password: secret });
    const tasks = [{ id: 1, says: 'press 2', apps: { notes: 'Note' } }];
    const args = ['--benchmark-option', 'reset=clear'];
    const done = await run(tasks, args, { SPHINX_PASSWORD: secret });
    expect(await outcomes()).toEqual({ 'navigation/1/notes': 'passed' });
    const kept = await readdir(join(folder, 'runs'), { recursive: true, withFileTypes: true });
    const files = await Promise.all(
      kept.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name), 'utf8')),
    );
    // The app shows the password on every screen behind the login.
    expect(files.join('')).toContain('signed in by {secret:SPHINX_PASSWORD}');
    for (const text of [...files, done.stdout, done.stderr]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString('base64'));
    }
  });

  it('are void, and touch no app, where nobody has set what the login types', WAIT, async () => {
    phone.begin({ password: 'right' });
    const tasks = [{ id: 1, says: 'press 1', apps: { notes: 'List', clock: 'List' } }];
    const args = ['--benchmark-option', 'reset=clear'];
    const unset = await run(tasks, args);
    expect(unset.stderr).toContain('SPHINX_NOTES_PASSWORD');
    expect(await outcomes()).toEqual({ 'navigation/1/notes': 'user_error', 'navigation/1/clock': 'passed' });
    expect(phone.done.filter((one) => one.endsWith(NOTES))).toEqual([]);
  });

  it('are refused where none of their apps is there, and for anything but navigation', WAIT, async () => {
    const tasks = [{ id: 1, says: 'press 1', apps: { bank: 'List' } }];
    expect(await run(tasks)).toMatchObject({ code: 2, stderr: expect.stringContaining('org.example.bank') });
    const asked = await run(tasks, ['--dimensions', 'planning']);
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('only navigation') });
    const reset = await run(tasks, ['--benchmark-option', 'reset=reinstall']);
    expect(reset).toMatchObject({ code: 2, stderr: expect.stringContaining('restart, clear') });
  });

  it(
    'end behind three equal actions in reference mode, judged on the screen that they led to',
    WAIT,
    async () => {
      const tasks = [{ id: 1, says: 'press 9', apps: { clock: 'pressed 3' } }];
      await run(tasks, ['--mode', 'reference']);
      expect(await outcomes()).toEqual({ 'navigation/1/clock': 'passed' });
      expect((await events('item-end'))[0]?.end).toMatchObject({ code: 'repetition' });
      expect(phone.done.filter((one) => one.startsWith('next'))).toHaveLength(3);
    },
  );

  it.runIf(IS_WHOLE)(
    'fill a row of the paper that needs phones, with the difference to what was printed',
    WAIT,
    async () => {
      const row = ['reproduce', 'sphinx/table-4', '--row', 'text-gpt-4o-on-phones'];
      const dry = await touchstone([...row, '--dry-run']);
      expect(dry.stdout).toMatch(
        /^touchstone run sphinx --data DIR --env android --forbid none .*--benchmark-option reset=clear/,
      );
      await writePhoneTasks(join(folder, 'data'), [{ id: 1, says: 'press 1', apps: { clock: 'pressed 1' } }]);
      const agent = ['--agent', 'process', '--agent-option', `command=node ${join(folder, 'agent.mjs')}`];
      const done = await touchstone([
        ...row,
        '--data',
        join(folder, 'data'),
        ...agent,
        '--json',
        '--no-preflight',
      ]);
      const { lines } = JSON.parse(done.stdout) as {
        lines: { row: string; values: ({ value: number; difference: number | null } | null)[] }[];
      };
      expect(lines[0]?.row).toBe('text-gpt-4o-on-phones');
      expect(lines[0]?.values[0]).toMatchObject({ value: 100, difference: expect.closeTo(71.3) });
      expect(phone.done).toContain(`clear ${CLOCK}`);
    },
  );

  it('go on after a kill where the run was, the task under way anew', WAIT, async () => {
    const tasks = [1, 2, 3].map((id) => ({ id, says: 'press 2', apps: { clock: 'Note' } }));
    let kill = (): void => {};
    phone.onPress = (count) => {
      if (count === 3) kill();
    };
    const killed = await run(tasks, [], {}, { onSpawn: (child) => (kill = () => child.kill('SIGKILL')) });
    expect(killed.signal).toBe('SIGKILL');
    const resumed = await touchstone(['resume', 'r', '--json']);
    expect(JSON.parse(resumed.stdout)).toMatchObject({ status: 'complete', finished: 3, voided: 0 });
    expect(Object.values(await outcomes())).toEqual(['passed', 'passed', 'passed']);
    // The first task was done once, the second began anew.
    expect(phone.done.filter((one) => one.startsWith('next'))).toHaveLength(7);
  });

  it('are void, not failed, on a phone that dies under them', WAIT, async () => {
    const tasks = [{ id: 1, says: 'press 9', apps: { clock: 'Note' } }];
    phone.onPress = (count) => {
      if (count === 2) served.daemon.disconnect();
    };
    await run(tasks);
    const [failed] = [...(await events('item-retry')), ...(await events('item-end'))];
    expect(failed?.failure).toMatchObject({ fault: 'environment', code: 'DEVICE_FAULT' });
    expect(Object.values(await outcomes())).not.toContain('failed');
    await adb.run(['disconnect', served.address]);
    await adb.run(['connect', served.address]);
  });
});
