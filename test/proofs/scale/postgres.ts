import { ok, strictEqual } from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { openIndex } from '../../../src/app/view/indexing/open-index.js';
import { openResultsFolder } from '../../../src/app/view/open-results-folder.js';
import { journalPath } from '../../../src/formats/run/run-folder.js';
import { RunLock } from '../../../src/formats/run/run-lock.js';
import { generateRun } from '../../fixtures/generated-run.js';
import { startPostgres } from '../../fixtures/postgres-server.js';
import type { ProofRow, ProofSize } from '../proof.js';

const RATE = 5_000;
const SECONDS: Readonly<Record<ProofSize, number>> = { small: 2, whole: 20 };
const CHUNK_MS = 50;
/** An item that ended is in the index this soon, at the worst, and all of it after the last event. */
const MOST_LAG_MS = 2_000;
/** Events of an episode that `generateRun` makes, about. */
const EVENTS_EACH = 27;

/**
 * A run grows by 5,000 events a second while a viewer keeps its index in PostgreSQL and another reads it: no item is in the
 * index late, and what is there at the end equals an index made anew.
 */
export const postgresPart = {
  name: 'postgres',
  async prove(size: ProofSize, note: (text: string) => void): Promise<readonly ProofRow[]> {
    await using postgres = await startPostgres();
    const folder = await mkdtemp(join(tmpdir(), 'touchstone-scale-postgres-'));
    try {
      return await prove(folder, postgres.url, SECONDS[size] * RATE, note);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function prove(
  folder: string,
  index: string,
  events: number,
  note: (text: string) => void,
): Promise<readonly ProofRow[]> {
  const source = join(folder, 'source', 'grows');
  const tasks = Math.ceil(events / EVENTS_EACH);
  await generateRun(source, { run: 'grows', tasks, isScored: false });
  const lines = (await readFile(journalPath(source, 'main'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '');
  const runs = join(folder, 'runs');
  const environment = { TOUCHSTONE_HOME: join(folder, 'home') };
  await mkdir(join(runs, 'grows'), { recursive: true });
  const lock = await RunLock.acquire(join(runs, 'grows'));
  await using writer = await openResultsFolder(runs, { environment, index });
  await using reader = await openResultsFolder(runs, { environment, index });
  strictEqual(writer.isWriter, true);
  /** When so many items had ended, by the clock of this process. */
  const endedAt: number[] = [];
  const lags: number[] = [];
  let seen = 0;
  reader.listen((event) => {
    if (event.type !== 'run') return;
    const now = performance.now();
    for (; seen < event.run.finished; seen += 1) lags.push(now - (endedAt[seen] ?? now));
  });
  const journal = journalPath(join(runs, 'grows'), 'main');
  const start = performance.now();
  let written = 0;
  while (written < lines.length) {
    const due = Math.min(lines.length, Math.ceil(((performance.now() - start) / 1000) * RATE) + 1);
    const chunk = lines.slice(written, due);
    await appendFile(journal, `${chunk.join('\n')}\n`);
    const now = performance.now();
    for (const line of chunk) if (line.includes('"type":"item-end"')) endedAt.push(now);
    written = due;
    note(`${written} of ${lines.length} events`);
    await sleep(CHUNK_MS);
  }
  const tookMs = performance.now() - start;
  const last = performance.now();
  await writer.settled();
  const settledMs = performance.now() - last;
  await lock.release();
  const rate = lines.length / (tookMs / 1000);
  await writer.settled();
  await writer[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
  const grown = await episodesIn(runs, environment, index, 'grows');
  strictEqual(grown.length, tasks);
  const anew = await episodesIn(runs, environment, null, 'grows');
  strictEqual(JSON.stringify(grown), JSON.stringify(anew), 'the index is not what one made anew is');
  const worst = Math.max(...lags);
  const middle = lags.toSorted((a, b) => a - b)[Math.floor(lags.length / 2)] ?? 0;
  ok(worst <= MOST_LAG_MS, `an item was seen ${Math.round(worst)} ms late`);
  ok(settledMs <= MOST_LAG_MS, `the index was whole ${Math.round(settledMs)} ms after the last event`);
  return [
    { figure: 'events a second into one run', value: rate.toFixed(0), expected: `about ${RATE}` },
    {
      figure: 'ms until a reader elsewhere hears of an item, median',
      value: middle.toFixed(0),
      expected: '',
    },
    { figure: 'the same, worst', value: worst.toFixed(0), expected: `at most ${MOST_LAG_MS}` },
    {
      figure: 'ms until the index is whole after the last event',
      value: settledMs.toFixed(0),
      expected: `at most ${MOST_LAG_MS}`,
    },
    { figure: 'episodes equal to an index in a file', value: grown.length, expected: String(tasks) },
  ];
}

/** What the index holds of the episodes of a run, once it is whole. @param index address of a database; null: a file */
export async function episodesIn(
  runs: string,
  environment: Readonly<Record<string, string>>,
  index: string | null,
  run: string,
) {
  await using opened = await openResultsFolder(runs, { environment, index });
  await opened.settled();
  await opened[Symbol.asyncDispose]();
  await using read = await openIndex(runs, { environment, index });
  return (await read?.store.content(run))?.episodes ?? [];
}
