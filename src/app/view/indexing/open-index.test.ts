import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { generateRun } from '../../../../test/fixtures/generated-run.js';
import { RunLock } from '../../../formats/run/run-lock.js';
import { CONTENT_VERSION } from '../../../storage/tables/content-version.js';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { openIndex, type OpenIndex } from './open-index.js';
import { rebuildIndex } from './rebuild-index.js';

const signal = new AbortController().signal;

/** A folder of one run whose index is of another version of the program. */
async function folderOf(version: number) {
  const folder = await temporaryFolder({ onDisk: true });
  const runs = join(folder.path, 'runs');
  const environment = { TOUCHSTONE_HOME: join(folder.path, 'home') };
  await mkdir(runs);
  await generateRun(join(runs, 'one'), { run: 'one', tasks: 2 });
  await rebuildIndex(runs, { environment, signal });
  const file = join(runs, '.touchstone', 'index.db');
  mark(file, version);
  const open = async (): Promise<OpenIndex> => {
    const index = await openIndex(runs, { environment });
    if (index === null) throw new Error('the folder is there');
    return index;
  };
  return { folder, runs, environment, file, open };
}

function mark(file: string, version: number): void {
  const database = new Database(file);
  database.prepare("update meta set value = ? where key = 'schema'").run([String(version)]);
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}

describe('an index in a file that another version of the program made', () => {
  it('is left as it is where that is newer: this program has one of its own', async () => {
    const { folder, runs, environment, file, open } = await folderOf(CONTENT_VERSION + 1);
    await using _ = folder;
    const before = await readFile(file);
    {
      await using index = await open();
      expect(index.place.startsWith(environment.TOUCHSTONE_HOME)).toBe(true);
      expect(index.isWriter).toBe(true);
    }
    const rebuilt = await rebuildIndex(runs, { environment, signal });
    expect(rebuilt).toMatchObject({ runs: 1, episodes: 2 });
    expect(rebuilt.database).not.toBe(file);
    expect((await readFile(file)).equals(before)).toBe(true);
    // Nothing keeps the newer program from its own.
    const left = await readdir(join(runs, '.touchstone'));
    // What belongs to a connection goes once libsql has let go of it.
    expect(left.filter((name) => !/-(?:wal|shm)$/.test(name))).toEqual(['index.db']);
  });

  it('is refused where there is a newer one in the only other place too', async () => {
    const { folder, open } = await folderOf(CONTENT_VERSION + 1);
    await using _ = folder;
    const own = await open();
    await own[Symbol.asyncDispose]();
    mark(own.place, CONTENT_VERSION + 2);
    await expect(open()).rejects.toMatchObject({
      code: 'INDEX_NEWER',
      message: expect.stringContaining(
        `${own.place}: The index is of format ${CONTENT_VERSION + 2}`,
      ) as unknown,
    });
  });

  it('is made once more where that is older, by one of two that begin at once', async () => {
    const { folder, file, open } = await folderOf(CONTENT_VERSION - 1);
    await using _ = folder;
    const indexes = await Promise.all([open(), open()]);
    expect(indexes.map(({ place }) => place)).toEqual([file, file]);
    expect(indexes.filter(({ isWriter }) => isWriter)).toHaveLength(1);
    for (const index of indexes) {
      expect(await index.store.runs()).toEqual([]);
      await index[Symbol.asyncDispose]();
    }
  });

  it('is not waited for where a program of the older version keeps it', async () => {
    const { folder, file, environment, open } = await folderOf(CONTENT_VERSION - 1);
    await using _ = folder;
    await using lock = await RunLock.acquire(join(file, '..'), { writer: 'index' });
    const before = await readFile(file);
    await using index = await open();
    expect(index.place.startsWith(environment.TOUCHSTONE_HOME)).toBe(true);
    expect((await readFile(file)).equals(before)).toBe(true);
    expect(lock).toBeDefined();
  });
});
