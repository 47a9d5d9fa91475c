import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildProgram } from '../src/cli/program.js';
import { indexRun } from '../src/formats/run/run-index.js';
import { smartSocketServer } from '../src/phone/server/smart-socket-server.js';
import { commandContext } from '../src/testing/command-context.js';
import { serveEnvironment } from '../src/testing/phones/served-environment.js';
import { NO_REDIS, startRedis } from './fixtures/redis-server.js';
import { temporaryFolder, writeFiles } from './fixtures/sphinx-data.js';
import { endsWith, NOTES, SphinxPhone } from './fixtures/sphinx-phone.js';

const TASKS = 3;

const suite = {
  formatVersion: 1,
  name: 'notes',
  version: '1',
  languages: ['en'],
  defaultMaxSteps: 3,
  tasks: Array.from({ length: TASKS }, (_, number) => ({
    id: `task-${number}`,
    instructions: { en: 'Open the list.' },
    start: 'Notes',
    evaluators: [endsWith(number % 2 === 0 ? 'Home' : 'List')],
  })),
};
const android = {
  formatVersion: 1,
  apps: [{ name: 'Notes', package: NOTES, setup: { clear: true } }],
  settle: { firstMs: 10, everyMs: 10 },
};

it(
  `does a run on two phones with two workers, and comes to the tables of a local one ${NO_REDIS ?? ''}`.trim(),
  { timeout: 120_000, skip: NO_REDIS !== null },
  async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    await mkdir(data);
    await writeFiles(data, { 'suite.json': suite, 'android.json': android });
    const start = { task: 'notes', repeat: 0, seed: 0 };
    await using one = await serveEnvironment(new SphinxPhone(), { start, serial: 'one' });
    await using two = await serveEnvironment(new SphinxPhone(), { start, serial: 'two' });
    await using server = await smartSocketServer({ phones: [one.device, two.device] });
    await using redis = await startRedis();
    const call = async (args: readonly string[], interrupted?: AbortSignal) => {
      const { context, printed, told } = commandContext({
        workingDirectory: folder.path,
        environment: {
          TOUCHSTONE_HOME: join(folder.path, 'home'),
          ANDROID_ADB_SERVER_PORT: String(server.port),
        },
      });
      const program = await buildProgram(
        { ...context, interrupted: interrupted ?? context.interrupted },
        args,
      );
      await program.parseAsync(['node', 'touchstone', ...args]);
      return { out: printed(), err: told() };
    };
    const run = [
      'run',
      data,
      '--env',
      'android',
      '--agent',
      'always-complete',
      '--json',
      '--concurrency',
      '2',
    ];
    const local = await call([...run, '--run-id', 'local']);

    const leave = new AbortController();
    const workers = ['a', 'b'].map((name) =>
      call(['worker', '--queue', redis.url, '--name', name, '--drain', '0'], leave.signal),
    );
    const many = await call([...run, '--run-id', 'many', '--queue', redis.url]);
    leave.abort();
    const said = await Promise.all(workers);
    expect(said.map(({ err }) => err).join('')).not.toContain('does not do');

    const documents = [local, many].map(({ out }) => JSON.parse(out) as Record<string, unknown>);
    expect(documents[0]).toMatchObject({ status: 'complete', finished: TASKS, voided: 0 });
    expect(documents[1]).toMatchObject({ status: 'complete', finished: TASKS, voided: 0 });
    expect(documents[1]?.['tables']).toEqual(documents[0]?.['tables']);
    // The coordinator took none of the phones, and each was given back.
    expect(documents[1]?.['identityHash']).toEqual(documents[0]?.['identityHash']);
    const index = await indexRun(join(folder.path, 'runs', 'many'));
    expect([...index.items.values()].every(({ writer }) => writer === 'a' || writer === 'b')).toBe(true);
    expect(await readdir(join(folder.path, 'home', 'devices'))).toEqual([]);
  },
);
