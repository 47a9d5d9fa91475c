import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateRun } from '../../../../test/fixtures/generated-run.js';
import { openEmbeddedStore } from '../../../storage/embedded/open-store.js';
import { FolderIndexer } from './folder-indexer.js';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'touchstone-folder-indexer-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('has looked at every run right after it has read them', async () => {
  const folder = join(root, 'results');
  for (const run of ['one', 'two']) await generateRun(join(folder, run), { run, tasks: 2, steps: 2 });
  await using store = await openEmbeddedStore(join(root, 'index.db'), { isWriter: true });
  const indexer = new FolderIndexer(folder, store);
  const read: string[] = [];
  const scan = (): Promise<boolean> => indexer.scan({ onRun: ({ id }) => void read.push(id) });
  expect(await scan()).toBe(true);
  expect(read).toEqual(['one', 'two']);
  // A run that was read is put off for a while, but one that has not changed since needs no reading.
  expect(await scan()).toBe(true);
  expect(read).toEqual(['one', 'two']);
});
