import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateRun } from '../../../../test/fixtures/generated-run.js';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { openResultsFolder } from '../open-results-folder.js';
import { exportIndex } from './export-index.js';
import { openIndex } from './open-index.js';
import { pruneIndex } from './prune-index.js';

const signal = new AbortController().signal;
const LATE = new Date('2030-01-01T00:00:00Z');

async function folderWith(...runs: readonly string[]) {
  const folder = await temporaryFolder({ onDisk: true });
  const path = join(folder.path, 'runs');
  const environment = { TOUCHSTONE_HOME: join(folder.path, 'home') };
  await mkdir(path);
  const add = (run: string) => generateRun(join(path, run), { run, tasks: 2 });
  for (const run of runs) await add(run);
  const out = join(folder.path, 'rows.jsonl');
  const exported = async (): Promise<readonly string[]> => {
    await exportIndex(path, { environment, out, signal });
    const rows = (await readFile(out, 'utf8')).split('\n').filter((line) => line !== '');
    return rows.map((line) => (JSON.parse(line) as { readonly run: string }).run);
  };
  const pruned = async (isTrial = false): Promise<readonly string[]> => {
    const options = { environment, signal, keepMs: 1000, isTrial, now: () => LATE };
    return (await pruneIndex(path, options)).map(({ run }) => run);
  };
  return { folder, path, environment, out, add, exported, pruned };
}

describe('an index that is exported or pruned', () => {
  it('is made first where there is none', async () => {
    const { folder, exported, pruned, path } = await folderWith('one');
    await using _ = folder;
    expect(await readdir(path)).toEqual(['one']);
    expect(await pruned(true)).toEqual(['one']);
    expect(await exported()).toEqual(['one', 'one']);
  });

  it('has what was run since it was made, and not what is left out of it', async () => {
    const { folder, add, exported, pruned } = await folderWith('one');
    await using _ = folder;
    expect(await exported()).toEqual(['one', 'one']);
    await add('two');
    expect(await exported()).toEqual(['one', 'one', 'two', 'two']);
    expect(await pruned()).toEqual(['one', 'two']);
    expect(await exported()).toEqual([]);
    await add('three');
    expect(await pruned(true)).toEqual(['three']);
  });

  it('is waited for where another process keeps it, and taken over where that has ended', async () => {
    const { folder, path, environment, exported, add } = await folderWith('one');
    await using _ = folder;
    await using viewer = await openResultsFolder(path, { environment, pollMs: 20 });
    expect(viewer.isWriter).toBe(true);
    expect(await exported()).toEqual(['one', 'one']);
    await viewer[Symbol.asyncDispose]();
    // Kept by somebody who does not read the new run, until it ends.
    const keeper = await openIndex(path, { environment });
    expect(keeper?.isWriter).toBe(true);
    await add('two');
    const waiting = exported();
    await keeper?.[Symbol.asyncDispose]();
    expect(await waiting).toEqual(['one', 'one', 'two', 'two']);
  });

  it('is refused where there is nothing to be in it', async () => {
    const { folder, path, exported, pruned } = await folderWith();
    await using _ = folder;
    const refusal = {
      code: 'USER',
      place: { file: path },
      hint: expect.stringContaining('the folder that holds the folders of runs') as unknown,
    };
    await expect(exported()).rejects.toMatchObject({
      ...refusal,
      message: expect.stringContaining('no folder of a run') as unknown,
    });
    await expect(pruned(true)).rejects.toMatchObject(refusal);
    await mkdir(join(path, 'screens'));
    await expect(exported()).rejects.toMatchObject({
      ...refusal,
      message: expect.stringContaining('none of the folders in it can be read as a run') as unknown,
    });
  });
});
