import { ok } from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { NO_COST } from '../../../src/formats/run/model-cost.js';
import { openRunQueue } from '../../../src/queue/open-run-queue.js';
import { temporaryFolder } from '../../../src/testing/run-fakes/run-fake.js';
import { startRedis } from '../../fixtures/redis-server.js';
import type { ScalePart } from './all-parts.js';
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
    const perItem = await queueCost(redis.url, size === 'whole' ? 5_000 : 200);
    if (size === 'small') {
      return [
        { figure: 'ms of the queue for an item', value: perItem.toFixed(2), expected: 'measured in whole' },
      ];
    }
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
      { figure: 'ms of the queue for an item', value: perItem.toFixed(2), expected: `below ${MOST_MS}` },
    ];
  },
};

/** Milliseconds that adding, lending and settling an item takes, with nothing done in between. */
async function queueCost(url: string, items: number): Promise<number> {
  await using queue = await openRunQueue(url, { onNote: () => undefined, prefix: 'speed' });
  const budgets = { seconds: null, tokens: null, money: null };
  const run = {
    run: 'cost',
    folder: 'cost',
    benchmark: 'b',
    agent: 'a',
    identityHash: '0',
    needs: [],
    budgets,
    planned: items,
  };
  const startedAt = performance.now();
  await queue.add(
    run.run,
    Array.from({ length: items }, (_, number) => ({ key: { item: `i${number}`, repeat: 0 } })),
  );
  await queue.announce(run, NO_COST);
  await using lane = await queue.join(run, { writer: 'w', leaseMs: 60_000 });
  const { signal } = new AbortController();
  for (let number = 0; number < items; number += 1) {
    const item = await lane.take({ signal, idleMs: 10_000 });
    if (item === null) throw new Error(`the queue gave ${number} of ${items} items`);
    await lane.settle(item, { end: { reason: 'agent_stop' }, steps: 1, durationMs: 1 });
  }
  const lastedMs = performance.now() - startedAt;
  await queue.remove(run.run);
  return lastedMs / items;
}

/** Steps a second that so many workers take, beginning and end left out. */
async function stepsPerSecond(url: string, workers: number): Promise<number> {
  await using folder = await temporaryFolder();
  const run = { items: ITEMS_EACH * workers, modelMs: MODEL_MS };
  const directory = join(folder.path, `with-${workers}`);
  const started = Array.from({ length: workers }, (_, number) =>
    startWorker(`w${number}`, run, { url, runs: folder.path, leaseMs: 30_000 }),
  );
  try {
    await coordinate(directory, run, url, () => undefined);
  } finally {
    for (const worker of started) await kill(worker, 'SIGTERM');
  }
  const times = await timesOf(directory);
  const [from, to] = [times[Math.floor(times.length * EDGE)], times[Math.floor(times.length * (1 - EDGE))]];
  if (from === undefined || to === undefined) throw new Error(`no step was taken in ${basename(directory)}`);
  return (times.length * (1 - 2 * EDGE)) / ((to - from) / 1000);
}

/** When decisions were made, in milliseconds of the machine's steady clock, in order. */
async function timesOf(directory: string): Promise<readonly number[]> {
  const files = (await readdir(directory)).filter((file) => file.startsWith('decisions-'));
  const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
  const lines = texts.flatMap((text) => text.trim().split('\n'));
  return lines.map((line) => Number(line.split(' ')[2])).toSorted((a, b) => a - b);
}
