import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { itemKeyText } from '../../domain/episode.js';
import type { ItemSettlement, SettledElsewhere } from '../../engine/item-queue.js';
import type { LaneOptions, LentItem, QueuedItem, RunLane } from '../run-queue.js';
import type { QueueKeys } from './queue-keys.js';
import { insist } from './redis-connection.js';

/** Milliseconds between looks for an item where the queue is paused or cannot be reached. */
const LOOK_MS = 200;
/** Milliseconds that an end, or an item that is given back, is tried to be told of once the lane closes. */
const LAST_WORDS_MS = 5_000;

/** Of a lease in the queue, what its holder itself counts on. */
const OWN_SHARE = 0.75;

/** Adds a writer to those that had an item; gives those before it. */
const HOLD = `local old = redis.call('HGET', KEYS[1], ARGV[1])
redis.call('HSET', KEYS[1], ARGV[1], old and (old .. ',' .. ARGV[2]) or ARGV[2])
return old`;

/** An item with its job and lease. */
interface Held {
  readonly job: Job<QueuedItem>;
  readonly token: string;
  readonly lost: AbortController;
  /** By this process's own monotonic clock, in milliseconds. */
  until: number;
}

export interface RedisLaneParts {
  readonly redis: Redis;
  readonly worker: Worker<QueuedItem>;
  readonly keys: QueueKeys;
  readonly run: string;
  readonly onNote: (note: string) => void;
}

/** The items of a run for one writer, in Redis. Leases are renewed by a timer of its own, since BullMQ's own is for its loop. */
export class RedisLane implements RunLane {
  readonly #parts: RedisLaneParts;
  readonly #options: LaneOptions;
  readonly #held = new Map<LentItem, Held>();
  readonly #renews: NodeJS.Timeout;
  readonly #closing = new AbortController();
  /** Resolves some time after the lane closes. */
  readonly #lastWords: Promise<void>;
  #turn: Promise<unknown> = Promise.resolve();
  #isRenewing = false;
  #isFailed = false;

