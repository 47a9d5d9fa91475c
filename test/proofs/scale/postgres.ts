import { ok, strictEqual } from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateRun } from '../../fixtures/generated-run.js';
import { startPostgres, type OwnPostgres } from '../../fixtures/postgres-server.js';
import type { ProofRow, ProofSize } from '../proof.js';
import { FollowedIndex, restartPostgres } from './followed-index.js';
import { loadIndex } from './index-load.js';
import { writeAsMany } from './many-writers.js';

/** Events a second that the index has to keep up with, and what is offered to it: a little more, so that a late chunk shows nothing. */
const LEAST_RATE = 5_000;
const RATE = 5_200;
const SECONDS: Readonly<Record<ProofSize, number>> = { small: 2, whole: 20 };
/** An item that ended is in the index this soon, at the worst, and all of it after the last event; tests run beside others. */
const MOST_LAG_MS: Readonly<Record<ProofSize, number>> = { small: 20_000, whole: 2_000 };
/** Processor time, in seconds a second: of the two viewers with what writes the events, and of the database. */
const MOST_OWN = 0.8;
const MOST_OF_DATABASE = 0.4;
const WRITERS = 8;
const RESTARTS = {
  small: { tasks: 60, together: 20, pauseMs: 100 },
  whole: { tasks: 5_000, together: 30, pauseMs: 60 },
} as const;

/**
 * A run grows by more than 5,000 events a second while a viewer keeps its index in PostgreSQL and another reads it: no item is in the
 * index late, and what is there at the end equals an index made anew. So does the index of a run of eight writers, through two
 * restarts of the database.
 */
export const postgresPart = {
  name: 'postgres',
  async prove(size: ProofSize, note: (text: string) => void): Promise<readonly ProofRow[]> {
    await using postgres = await startPostgres();
    const folder = await mkdtemp(join(tmpdir(), 'touchstone-scale-postgres-'));
    try {
      const restarts = await proveRestarts(join(folder, 'restarts'), postgres, size, note);
      const speed = await proveSpeed(join(folder, 'speed'), postgres, size, note);
      return [...speed, ...restarts];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function proveRestarts(
  folder: string,
  postgres: OwnPostgres,
  size: ProofSize,
  note: (text: string) => void,
): Promise<readonly ProofRow[]> {
  const { tasks, together, pauseMs } = RESTARTS[size];
  const source = join(folder, 'source', 'many');
  await generateRun(source, { run: 'many', tasks, isScored: false });
  const runs = join(folder, 'runs');
  await mkdir(runs, { recursive: true });
  await using index = await FollowedIndex.open(runs, postgres.url);
  let restarts = 0;
  let restarting = Promise.resolve();
  const events = await writeAsMany(join(runs, 'many'), {
    from: source,
    writers: WRITERS,
    together,
    pauseMs,
    onShare: async (share) => {
      note(`${Math.round(share * 100)} of 100 percent of the events of ${WRITERS} writers`);
      // As an administrator ends it, then as a crash does.
      if (share <= (restarts + 1) / 3 || restarts === 2) return;
      await restarting;
      restarts += 1;
      // The writers go on meanwhile.
      restarting = restartPostgres(postgres, restarts === 1 ? 'SIGINT' : 'SIGQUIT');
    },
  });
  await restarting;
  const episodes = await index.requireRebuilt('many');
  strictEqual(episodes, tasks);
  strictEqual(index.heard.get('many'), tasks, 'who reads the index was not told of all items');
  ok(index.aways >= 1, 'the database was never seen away');
  return [
    { figure: `events of ${WRITERS} writers`, value: events, expected: '' },
    { figure: 'restarts of PostgreSQL meanwhile', value: restarts, expected: '2' },
    { figure: 'episodes equal to an index made anew, then', value: episodes, expected: String(tasks) },
  ];
}

async function proveSpeed(
  folder: string,
  postgres: OwnPostgres,
  size: ProofSize,
  note: (text: string) => void,
): Promise<readonly ProofRow[]> {
  const events = SECONDS[size] * RATE;
  const mostMs = MOST_LAG_MS[size];
  const onWritten = (written: number): void => note(`${written} of ${events} events`);
  const load = await loadIndex(folder, postgres, { events, rate: RATE, onWritten });
  const { grown, anew, tasks, ended, lagsMs, settledMs, ownCores, databaseCores, eventsPerSecond } = load;
  strictEqual(JSON.stringify(grown), JSON.stringify(anew), 'the index is not what one made anew is');
  strictEqual(grown.length, tasks, 'episodes are missing in the index');
  strictEqual(lagsMs.length, ended, 'who reads the index was not told of all items');
  // The small one is over before a busy machine has caught up.
  if (size === 'whole') {
    ok(eventsPerSecond >= LEAST_RATE, `only ${Math.round(eventsPerSecond)} events a second came`);
  }
  const worst = lagsMs.at(-1) ?? Infinity;
  ok(worst <= mostMs, `an item was seen ${Math.round(worst)} ms late`);
  ok(settledMs <= mostMs, `the index was whole ${Math.round(settledMs)} ms after the last event`);
  ok(ownCores <= MOST_OWN, `keeping the index took ${ownCores.toFixed(2)} of a core`);
  ok((databaseCores ?? 0) <= MOST_OF_DATABASE, `the database took ${databaseCores?.toFixed(2)} of a core`);
  const row = (figure: string, value: string | number, expected = ''): ProofRow => ({
    figure,
    value,
    expected,
  });
  const each = (cores: number): string => ((cores * 1e6) / eventsPerSecond).toFixed(0);
  const none = 'not measured: the system does not say';
  return [
    row('events a second into one run', eventsPerSecond.toFixed(0), `at least ${LEAST_RATE}`),
    row(
      'ms until a reader elsewhere hears of an item, median',
      (lagsMs[Math.floor(lagsMs.length / 2)] ?? 0).toFixed(0),
    ),
    row('the same, worst', worst.toFixed(0), `at most ${mostMs}`),
    row('ms until the index is whole after the last event', settledMs.toFixed(0), `at most ${mostMs}`),
    row('cores of both viewers and of what writes the events', ownCores.toFixed(2), `at most ${MOST_OWN}`),
    row('µs of that, an event', each(ownCores)),
    row(
      'cores of PostgreSQL',
      databaseCores === null ? none : databaseCores.toFixed(2),
      `at most ${MOST_OF_DATABASE}`,
    ),
    row('µs of that, an event', databaseCores === null ? none : each(databaseCores)),
    row('episodes equal to an index in a file', grown.length, String(anew.length)),
  ];
}
