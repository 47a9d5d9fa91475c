import { ok } from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureRun, type MeasuredRun } from '../../../src/app/simulate/measure-run.js';
import { openRunQueue } from '../../../src/queue/open-run-queue.js';
import { listJournals, readJournal } from '../../../src/formats/run/run-folder.js';
import { predictRun, type Prediction } from '../../../src/simulation/predict-run.js';
import { NO_BUDGETS, NO_FAILURES } from '../../../src/simulation/simulated-load.js';
import { temporaryFolder } from '../../../src/testing/run-fakes/run-fake.js';
import { startRedis } from '../../fixtures/redis-server.js';
import type { ProofRow } from '../proof.js';
import type { ScalePart } from './all-parts.js';
import { coordinate, kill, startWorker } from './scale-run.js';

const MODEL_MS = 500;
const WORKERS = 8;
/** Of the run that is measured: calls differ, and ten items may be a tenth quicker than most. */
const MEASURED_ITEMS = 30;
const MOST_OFF = 0.1;
/** How much longer a run takes at least whose endpoint holds its workers up. */
const BITES = 1.5;
/** Workers are up within so many looks, this far apart. */
const MOST_LOOKS = 600;
const LOOK_MS = 100;

/** A run that is predicted. */
interface Predicted {
  readonly name: string;
  /** No multiple of the workers, so that the last are waited for. */
  readonly items: number;
  /** Calls at a time that the endpoint takes of all workers; null where it takes all. */
  readonly atOnce: number | null;
}

const RUNS: readonly Predicted[] = [
  { name: 'eight workers', items: 60, atOnce: null },
  { name: 'eight workers, four calls at a time', items: 37, atOnce: 4 },
];

/** Eight workers take what a simulation says that knows the journal of one worker alone, with and without a limit of the endpoint. */
export const simulationPart: ScalePart = {
  name: 'simulation',
  async prove(size, note) {
    if (size === 'small') {
      return RUNS.map(({ name }) => ({
        figure: `time of ${name}`,
        value: 'not run',
        expected: 'measured in whole',
      }));
    }
    await using redis = await startRedis();
    await using folder = await temporaryFolder();
    const place = { url: redis.url, runs: folder.path };
    note('1 worker');
    const one = join(folder.path, 'one');
    await work(one, { workers: 1, items: MEASURED_ITEMS, atOnce: null }, place);
    const measured = await measureRun(one);
    const isModel = measured.modelMs.mean / (measured.modelMs.mean + measured.localMs.mean);
    ok(isModel > 0.9, `the journal says that the model took ${(100 * isModel).toFixed(0)} % of a step`);
    const rows: ProofRow[] = [];
    for (const [number, run] of RUNS.entries()) {
      note(run.name);
      const directory = join(folder.path, `predicted-${number}`);
      await work(directory, { ...run, workers: WORKERS }, place);
      rows.push(...rowsOf(run, measured, await wallOf(directory)));
    }
    return rows;
  },
};

/** @throws where the prediction is too far off, or the endpoint's limit holds nobody up */
function rowsOf(run: Predicted, measured: MeasuredRun, tookMs: number): readonly ProofRow[] {
  const { wallMs } = predict(run, measured);
  const off = wallMs.mean / tookMs - 1;
  ok(
    Math.abs(off) <= MOST_OFF,
    `${run.name}: predicted ${wallMs.mean.toFixed(0)} ms, it took ${tookMs.toFixed(0)} ms`,
  );
  if (run.atOnce !== null) {
    const free = predict({ ...run, atOnce: null }, measured).wallMs.mean;
    ok(tookMs > BITES * free, `${run.name}: ${tookMs.toFixed(0)} ms, without a limit ${free.toFixed(0)} ms`);
  }
  return [
    {
      figure: `${run.name}: s predicted from one worker`,
      value: (wallMs.mean / 1000).toFixed(1),
      expected: '',
    },
    { figure: `${run.name}: s that it took`, value: (tookMs / 1000).toFixed(1), expected: '' },
    {
      figure: `${run.name}: prediction off by`,
      value: `${(100 * off).toFixed(1)} %`,
      expected: `at most ${100 * MOST_OFF} %`,
    },
  ];
}

/** What the journal of one worker says of eight. */
function predict({ items, atOnce }: Predicted, measured: MeasuredRun): Prediction {
  const load = {
    work: { ...measured, episodes: items },
    machines: {
      workers: WORKERS,
      concurrency: 1,
      startMs: 0,
      devices: null,
      endpoint: { atOnce, callsPerMinute: null, tokensPerMinute: null },
      queue: { msPerItem: measured.betweenMs ?? 0, itemsPerSecond: null },
      workerUsdPerHour: null,
    },
    failures: { ...NO_FAILURES, callFailures: measured.callFailures },
    budgets: NO_BUDGETS,
  };
  return predictRun(load, 1, 20);
}

/** A run on so many workers, which were all there before it began. */
async function work(
  directory: string,
  { workers, items, atOnce }: Pick<Predicted, 'items' | 'atOnce'> & { readonly workers: number },
  place: { readonly url: string; readonly runs: string },
): Promise<void> {
  // Latencies that differ: equal ones would show nothing of what is measured of them.
  const run = { items, modelMs: MODEL_MS, varies: true, ...(atOnce === null ? {} : { atOnce }) };
  const started = await Promise.all(
    Array.from({ length: workers }, (_, number) =>
      startWorker(`w${number}`, run, { ...place, leaseMs: 30_000 }),
    ),
  );
  try {
    await connected(place.url, workers);
    await coordinate(directory, run, place.url, () => undefined);
  } finally {
    for (const worker of started) await kill(worker, 'SIGTERM');
  }
}

/** Waits until all workers are up: what is predicted is the run, not how long eight programs take to start on few cores. */
async function connected(url: string, workers: number): Promise<void> {
  await using queue = await openRunQueue(url, { onNote: () => undefined });
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    if ((await queue.status()).workers.length >= workers) return;
    await sleep(LOOK_MS);
  }
  throw new Error(`not all of ${workers} workers came`);
}

/** Milliseconds from the first episode's start to the last one's end, by the journals of all workers. */
async function wallOf(directory: string): Promise<number> {
  const times: number[] = [];
  for (const { file } of await listJournals(directory)) {
    for await (const { event } of readJournal(file, { types: ['item-start', 'item-end'] })) {
      times.push(Date.parse(event.at));
    }
  }
  return Math.max(...times) - Math.min(...times);
}
