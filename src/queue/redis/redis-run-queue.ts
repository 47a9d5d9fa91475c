import type { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { SettledElsewhere } from '../../engine/item-queue.js';
import type { ModelCost } from '../../formats/run/model-cost.js';
import { QueueError } from '../queue-error.js';
import { foreignQueue, QUEUE_MARK, type QueueMark } from '../queue-format.js';
import type {
  LaneOptions,
  OpenQueueOptions,
  QueueCounts,
  QueuedItem,
  QueuedRun,
  QueuedRunState,
  QueuedRunStatus,
  QueueStatus,
  RefusedWorker,
  RunLane,
  RunLedger,
  RunLimits,
  RunQueue,
  WorkerNote,
} from '../run-queue.js';
import { jobId, queueKeys, queueName, type QueueKeys } from './queue-keys.js';
import { connectRedis, insist, placeOf } from './redis-connection.js';
import { RedisLane } from './redis-lane.js';
import { limitKeys, RedisLimits } from './redis-limits.js';
import { RedisLedger } from './redis-ledger.js';

/** Jobs that are added at once. */
const ADD_AT_ONCE = 1_000;
/** Workers that may leave an item without an end before nobody is given it any more. */
const MOST_LEAVERS = 25;
/** Seconds that BullMQ blocks for while nothing waits: then the run's state is looked at again. */
const BLOCK_SECONDS = 1;

/** What is kept of a run beside its jobs. */
const KEPT = ['cost', 'time', 'done', 'settled', 'holders', 'refused', 'limits'] as const;

/** @throws {QueueError} */
export async function openRedisQueue(url: URL, options: OpenQueueOptions): Promise<RunQueue> {
  const redis = await connectRedis(url, options);
  const bullmq = await import('bullmq').catch((cause: unknown) => {
    redis.disconnect();
    throw new QueueError('the package bullmq is not there', {
      cause,
      hint: 'Distributed runs need two more packages: npm install bullmq ioredis',
    });
  });
  return new RedisRunQueue(redis, bullmq, { ...options, place: placeOf(url) });
}

interface BullMq {
  readonly Queue: typeof Queue;
  readonly Worker: typeof Worker;
}

/** Runs in Redis: a BullMQ queue of items for each, and a few small keys beside it. */
class RedisRunQueue implements RunQueue {
  readonly place: string;
  readonly #redis: Redis;
  readonly #bullmq: BullMq;
  readonly #keys: QueueKeys;
  readonly #onNote: (note: string) => void;
  readonly #queues = new Map<string, Queue<QueuedItem>>();

  constructor(redis: Redis, bullmq: BullMq, options: OpenQueueOptions & { readonly place: string }) {
    this.place = options.place;
    this.#redis = redis;
    this.#bullmq = bullmq;
    this.#keys = queueKeys(options.prefix ?? 'touchstone');
    this.#onNote = options.onNote;
  }

  async announce(run: QueuedRun, used: ModelCost): Promise<void> {
    await this.#insist(async () => {
      const isKnown = (await this.#redis.hexists(this.#keys.runs, run.run)) === 1;
      if (!isKnown) await this.#redis.hset(this.#keys.cost(run.run), { ...used });
      await this.#redis.hset(this.#keys.runs, run.run, JSON.stringify({ ...QUEUE_MARK, ...run }));
    });
    await this.setState(run.run, 'open');
  }

  async add(run: string, items: readonly QueuedItem[]): Promise<void> {
    const queue = this.#queueOf(run);
    for (let from = 0; from < items.length; from += ADD_AT_ONCE) {
      const jobs = items.slice(from, from + ADD_AT_ONCE).map((data) => ({
        name: 'item',
        data,
        opts: { jobId: jobId(data.key), removeOnComplete: true, removeOnFail: false },
      }));
      await this.#insist(() => queue.addBulk(jobs));
    }
  }

  async counts(run: string): Promise<QueueCounts | null> {
    if ((await this.#redis.hexists(this.#keys.runs, run)) === 0) return null;
    return await this.#countsOf(run);
  }

  async #countsOf(run: string): Promise<QueueCounts> {
    const counts = await this.#queueOf(run).getJobCounts('waiting', 'delayed', 'active', 'failed');
    const of = (name: string): number => counts[name] ?? 0;
    return {
      waiting: of('waiting') + of('delayed'),
      active: of('active'),
      failed: of('failed'),
    };
  }

  async settled(run: string, most: number): Promise<readonly SettledElsewhere[]> {
    const texts = await this.#redis.lpop(this.#keys.settled(run), most);
    // Written by `RedisLane.settle` alone.
    return (texts ?? []).map((text) => JSON.parse(text) as SettledElsewhere);
  }

  async setState(run: string, state: QueuedRunState): Promise<void> {
    await this.#insist(async () => {
      await this.#redis.hset(this.#keys.states, run, state);
      if (state === 'open') await this.#queueOf(run).resume();
      else await this.#queueOf(run).pause();
    });
  }

  async remove(run: string): Promise<void> {
    const limits = await this.#redis.smembers(this.#keys.limits(run));
    await this.#redis
      .multi()
      .hdel(this.#keys.runs, run)
      .hdel(this.#keys.states, run)
      .del(...KEPT.map((key) => this.#keys[key](run)), ...limits.flatMap(limitKeys))
      .exec();
    await this.#queueOf(run).obliterate({ force: true });
  }

  async runs(): Promise<readonly QueuedRunStatus[]> {
    const known = await this.#redis.hgetall(this.#keys.runs);
    const runs: QueuedRunStatus[] = [];
    for (const [name, text] of Object.entries(known)) {
      const run = queuedRun(name, text);
      const [state, done, refused, counts] = await Promise.all([
        this.#redis.hget(this.#keys.states, run.run),
        this.#redis.scard(this.#keys.done(run.run)),
        this.#redis.hgetall(this.#keys.refused(run.run)),
        this.#countsOf(run.run),
      ]);
      runs.push({
        ...run,
        state: (state ?? 'paused') as QueuedRunState,
        counts,
        done,
        refused: Object.entries(refused).map(([worker, reason]) => ({ worker, reason })),
      });
    }
    return runs.toSorted((a, b) => (a.run < b.run ? -1 : 1));
  }

  async join(run: QueuedRun, options: LaneOptions): Promise<RunLane> {
    const { leaseMs, writer } = options;
    const worker = new this.#bullmq.Worker<QueuedItem>(queueName(run.run), null, {
      connection: this.#redis,
      prefix: this.#keys.prefix,
      name: writer,
      autorun: false,
      lockDuration: leaseMs,
      stalledInterval: Math.max(100, Math.round(leaseMs / 3)),
      maxStalledCount: MOST_LEAVERS,
      drainDelay: BLOCK_SECONDS,
    });
    // Told by the connection that they share.
    worker.on('error', () => undefined);
    await worker.waitUntilReady();
    await worker.startStalledCheckTimer();
    const parts = { redis: this.#redis, worker, keys: this.#keys, run: run.run, onNote: this.#onNote };
    return new RedisLane(parts, options);
  }

  async ledger(
    { run, budgets }: QueuedRun,
    { activeMs = null }: { readonly activeMs?: number | null } = {},
  ): Promise<RunLedger> {
    const { cost, states, time } = this.#keys;
    const keys = { cost: cost(run), time: time(run), states };
    return await RedisLedger.open(this.#redis, { ...keys, run, budgets, activeMs });
  }

  limits({ run }: QueuedRun, { leaseMs }: { readonly leaseMs: number }): RunLimits {
    const { limit, limits } = this.#keys;
    return new RedisLimits(this.#redis, {
      leaseMs,
      nameOf: (account) => limit(run, account),
      names: limits(run),
    });
  }

  async beat(worker: WorkerNote, validMs: number): Promise<void> {
    // The time is the queue's own: hosts' clocks are never compared.
    const [seconds] = await this.#redis.time();
    const note = { ...worker, validMs, at: Number(seconds) * 1000 };
    await this.#redis.hset(this.#keys.workers, worker.name, JSON.stringify(note));
  }

  async leave(worker: string): Promise<void> {
    await this.#redis.hdel(this.#keys.workers, worker);
  }

  async refuse(run: string, { worker, reason }: RefusedWorker): Promise<void> {
    await this.#redis.hset(this.#keys.refused(run), worker, reason);
  }

  async status(): Promise<QueueStatus> {
    const [runs, notes, [seconds]] = await Promise.all([
      this.runs(),
      this.#redis.hgetall(this.#keys.workers),
      this.#redis.time(),
    ]);
    const now = Number(seconds) * 1000;
    const workers: QueueStatus['workers'][number][] = [];
    for (const text of Object.values(notes)) {
      // Written by `beat` alone.
      const { at, validMs, ...note } = JSON.parse(text) as WorkerNote & { at: number; validMs: number };
      const heardMsAgo = Math.max(0, now - at);
      // Long gone without a word: killed.
      if (heardMsAgo > FORGOTTEN_AFTER * validMs) await this.leave(note.name);
      else workers.push({ ...note, heardMsAgo });
    }
    return { place: this.place, runs, workers: workers.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
  }

  async retry(run: string): Promise<number> {
    const { failed } = await this.#countsOf(run);
    await this.#queueOf(run).retryJobs({ state: 'failed' });
    await this.#redis.del(this.#keys.refused(run));
    return failed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.close().catch(() => undefined)));
    this.#redis.disconnect();
  }

  #queueOf(run: string): Queue<QueuedItem> {
    let queue = this.#queues.get(run);
    if (queue === undefined) {
      queue = new this.#bullmq.Queue<QueuedItem>(queueName(run), {
        connection: this.#redis,
        prefix: this.#keys.prefix,
        // A few lines of what happened last are enough: the journals have all of it.
        streams: { events: { maxLen: 100 } },
      });
      queue.on('error', () => undefined);
      this.#queues.set(run, queue);
    }
    return queue;
  }

  #insist<T>(work: () => Promise<T>): Promise<T> {
    return insist(work, { onNote: this.#onNote });
  }
}

/** A run as it was announced; of one in another format no more than that it is there. */
function queuedRun(name: string, text: string): QueuedRun & Pick<QueuedRunStatus, 'foreign'> {
  // Written by `announce` alone, of this version or another.
  const { format, touchstone, ...run } = JSON.parse(text) as Partial<QueueMark> & QueuedRun;
  const foreign = foreignQueue({
    ...(format === undefined ? {} : { format }),
    ...(touchstone === undefined ? {} : { touchstone }),
  });
  if (foreign === null) return run;
  const budgets = { seconds: null, tokens: null, money: null };
  const unknown = { benchmark: '', agent: '', identityHash: '', planned: 0, needs: [], budgets };
  return { run: name, folder: name, ...unknown, foreign };
}

/** How many times as long as it said a worker may be silent until it is forgotten. */
const FORGOTTEN_AFTER = 20;
