import { NO_REDIS, startRedis } from '../test/fixtures/redis-server.js';
import { queueCost } from '../test/proofs/scale/queue-cost.js';
import type { BenchRow } from './bench-row.js';

/** What the queue of distributed runs takes for an item with one model call, nothing being done in between. */
export async function run(): Promise<BenchRow[]> {
  if (NO_REDIS !== null) return [];
  await using redis = await startRedis();
  const { wallMs, coordinatorMs, workerMs, redisMs } = await queueCost(redis, 3_000);
  const row = (name: string, value: number, target?: string): BenchRow => ({
    name: `queue: ${name}`,
    value,
    unit: 'ms',
    ...(target === undefined ? {} : { target }),
  });
  return [
    row('processor time per item', coordinatorMs + workerMs + (redisMs ?? 0), '< 3'),
    row('of it the coordinator', coordinatorMs),
    row('of it the worker', workerMs),
    ...(redisMs === null ? [] : [row('of it Redis', redisMs)]),
    row('per item by the clock', wallMs),
  ];
}
