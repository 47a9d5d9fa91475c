import type { Job, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { itemKeyText, type ItemKey } from '../../domain/episode.js';
import type { SettledElsewhere } from '../../engine/item-queue.js';
import type { ModelCost } from '../../formats/run/model-cost.js';
import { QueueError } from '../queue-error.js';
import { foreignQueue, QUEUE_MARK, type QueueMark } from '../queue-format.js';
import {
  atKnownRuns,
  type HeardWorker,
  type LaneOptions,
  type LedgerOptions,
  type OpenQueueOptions,
  type QueueCounts,
  type QueuedItem,
  type QueuedRun,
  type QueuedRunState,
  type QueuedRunStatus,
  type QueueStatus,
  type RefusedWorker,
  type RunLane,
  type RunLedger,
  type RunLimits,
  type RunQueue,
  type StoppedRun,
  type WorkerNote,
} from '../run-queue.js';
import { jobId, queueKeys, queueName, type QueueKeys } from './queue-keys.js';
import { connectRedis, insist, placeOf, serverIdOf, withinTime } from './redis-connection.js';
import { RedisLane } from './redis-lane.js';
import { limitKeys, RedisLimits } from './redis-limits.js';
import { keepCost, RedisLedger } from './redis-ledger.js';
import { RedisWorkers } from './redis-workers.js';

/** Jobs that are added at once. */
const ADD_AT_ONCE = 1_000;
/** Seconds that BullMQ blocks for while nothing waits: then the run's state is looked at again. */
const BLOCK_SECONDS = 1;

/** BullMQ hands out whatever comes back: a lane looks how often that was. */
const ANY_TIMES = { maxStalledCount: 1_000_000 };
/** As BullMQ looks for items whose lease ran out, where no lane does. */
const STALLS = { ...ANY_TIMES, stalledInterval: 1_000 };

/** Milliseconds between two signs of life of who coordinates a run. */
const COORDINATOR_MS = 1_000;
/** Milliseconds until a queue that does not answer counts as gone. */
const REACH_MS = 2_000;

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
  readonly Job: typeof Job;
}

/** Runs in Redis: a BullMQ queue of items for each, and a few small keys beside it. */
class RedisRunQueue implements RunQueue {
  readonly place: string;
  readonly #redis: Redis;
  readonly #bullmq: BullMq;
  readonly #keys: QueueKeys;
  readonly #workers: RedisWorkers;
  readonly #onNote: (note: string) => void;
  readonly #serverId: () => Promise<string>;
  readonly #queues = new Map<string, Queue<QueuedItem>>();
  /** Runs that this process has filled, and so set up. */
  readonly #filled = new Set<string>();

  constructor(redis: Redis, bullmq: BullMq, options: OpenQueueOptions & { readonly place: string }) {
    this.place = options.place;
    this.#redis = redis;
    this.#bullmq = bullmq;
    this.#keys = queueKeys(options.prefix ?? 'touchstone');
    this.#workers = new RedisWorkers(redis, this.#keys.workers);
    this.#onNote = options.onNote;
    this.#serverId = serverIdOf(redis);
  }

