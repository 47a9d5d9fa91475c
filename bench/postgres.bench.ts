import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_POSTGRES, startPostgres } from '../test/fixtures/postgres-server.js';
import { loadIndex } from '../test/proofs/scale/index-load.js';
import type { BenchRow } from './bench-row.js';

/** A little more than the 5,000 that are asked for. */
const RATE = 5_200;
const SECONDS = 8;

/** The index in a PostgreSQL, kept up with a run of 5,000 events a second and read by another viewer: what that takes. */
export async function run(): Promise<BenchRow[]> {
  if (NO_POSTGRES !== null) return [];
  await using postgres = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-bench-postgres-'));
  try {
    const load = await loadIndex(folder, postgres, { events: RATE * SECONDS, rate: RATE });
    const { lagsMs, settledMs, ownCores, databaseCores, eventsPerSecond } = load;
    const what = `index in PostgreSQL at ${RATE} events/s`;
    const perEvent = (cores: number): number => (cores / eventsPerSecond) * 1e6;
    return [
      { name: what, value: eventsPerSecond, unit: 'events/s', target: 'at least 5000' },
      { name: `${what}: behind by, median`, value: lagsMs[Math.floor(lagsMs.length / 2)] ?? 0, unit: 'ms' },
      { name: `${what}: behind by, most`, value: lagsMs.at(-1) ?? 0, unit: 'ms', target: 'at most 2000' },
      { name: `${what}: whole after the last event`, value: settledMs, unit: 'ms' },
      { name: `${what}: processor time of two viewers and the generator`, value: ownCores, unit: 'cores' },
      { name: `${what}: the same per event`, value: perEvent(ownCores), unit: 'µs' },
      { name: `${what}: processor time of PostgreSQL`, value: databaseCores ?? Number.NaN, unit: 'cores' },
      { name: `${what}: the same per event`, value: perEvent(databaseCores ?? Number.NaN), unit: 'µs' },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