  constructor(parts: RedisLaneParts, options: LaneOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#lastWords = new Promise((resolve) => {
      const end = (): void => {
        setTimeout(resolve, LAST_WORDS_MS).unref();
      };
      this.#closing.signal.addEventListener('abort', end, { once: true });
    });
    this.#renews = setInterval(() => this.#tick(), Math.max(50, options.leaseMs / 6));
  }

  /** The item is let go of before anybody else can have it, also where this process is slow to see the time. */
  get #ownLeaseMs(): number {
    return this.#options.leaseMs * OWN_SHARE;
  }

  get held(): number {
    return this.#held.size;
  }

  /** One after the other: BullMQ blocks for one at a time. */
  take(options: { readonly signal: AbortSignal; readonly idleMs: number }): Promise<LentItem | null> {
    const turn = this.#turn.then(() => this.#next(options));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #next({
    signal,
    idleMs,
  }: {
    readonly signal: AbortSignal;
    readonly idleMs: number;
  }): Promise<LentItem | null> {
    const startedAt = performance.now();
    while (!signal.aborted && !this.#closing.signal.aborted) {
      const item = await this.#lend(signal);
      if (item === 'over') return null;
      if (item !== null) return item;
      if (performance.now() - startedAt >= idleMs) return null;
    }
    return null;
  }

  async #lend(signal: AbortSignal): Promise<LentItem | 'over' | null> {
    const { redis, worker, keys, run, onNote } = this.#parts;
    if (redis.status !== 'ready') {
      await pause(LOOK_MS, signal);
      return null;
    }
    const token = randomUUID();
    const sentAt = performance.now();
    const job = await insist(() => worker.getNextJob(token, { block: true }), { onNote, signal }).catch(
      async (error: unknown) => {
        if (signal.aborted) return null;
        // A connection that broke in between: BullMQ makes it anew.
        await pause(LOOK_MS, signal);
        if (redis.status === 'ready') throw error;
        return null;
      },
    );
    if (job == null) {
      // Nothing is handed out of a run that is not open: BullMQ's own pause sees to that.
      const state = redis.status === 'ready' ? await redis.hget(keys.states, run) : 'open';
      return state === 'open' || state === 'paused' ? null : 'over';
    }
    // From before it was asked for: the queue's lease ends later, never sooner.
    const until = sentAt + this.#ownLeaseMs;
    const text = itemKeyText(job.data.key);
    const before = (await redis.eval(HOLD, 1, keys.holders(run), text, this.#options.writer)) as
      string | null;
    const leftBy = [...new Set([...(job.data.leftBy ?? []), ...(before?.split(',') ?? [])])];
    const lost = new AbortController();
    const lent: LentItem = {
      key: job.data.key,
      ...(leftBy.length === 0 ? {} : { leftBy }),
      ...(job.data.again === true ? { again: true } : {}),
      lost: lost.signal,
    };
    this.#held.set(lent, { job, token, lost, until });
    return lent;
  }

  fail(): void {
    this.#isFailed = true;
  }

  async settle(item: LentItem, settlement: ItemSettlement): Promise<void> {
    const held = this.#held.get(item);
    if (held === undefined) return;
    const { redis, keys, run, onNote } = this.#parts;
    const { key } = item;
    const said: SettledElsewhere = { key, ...settlement };
    await this.#inTime(async () => {
      const told = insist(
        async () => {
          const batch = redis.multi().rpush(keys.settled(run), JSON.stringify(said));
          await batch
            .sadd(keys.done(run), held.job.id ?? '')
            .hdel(keys.holders(run), itemKeyText(key))
            .exec();
        },
        { onNote, signal: this.#closing.signal },
      );
      // Refused where somebody else has it by now: whoever that is finds the end in the journal.
      const completed = held.job.moveToCompleted(null, held.token, false).catch(() => undefined);
      await Promise.all([told, completed]);
    });
    this.#held.delete(item);
  }

  async giveBack(item: LentItem): Promise<void> {
    const held = this.#held.get(item);
    if (held === undefined) return;
    // What is lost already, or cannot be reached, goes back by itself when its lease runs out.
    if (!held.lost.signal.aborted) {
      await this.#inTime(async () => {
        await held.job.moveToWait(held.token).catch(() => undefined);
      });
    }
    this.#held.delete(item);
  }

  /** Waits for it, but not for long once the lane closes: what is not told is in the journal. */
  async #inTime(work: () => Promise<void>): Promise<void> {
    const given = work().catch(() => undefined);
    await Promise.race([given, this.#lastWords]);
  }

  #tick(): void {
    const now = performance.now();
    for (const { until, lost } of this.#held.values()) if (until <= now) lost.abort();
    void this.#renew().catch(() => undefined);
  }

  async #renew(): Promise<void> {
    const { redis, worker } = this.#parts;
    if (this.#isFailed || this.#isRenewing || redis.status !== 'ready') return;
    const held = [...this.#held.values()].filter(({ lost }) => !lost.signal.aborted);
    this.#isRenewing = true;
    try {
      // As when it was lent.
      const until = performance.now() + this.#ownLeaseMs;
      if (held.length > 0) {
        const ids = held.map(({ job }) => job.id ?? '');
        const tokens = held.map(({ token }) => token);
        const failed = new Set(await worker.extendJobLocks(ids, tokens, this.#options.leaseMs));
        for (const one of held) {
          if (!failed.has(one.job.id ?? '')) one.until = until;
          else if (this.#isHeld(one)) one.lost.abort();
        }
      }
    } finally {
      this.#isRenewing = false;
    }
  }

  /** Whether it is still under way: what was settled meanwhile has no lease, and needs none. */
  #isHeld(one: Held): boolean {
    return [...this.#held.values()].includes(one);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#held.keys()].map((item) => this.giveBack(item)));
    clearInterval(this.#renews);
    await this.#parts.worker.close(true).catch(() => undefined);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
