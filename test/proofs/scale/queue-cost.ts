import { readFileSync } from 'node:fs';
import { NO_COST } from '../../../src/formats/run/model-cost.js';
import { openRunQueue } from '../../../src/queue/open-run-queue.js';
import type { RedisServer } from '../../fixtures/redis-server.js';

/** What lending items takes with nothing done in between, in milliseconds for each item. */
export interface QueueCost {
  /** From the first that is added to the last end that is heard of, one after the other. */
  readonly wallMs: number;
  /** Processor time of who adds items and hears of their ends. */
  readonly coordinatorMs: number;
  /** Processor time of who takes them, asks for a place at an endpoint, counts a call, and settles them. */
  readonly workerMs: number;
  /** Processor time of Redis; null where the system does not say. */
  readonly redisMs: number | null;
}

const BUDGETS = { seconds: null, tokens: 1e12, money: null };
/** Ticks of `/proc/PID/stat` in a second, on every Linux that there is. */
const TICKS = 100;
const AT_ONCE = 1_000;

/** One coordinator and one worker, in this process, one after the other. */
export async function queueCost({ url, pid }: RedisServer, items: number): Promise<QueueCost> {
  await using queue = await openRunQueue(url, { onNote: () => undefined, prefix: 'cost' });
  const names = { run: 'cost', folder: 'cost', benchmark: 'b', agent: 'a', identityHash: '0' };
  const run = { ...names, needs: [], budgets: BUDGETS, planned: items };
  const keys = Array.from({ length: items }, (_, number) => ({ key: { item: `i${number}`, repeat: 0 } }));
  const [startedAt, redisBefore] = [performance.now(), processorMs(pid)];
  let ownBefore = process.cpuUsage();
  const spent = (): number => {
    const { user, system } = process.cpuUsage(ownBefore);
    ownBefore = process.cpuUsage();
    return (user + system) / 1_000;
  };
  await queue.add('cost', keys);
  await queue.announce(run, new Map());
  let coordinatorMs = spent();
  let workerMs = 0;
  {
    await using lane = await queue.join(run, { writer: 'w', leaseMs: 60_000 });
    await using ledger = await queue.ledger(run, { writer: 'one' });
    await using limits = queue.limits(run, { leaseMs: 60_000 });
    const limit = limits.of('endpoint', 8);
    const { signal } = new AbortController();
    for (let number = 0; number < items; number += 1) {
      const item = await lane.take({ signal, idleMs: 10_000 });
      if (item === null) throw new Error(`the queue gave ${number} of ${items} items`);
      limit.release(await limit.acquire(signal), 'served');
      ledger.add({ ...NO_COST, calls: 1, inputTokens: 10, outputTokens: 2 });
      await lane.settle(item, { end: { reason: 'agent_stop' }, steps: 1, durationMs: 1 });
    }
    workerMs = spent();
  }
  let heard = 0;
  while (heard < items) heard += (await queue.settled('cost', AT_ONCE)).length;
  coordinatorMs += spent();
  const wallMs = performance.now() - startedAt;
  const redisAfter = processorMs(pid);
  await queue.remove('cost');
  const redisMs = redisBefore === null || redisAfter === null ? null : redisAfter - redisBefore;
  return {
    wallMs: wallMs / items,
    coordinatorMs: coordinatorMs / items,
    workerMs: workerMs / items,
    redisMs: redisMs === null ? null : redisMs / items,
  };
}

/** Processor time of a process so far, in milliseconds. Source: proc_pid_stat(5), fields 14 and 15. */
function processorMs(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS;
  } catch {
    return null;
  }
}