  async announce(
    run: QueuedRun,
    used: ReadonlyMap<string, ModelCost>,
    { opens = true }: { readonly opens?: boolean } = {},
  ): Promise<void> {
    const { cost, time, runs, epochs } = this.#keys;
    const name = run.run;
    const isKnown = await this.#insist(async () => {
      for (const [writer, own] of used) {
        await keepCost(this.#redis, { cost: cost(name), runs, run: name }, writer, own);
      }
      await this.#redis.hset(epochs, name, await this.#serverId());
      const added = await this.#redis.hset(runs, name, JSON.stringify({ ...QUEUE_MARK, ...run }));
      // What was written before the run was known stays from now on.
      for (const key of [cost(name), time(name)]) await this.#redis.persist(key);
      return added === 0;
    });
    if (opens || !isKnown) await this.setState(run.run, 'open');
  }

  async hasLapsed(run: string): Promise<boolean> {
    return (await this.#redis.hget(this.#keys.epochs, run)) !== (await this.#serverId());
  }

  async add(run: string, items: readonly QueuedItem[]): Promise<void> {
    const queue = await this.#setUp(run);
    for (let from = 0; from < items.length; from += ADD_AT_ONCE) {
      const jobs = items.slice(from, from + ADD_AT_ONCE).map((data) => ({
        name: 'item',
        data,
        opts: { jobId: jobId(data.key), removeOnComplete: true, removeOnFail: false },
      }));
      const again = jobs.flatMap(({ data, opts }) => (data.again !== undefined ? [opts.jobId] : []));
      if (again.length > 0) await this.#insist(() => this.#redis.srem(this.#keys.done(run), ...again));
      await this.#insist(() => queue.addBulk(jobs));
    }
  }

  async counts(run: string): Promise<QueueCounts | null> {
    if ((await this.#redis.hexists(this.#keys.runs, run)) === 0) return null;
    return await this.#countsOf(run);
  }

  async leftTooOften(run: string, most: number): Promise<readonly QueuedItem[]> {
    const jobs = await this.#queueOf(run).getJobs(['failed'], 0, most - 1);
    return await Promise.all(
      jobs.map(async ({ data }) => {
        const holders = await this.#redis.hget(this.#keys.holders(run), itemKeyText(data.key));
        const leftBy = [...new Set([...(data.leftBy ?? []), ...(holders?.split(',') ?? [])])];
        return { ...data, leftBy };
      }),
    );
  }

  async drop(run: string, items: readonly ItemKey[]): Promise<void> {
    for (const key of items) {
      await this.#queueOf(run).remove(jobId(key));
      await this.#redis.hdel(this.#keys.holders(run), itemKeyText(key));
    }
  }

  async #countsOf(run: string): Promise<QueueCounts> {
    const queue = this.#queueOf(run);
    const counts = await queue.getJobCounts('waiting', 'delayed', 'active', 'failed');
    const of = (name: string): number => counts[name] ?? 0;
    // Where no writer is left that would: else the last items of those that were killed stay with them.
    if (of('active') > 0) await queue.backend.moveStalledJobsToWait().catch(() => undefined);
    return {
      waiting: of('waiting') + of('delayed'),
      active: of('active'),
      failed: of('failed'),
    };
  }

  async settled(run: string, most: number): Promise<readonly SettledElsewhere[]> {
    const texts = await this.#insist(() => this.#redis.lpop(this.#keys.settled(run), most));
    // Written by `RedisLane.settle` alone.
    return (texts ?? []).map((text) => JSON.parse(text) as SettledElsewhere);
  }

  async setState(run: string, state: QueuedRunState): Promise<void> {
    await this.#insist(async () => {
      // Of a run that was removed meanwhile nothing is kept.
      if ((await this.#redis.hexists(this.#keys.runs, run)) === 0) return;
      if (state === 'open') await this.#forgive(run);
      await this.#redis.hset(this.#keys.states, run, state);
      if (state === 'open') await this.#queueOf(run).resume();
      else await this.#queueOf(run).pause();
      // Also of one that was removed in between.
      if ((await this.#redis.hexists(this.#keys.runs, run)) === 0) await this.#sweep(run);
    });
  }

  /** Removes what BullMQ and this class keep of a run that is not known any more. */
  async #sweep(run: string): Promise<void> {
    await this.#redis.hdel(this.#keys.states, run);
    await this.#queueOf(run).obliterate({ force: true });
  }

  /** Forgets what it was stopped by, and whom that kept from it. */
  async #forgive(run: string): Promise<void> {
    await this.#redis.hdel(this.#keys.stops, run);
    for (const { worker, trouble } of await this.#refused(run)) {
      if (trouble !== undefined) await this.accept(run, worker);
    }
  }

  async stop(run: string, by: StoppedRun): Promise<void> {
    const isKnown = await this.#insist(async () => {
      if ((await this.#redis.hexists(this.#keys.runs, run)) === 0) return false;
      await this.#redis.hsetnx(this.#keys.stops, run, JSON.stringify(by));
      return true;
    });
    if (isKnown) await this.setState(run, 'stopped');
  }

  async stoppedBy(run: string): Promise<StoppedRun | null> {
    const text = await this.#redis.hget(this.#keys.stops, run);
    // Written by `stop` alone.
    return text === null ? null : (JSON.parse(text) as StoppedRun);
  }

  async isReachable(): Promise<boolean> {
    if (this.#redis.status !== 'ready') return false;
    let answered = false;
    await withinTime(
      this.#redis.ping().then(() => (answered = true)),
      REACH_MS,
    );
    return answered;
  }

  async remove(run: string): Promise<void> {
    await this.#insist(async () => {
      const limits = await this.#redis.smembers(this.#keys.limits(run));
      await this.#redis.hdel(this.#keys.runs, run);
      await this.#redis.hdel(this.#keys.epochs, run);
      await this.#redis.hdel(this.#keys.stops, run);
      await this.#redis.hdel(this.#keys.coordinators, run);
      await this.#redis.del(...KEPT.map((key) => this.#keys[key](run)), ...limits.flatMap(limitKeys));
      await this.#sweep(run);
    });
    // Whoever hands it out once more sets it up once more.
    await this.#forget(run);
  }

  async runs(): Promise<readonly QueuedRunStatus[]> {
    const known = await this.#redis.hgetall(this.#keys.runs);
    const runs = Object.entries(known).map(([name, text]) => this.#statusOf(queuedRun(name, text)));
    return (await Promise.all(runs)).toSorted((a, b) => (a.run < b.run ? -1 : 1));
  }

  async #statusOf(run: QueuedRun & Pick<QueuedRunStatus, 'foreign'>): Promise<QueuedRunStatus> {
    const [state, done, refused, counts, stoppedBy, coordinatorMsAgo] = await Promise.all([
      this.#redis.hget(this.#keys.states, run.run),
      this.#redis.scard(this.#keys.done(run.run)),
      this.#refused(run.run),
      this.#countsOf(run.run),
      this.stoppedBy(run.run),
      this.#coordinatorMsAgo(run.run),
    ]);
    return {
      ...run,
      state: (state ?? 'paused') as QueuedRunState,
      counts,
      done,
      refused,
      stoppedBy,
      coordinatorMsAgo,
    };
  }

  async #coordinatorMsAgo(run: string): Promise<number | null> {
    const at = await this.#redis.hget(this.#keys.coordinators, run);
    if (at === null) return null;
    const [seconds] = await this.#redis.time();
    return Math.max(0, Number(seconds) - Number(at)) * 1_000;
  }

  async #refused(run: string): Promise<readonly RefusedWorker[]> {
    const kept = await this.#redis.hgetall(this.#keys.refused(run));
    // Written by `refuse` alone.
    return Object.values(kept).map((text) => JSON.parse(text) as RefusedWorker);
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
      ...ANY_TIMES,
      drainDelay: BLOCK_SECONDS,
    });
    // Told by the connection that they share.
    worker.on('error', () => undefined);
    await worker.waitUntilReady();
    await worker.startStalledCheckTimer();
    const parts = {
      redis: this.#redis,
      worker,
      Job: this.#bullmq.Job,
      keys: this.#keys,
      run: run.run,
      epoch: (await this.#redis.hget(this.#keys.epochs, run.run)) ?? '',
      serverId: this.#serverId,
      onNote: this.#onNote,
    };
    return new RedisLane(parts, options);
  }

  async ledger(
    { run, budgets }: QueuedRun,
    { writer, used, activeMs = null }: LedgerOptions,
  ): Promise<RunLedger> {
    const { cost, states, time, runs } = this.#keys;
    const keys = { cost: cost(run), time: time(run), states, runs };
    const own = { writer, ...(used === undefined ? {} : { used }) };
    return await RedisLedger.open(this.#redis, { ...keys, ...own, run, budgets, activeMs });
  }

  limits({ run }: QueuedRun, { leaseMs }: { readonly leaseMs: number }): RunLimits {
    const { limit, limits } = this.#keys;
    return new RedisLimits(this.#redis, {
      leaseMs,
      nameOf: (account) => limit(run, account),
      names: limits(run),
    });
  }

  coordinate(run: string): AsyncDisposable {
    const { coordinators, runs } = this.#keys;
    let isOver = false;
    const say = async (): Promise<void> => {
      if (this.#redis.status !== 'ready') return;
      const [seconds] = await this.#redis.time();
      // Of a run that is not known nothing is kept.
      if (isOver || (await this.#redis.hexists(runs, run)) === 0) return;
      await this.#redis.hset(coordinators, run, String(seconds));
    };
    const tell = (): void => void say().catch(() => undefined);
    tell();
    const beats = setInterval(tell, COORDINATOR_MS);
    return {
      [Symbol.asyncDispose]: async () => {
        isOver = true;
        clearInterval(beats);
        if (this.#redis.status !== 'ready') return;
        await withinTime(
          this.#redis.hdel(coordinators, run).catch(() => undefined),
          REACH_MS,
        );
      },
    };
  }

  beat(worker: WorkerNote, validMs: number): Promise<HeardWorker | null> {
    return this.#workers.beat(worker, validMs);
  }

  leave(worker: Pick<WorkerNote, 'name' | 'session'>): Promise<void> {
    return this.#workers.leave(worker);
  }

  async refuse(run: string, refused: RefusedWorker): Promise<void> {
    const { worker } = refused;
    await this.#insist(async () => {
      if ((await this.#redis.hexists(this.#keys.runs, run)) === 0) return;
      await this.#redis.hset(this.#keys.refused(run), worker, JSON.stringify(refused));
    });
  }

  async accept(run: string, worker: string): Promise<void> {
    await this.#insist(() => this.#redis.hdel(this.#keys.refused(run), worker));
  }

  async status(): Promise<QueueStatus> {
    const [runs, workers] = await Promise.all([this.runs(), this.#workers.list()]);
    return { place: this.place, runs, workers: atKnownRuns(workers, runs) };
  }

  async retry(run: string): Promise<number> {
    let items = 0;
    // As new ones: BullMQ would go on counting who left them.
    for (;;) {
      const left = await this.leftTooOften(run, ADD_AT_ONCE);
      if (left.length === 0) break;
      for (const { key } of left) await this.#queueOf(run).remove(jobId(key));
      await this.add(run, left);
      items += left.length;
    }
    await this.#redis.del(this.#keys.refused(run));
    return items;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.close().catch(() => undefined)));
    this.#redis.disconnect();
  }

  /** The queue of a run that is to be filled: BullMQ writes down how it is kept. */
  async #setUp(run: string): Promise<Queue<QueuedItem>> {
    if (!this.#filled.has(run)) await this.#forget(run);
    this.#filled.add(run);
    return this.#queueOf(run);
  }

  async #forget(run: string): Promise<void> {
    this.#filled.delete(run);
    const queue = this.#queues.get(run);
    this.#queues.delete(run);
    await queue?.close().catch(() => undefined);
  }

  #queueOf(run: string): Queue<QueuedItem> {
    let queue = this.#queues.get(run);
    if (queue === undefined) {
      queue = new this.#bullmq.Queue<QueuedItem>(queueName(run), {
        connection: this.#redis,
        prefix: this.#keys.prefix,
        // Who looks at a run that was removed meanwhile must leave nothing of it behind.
        skipMetasUpdate: !this.#filled.has(run),
        // A few lines of what happened last are enough: the journals have all of it.
        streams: { events: { maxLen: 100 } },
        ...STALLS,
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
