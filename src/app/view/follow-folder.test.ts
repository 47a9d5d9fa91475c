import { appendFileSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { RunLock } from '../../formats/run/run-lock.js';
import type { ViewerEvent } from '../../report/view/viewer-event.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { generateRun } from '../../../test/fixtures/generated-run.js';
import { openIndex } from './indexing/open-index.js';
import { openResultsFolder } from './open-results-folder.js';
import { rebuildIndex } from './indexing/rebuild-index.js';

const environment = {};
const { signal } = new AbortController();

it('has the runs at all times while another process keeps the index', async () => {
  await using folder = await temporaryFolder({ onDisk: true });
  await generateRun(join(folder.path, 'one'), { run: 'one', tasks: 1, steps: 1 });
  await using first = await openResultsFolder(folder.path, { environment });
  await first.settled();
  await using second = await openResultsFolder(folder.path, { environment, pollMs: 1 });
  const gone: ViewerEvent[] = [];
  second.listen((event) => {
    if (event.type === 'run-gone') gone.push(event);
  });
  let without = 0;
  for (let round = 0; round < 150; round += 1) {
    if ((await second.runs()).length === 0) without += 1;
    await sleep(1);
  }
  expect([without, gone, second.isWriter]).toEqual([0, [], false]);
});

it('makes the index anew where the process that was asked to has ended', async () => {
  await using folder = await temporaryFolder({ onDisk: true });
  await generateRun(join(folder.path, 'one'), { run: 'one', tasks: 2, steps: 1 });
  // It keeps the index, and never looks at anything.
  const keeper = await openIndex(folder.path, { environment });
  expect(keeper?.isWriter).toBe(true);
  const made = rebuildIndex(folder.path, { environment, signal });
  await sleep(50);
  await keeper?.[Symbol.asyncDispose]();
  expect(await made).toMatchObject({ runs: 1, unreadable: 0, episodes: 2 });
});

it('leaves a run to be read again until it was', async () => {
  await using folder = await temporaryFolder({ onDisk: true });
  await generateRun(join(folder.path, 'one'), { run: 'one', tasks: 1, steps: 1 });
  await rebuildIndex(folder.path, { environment, signal });
  await using index = await openIndex(folder.path, { environment });
  const store = index?.store;
  const run = await store?.run('one');
  if (store === undefined || run === null || run === undefined) throw new Error('it was made');
  const nothing = { episodes: [], verdicts: [], tasks: [], gone: [], report: null };
  await store.outdate();
  await store.put({ run: { ...run, fingerprint: 'read on' }, ...nothing });
  expect((await store.run('one'))?.fingerprint).toBe('');
  await store.put({ run: { ...run, version: 'anew', fingerprint: 'read whole' }, ...nothing });
  expect((await store.run('one'))?.fingerprint).toBe('read whole');
});

it('tells of the episodes of a run that is written anew while it goes on', async () => {
  await using folder = await temporaryFolder({ onDisk: true });
  const directory = join(folder.path, 'one');
  await generateRun(directory, { run: 'one', tasks: 4, steps: 2, crashAfter: 2, isScored: true });
  await using _lock = await RunLock.acquire(directory, { writer: 'main' });
  await using results = await openResultsFolder(folder.path, { environment, pollMs: 5 });
  await results.settled();
  const [card] = await results.runs();
  expect(card?.state).toBe('running');
  const events: ViewerEvent[] = [];
  results.listen((event) => events.push(event));
  const scores = (await readdir(directory)).find((name) => name.startsWith('scores-')) ?? '';
  await utimes(join(directory, scores), 1_800_000_000, 1_800_000_000);
  await results.settled();
  expect(events.filter(({ type }) => type === 'run')).not.toEqual([]);
  expect(events.filter(({ type }) => type === 'episode')).toMatchObject([{ run: 'one', ended: false }]);
});

it('tells of the end of an episode that comes with all that is left of the run, its scores too', async () => {
  await using folder = await temporaryFolder();
  const [source, run] = [join(folder.path, 'source', 'one'), join(folder.path, 'runs', 'one')];
  await generateRun(source, { run: 'one', tasks: 2, steps: 4 });
  const lines = (await readFile(join(source, 'journal-main.jsonl'), 'utf8')).split('\n');
  await mkdir(run, { recursive: true });
  const lock = await RunLock.acquire(run);
  const middle = lines.findIndex((line) => line.includes('"item-end"')) + 4;
  await writeFile(join(run, 'journal-main.jsonl'), `${lines.slice(0, middle).join('\n')}\n`);
  const environment = { TOUCHSTONE_HOME: join(folder.path, 'home') };
  await using results = await openResultsFolder(join(folder.path, 'runs'), { environment });
  const events: ViewerEvent[] = [];
  results.listen((event) => events.push(event));
  await results.settled();
  expect((await results.episode('one', 'task-0002', 0)).isRunning).toBe(true);
  // Before the folder is looked at again.
  const scores = await readFile(join(source, 'scores-0001.jsonl'));
  appendFileSync(join(run, 'journal-main.jsonl'), lines.slice(middle).join('\n'));
  writeFileSync(join(run, 'scores-0001.jsonl'), scores);
  await lock.release();
  await results.settled();
  expect((await results.runs())[0]?.state).toBe('complete');
  const ends = events.filter((event) => event.type === 'episode' && event.ended);
  expect(ends).toMatchObject([{ run: 'one', item: 'task-0002' }]);
});
