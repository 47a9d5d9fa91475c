import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { indexRun } from '../src/formats/run/run-index.js';
import { smartSocketServer } from '../src/phone/server/smart-socket-server.js';
import { serveEnvironment } from '../src/testing/phones/served-environment.js';
import { NOTES_TASKS, notesRun } from './fixtures/notes-run.js';
import { NO_REDIS, startRedis } from './fixtures/redis-server.js';
import { temporaryFolder } from './fixtures/sphinx-data.js';
import { SphinxPhone } from './fixtures/sphinx-phone.js';

it(
  `does a run on two phones with two workers, and comes to the tables of a local one ${NO_REDIS ?? ''}`.trim(),
  { timeout: 120_000, skip: NO_REDIS !== null },
  async () => {
    await using folder = await temporaryFolder();
    const notes = await notesRun(folder.path);
    const start = { task: 'notes', repeat: 0, seed: 0 };
    await using one = await serveEnvironment(new SphinxPhone(), { start, serial: 'one' });
    await using two = await serveEnvironment(new SphinxPhone(), { start, serial: 'two' });
    await using server = await smartSocketServer({ phones: [one.device, two.device] });
    await using redis = await startRedis();
    const environment = { ANDROID_ADB_SERVER_PORT: String(server.port) };
    const call = (args: readonly string[], interrupted?: AbortSignal) =>
      notes.call(args, { environment, ...(interrupted === undefined ? {} : { interrupted }) });
    const local = await call([...notes.run, '--run-id', 'local']);

    const leave = new AbortController();
    const workers = ['a', 'b'].map((name) =>
      call(['worker', '--queue', redis.url, '--name', name, '--drain', '0'], leave.signal),
    );
    const many = await call([...notes.run, '--run-id', 'many', '--queue', redis.url]);
    leave.abort();
    const said = await Promise.all(workers);
    expect(said.map(({ err }) => err).join('')).not.toContain('does not do');

    const documents = [local, many].map(({ out }) => JSON.parse(out) as Record<string, unknown>);
    expect(documents[0]).toMatchObject({ status: 'complete', finished: NOTES_TASKS, voided: 0 });
    expect(documents[1]).toMatchObject({ status: 'complete', finished: NOTES_TASKS, voided: 0 });
    expect(documents[1]?.['tables']).toEqual(documents[0]?.['tables']);
    // The coordinator took none of the phones, and each was given back.
    expect(documents[1]?.['identityHash']).toEqual(documents[0]?.['identityHash']);
    const index = await indexRun(join(folder.path, 'runs', 'many'));
    expect([...index.items.values()].every(({ writer }) => writer === 'a' || writer === 'b')).toBe(true);
    expect(await readdir(join(folder.path, 'home', 'devices'))).toEqual([]);
  },
);
