import { strictEqual } from 'node:assert/strict';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { openIndex } from '../../../src/app/view/indexing/open-index.js';
import { openResultsFolder } from '../../../src/app/view/open-results-folder.js';
import { journalPath } from '../../../src/formats/run/run-folder.js';
import { RunLock } from '../../../src/formats/run/run-lock.js';
import type { StoredEpisode } from '../../../src/storage/run-store.js';
import { generateRun } from '../../fixtures/generated-run.js';
import type { OwnPostgres } from '../../fixtures/postgres-server.js';
import { familyMs } from './processor-time.js';

export interface IndexLoadOptions {
  /** Events, and how many of them a second. */
  readonly events: number;
  readonly rate: number;
  /** Items that are there before; none unless given. */
  readonly itemsBefore?: number;
  readonly onWritten?: (written: number) => void;
}

/** What keeping an index up with a run took. */
export interface IndexLoad {
  readonly events: number;
  readonly eventsPerSecond: number;
  /** Items that ended while it was measured, and all. */
  readonly ended: number;
  readonly tasks: number;
  /** Milliseconds after an item's end until a reader elsewhere heard of it; in order of size. */
  readonly lagsMs: readonly number[];
  /** Milliseconds after the last event until the index held all. */
  readonly settledMs: number;
  /** Processor time, in seconds a second: of both viewers and what writes the events; of the database, where that can be told. */
  readonly ownCores: number;
  readonly databaseCores: number | null;
  /** What the index has at the end, and what one made anew in a file has. */
  readonly grown: readonly StoredEpisode[];
  readonly anew: readonly StoredEpisode[];
}

const CHUNK_MS = 50;
/** Events of an episode that `generateRun` makes, about. */
const EVENTS_EACH = 27;

/** Has a run grow in a folder while a viewer keeps its index in PostgreSQL and another reads it. */
export async function loadIndex(
  folder: string,
  postgres: OwnPostgres,
  { events, rate, itemsBefore = 0, onWritten }: IndexLoadOptions,
): Promise<IndexLoad> {
  const source = join(folder, 'source', 'grows');
  const tasks = itemsBefore + Math.ceil(events / EVENTS_EACH);
  await generateRun(source, { run: 'grows', tasks, isScored: false });
  const lines = (await readFile(journalPath(source, 'main'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '');
  const before = itemsBefore === 0 ? 0 : lines.length - events;
  const runs = join(folder, 'runs');
  const at = { environment: { TOUCHSTONE_HOME: join(folder, 'home') }, index: postgres.url };
  await mkdir(join(runs, 'grows'), { recursive: true });
  const lock = await RunLock.acquire(join(runs, 'grows'));
  await using writer = await openResultsFolder(runs, at);
  await using reader = await openResultsFolder(runs, at);
  strictEqual(writer.isWriter, true);
  /** When so many items had ended, by the clock of this process. */
  const endedAt: number[] = [];
  const lagsMs: number[] = [];
  reader.listen((event) => {
    if (event.type !== 'run') return;
    const now = performance.now();
    while (lagsMs.length < event.run.finished) lagsMs.push(now - (endedAt[lagsMs.length] ?? now));
  });
  const journal = journalPath(join(runs, 'grows'), 'main');
  if (before > 0) {
    await appendFile(journal, `${lines.slice(0, before).join('\n')}\n`);
    await writer.settled();
    await reader.settled();
    const isEnd = (line: string): boolean => line.includes('"type":"item-end"');
    for (let left = lines.slice(0, before).filter(isEnd).length; left > 0; left -= 1) endedAt.push(NaN);
  }
  const used = processorTime(postgres);
  const start = performance.now();
  for (let written = before; written < lines.length;) {
    const due = Math.min(lines.length, before + Math.ceil(((performance.now() - start) / 1000) * rate) + 1);
    const chunk = lines.slice(written, due);
    await appendFile(journal, `${chunk.join('\n')}\n`);
    const now = performance.now();
    for (const line of chunk) if (line.includes('"type":"item-end"')) endedAt.push(now);
    written = due;
    onWritten?.(written);
    if (written < lines.length) await sleep(CHUNK_MS);
  }
  const tookMs = performance.now() - start;
  const last = performance.now();
  await writer.settled();
  const settledMs = performance.now() - last;
  const { own, database } = used();
  await lock.release();
  await writer.settled();
  // Who reads is told by the database, a little later.
  await reader.settled();
  await writer[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
  return {
    events: lines.length - before,
    ended: endedAt.filter((at) => !Number.isNaN(at)).length,
    tasks,
    eventsPerSecond: (lines.length - before) / (tookMs / 1000),
    lagsMs: lagsMs.filter((lag) => !Number.isNaN(lag)).toSorted((a, b) => a - b),
    settledMs,
    ownCores: own / tookMs,
    databaseCores: database === null ? null : database / tookMs,
    grown: await episodesIn(runs, at, 'grows'),
    anew: await episodesIn(runs, { ...at, index: null }, 'grows'),
  };
}

/** Gives what was used since: milliseconds of processor time of this process, and of the database where that can be told. */
function processorTime({ pid }: OwnPostgres) {
  const before = { own: process.cpuUsage(), database: pid === null ? null : familyMs(pid) };
  return () => {
    const { user, system } = process.cpuUsage(before.own);
    const after = pid === null ? null : familyMs(pid);
    const database = before.database === null || after === null ? null : after - before.database;
    return { own: (user + system) / 1000, database };
  };
}

/** What the index holds of the episodes of a run, once it is whole. @param at.index address of a database; null: a file */
export async function episodesIn(
  runs: string,
  at: { readonly environment: Readonly<Record<string, string>>; readonly index: string | null },
  run: string,
): Promise<readonly StoredEpisode[]> {
  await using opened = await openResultsFolder(runs, at);
  await opened.settled();
  await opened[Symbol.asyncDispose]();
  await using read = await openIndex(runs, at);
  return (await read?.store.content(run))?.episodes ?? [];
}
