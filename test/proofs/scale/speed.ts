import { ok } from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { temporaryFolder } from '../../../src/testing/run-fakes/run-fake.js';
import { startRedis } from '../../fixtures/redis-server.js';
import type { ProofRow } from '../proof.js';
import type { ScalePart } from './all-parts.js';
import { queueCost } from './queue-cost.js';
import { coordinate, kill, startWorker } from './scale-run.js';

const MODEL_MS = 500;
/** Items so that each worker has work for a while: an item is six steps of half a second. */
const ITEMS_EACH = 8;
const LEAST_RATIO = 7.5;
const MOST_MS = 3;
/** Of the steps of a run, those left out at its beginning and its end: workers come and go there. */
const EDGE = 0.2;

/** Eight workers against one, each waiting for a model; and what the queue itself takes for an item. */
export const speedPart: ScalePart = {
  name: 'speed',
  async prove(size, note) {
    await using redis = await startRedis();
    const cost = await queueCost(redis, size === 'whole' ? 5_000 : 200);
    const perItem = cost.coordinatorMs + cost.workerMs + (cost.redisMs ?? 0);
    const costs: ProofRow[] = [
      {
        figure: 'ms of processor time of the queue for an item',
        value: perItem.toFixed(2),
        expected: size === 'whole' ? `below ${MOST_MS}` : 'measured in whole',
      },
      {
        figure: 'of it coordinator, worker, Redis',
        value: [cost.coordinatorMs, cost.workerMs, cost.redisMs ?? Number.NaN]
          .map((ms) => ms.toFixed(2))
          .join(', '),
        expected: '',
      },
      { figure: 'ms by the clock', value: cost.wallMs.toFixed(2), expected: '' },
    ];
    if (size === 'small') return costs;
    const rates: number[] = [];
    for (const workers of [1, 8]) {
      note(`${workers} workers`);
      rates.push(await stepsPerSecond(redis.url, workers));
    }
    const [one = 0, eight = 0] = rates;
    const ratio = eight / one;
    ok(ratio >= LEAST_RATIO, `eight workers are ${ratio.toFixed(2)} times one`);
    ok(perItem < MOST_MS, `the queue takes ${perItem.toFixed(2)} ms for an item`);
    return [
      { figure: 'steps a second of one worker', value: one.toFixed(2), expected: 'at most 2' },
      { figure: 'eight workers against one', value: ratio.toFixed(2), expected: `at least ${LEAST_RATIO}` },
      ...costs,
    ];
  },
};

/** Steps a second that so many workers take, beginning and end left out. */
async function stepsPerSecond(url: string, workers: number): Promise<number> {
  await using folder = await temporaryFolder();
  const run = { items: ITEMS_EACH * workers, modelMs: MODEL_MS };
  const directory = join(folder.path, `with-${workers}`);
  const started = await Promise.all(
    Array.from({ length: workers }, (_, number) =>
      startWorker(`w${number}`, run, { url, runs: folder.path, leaseMs: 30_000 }),
    ),
  );
  try {
    await coordinate(directory, run, url, () => undefined);
  } finally {
    for (const worker of started) await kill(worker, 'SIGTERM');
  }
  const times = await timesOf(directory);
  const [first, last] = [Math.floor(times.length * EDGE), Math.floor(times.length * (1 - EDGE))];
  const [from, to] = [times[first], times[last]];
  if (from === undefined || to === undefined) throw new Error(`no step was taken in ${basename(directory)}`);
  return (last - first) / ((to - from) / 1000);
}

/** When decisions were made, in milliseconds of the machine's steady clock, in order. */
async function timesOf(directory: string): Promise<readonly number[]> {
  const files = (await readdir(directory)).filter((file) => file.startsWith('decisions-'));
  const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
  const lines = texts.flatMap((text) => text.trim().split('\n'));
  return lines.map((line) => Number(line.split(' ')[2])).toSorted((a, b) => a - b);
}
