import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { itemKeyText } from '../../domain/episode.js';
import type { ItemSettlement, SettledElsewhere } from '../../engine/item-queue.js';
import {
  MOST_LEAVERS,
  type LaneOptions,
  type LentItem,
  type QueuedItem,
  type RunLane,
} from '../run-queue.js';
import type { QueueKeys } from './queue-keys.js';
import { insist } from './redis-connection.js';
import { RedisScript } from './redis-script.js';

/** Milliseconds between looks for an item where the queue is paused or cannot be reached. */
const LOOK_MS = 200;
/** Milliseconds that the queue is waited for, for each thing that is told, once the lane or who takes from it is to end. */
const LAST_WORDS_MS = 3_000;

/** An item that so many workers ended with is done alone, so that it takes no other with it. */
const SUSPECT = 2;
/** Of a lease in the queue, what its holder itself counts on. */
const OWN_SHARE = 0.75;

/**
 * Adds a writer to those that had an item, and gives those before it; 1 where the item is done, which a queue that was filled
 * again meanwhile may not know. Variables: item, writer, job.
 */
const HOLDING = `if redis.call('SISMEMBER', KEYS[2], job) == 1 then return 1 end
local old = redis.call('HGET', KEYS[1], item)
redis.call('HSET', KEYS[1], item, old and (old .. ',' .. writer) or writer)
return old`;

/** Keys: holders, done. Words: item, writer, job. */
const HOLD = new RedisScript(`local item, writer, job = ARGV[1], ARGV[2], ARGV[3]
${HOLDING}`);

/**
 * Tells of the end of an item, of a run that is still known; and holds the next one, where that was lent along with it. Keys:
 * holders, done, runs, settled. Words: item, writer, run, end, job, whether its job is gone, next item or nothing, its job.
 */
const SETTLE = new RedisScript(`if redis.call('HEXISTS', KEYS[3], ARGV[3]) == 0 then return false end
redis.call('RPUSH', KEYS[4], ARGV[4])
redis.call('SADD', KEYS[2], ARGV[5])
if ARGV[6] == '1' then redis.call('HDEL', KEYS[1], ARGV[1]) end
if ARGV[7] == '' then return false end
local item, writer, job = ARGV[7], ARGV[2], ARGV[8]
${HOLDING}`);

/** An item with its job and lease. */
interface Held {
  readonly job: Job<QueuedItem>;
  readonly token: string;
  readonly lost: AbortController;
  /** By this process's own monotonic clock, in milliseconds. */
  until: number;
}

/** A job as the queue has lent it, and when it was asked for. */
interface LentJob {
  readonly job: Job<QueuedItem>;
  readonly token: string;
  readonly sentAt: number;
}

export interface RedisLaneParts {
  readonly redis: Redis;
  readonly worker: Worker<QueuedItem>;
  /** The class of jobs. */
  readonly Job: typeof Job;
  readonly keys: QueueKeys;
  readonly run: string;
  readonly epoch: string;
  /** Id of the process of Redis that answers. */
  readonly serverId: () => Promise<string>;
  readonly onNote: (note: string) => void;
}

/** The items of a run for one writer, in Redis. Leases are renewed by a timer of its own, since BullMQ's own is for its loop. */
export class RedisLane implements RunLane {
  readonly #parts: RedisLaneParts;
  readonly #options: LaneOptions;
  readonly #held = new Map<LentItem, Held>();
  /** Lent along with the end of another, and not taken yet. */
  readonly #ready: LentItem[] = [];
  readonly #renews: NodeJS.Timeout;
  readonly #closing = new AbortController();
  /** Of who takes: once it is aborted nobody will. */
  #taker: AbortSignal | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  /** Done while nothing else is. */
  #alone: LentItem | null = null;
  /** When there last was something to do, or no way to know. */
  #busyAt = 0;
  #isRenewing = false;
  #isFailed = false;

  constructor(parts: RedisLaneParts, options: LaneOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#renews = setInterval(() => this.#tick(), Math.max(50, options.leaseMs / 6));
  }

  /** The item is let go of before anybody else can have it, also where this process is slow to see the time. */
  get #ownLeaseMs(): number {
    return this.#options.leaseMs * OWN_SHARE;
  }

  get held(): number {
    return this.#held.size - this.#ready.length;
  }

  get epoch(): string {
    return this.#parts.epoch;
  }

  /** One after the other: BullMQ blocks for one at a time. */
  take(options: { readonly signal: AbortSignal; readonly idleMs: number }): Promise<LentItem | null> {
    const { signal } = options;
    this.#follow(signal);
    const askedAt = performance.now();
    const turn = this.#turn.then(() => this.#next({ ...options, askedAt }));
    this.#turn = turn.catch(() => undefined);
    return new Promise((resolve, reject) => {
      // A queue that cannot be reached keeps nobody who is to end.
      const end = (): void => resolve(null);
      if (signal.aborted) end();
      signal.addEventListener('abort', end, { once: true });
      turn
        .then((item) => {
          signal.removeEventListener('abort', end);
          if (item !== null && signal.aborted) void this.giveBack(item);
          else resolve(item);
        })
        .catch(reject);
    });
  }

  /** What nobody took goes back once who takes is to end. */
  #follow(signal: AbortSignal): void {
    if (this.#taker === signal) return;
    this.#taker = signal;
    const returnAll = (): void => {
      if (this.#taker !== signal) return;
      for (const item of this.#ready.splice(0)) void this.giveBack(item);
    };
    signal.addEventListener('abort', returnAll, { once: true });
  }

  async #next({
    signal,
    idleMs,
    askedAt,
  }: {
    readonly signal: AbortSignal;
    readonly idleMs: number;
    readonly askedAt: number;
  }): Promise<LentItem | null> {
    while (!signal.aborted && !this.#closing.signal.aborted) {
      if (this.#alone !== null) {
        await pause(LOOK_MS, signal);
        continue;
      }
      const item = this.#takeReady() ?? (await this.#lend(signal));
      if (item === 'over') return null;
      if (item !== null && (await this.#isFree(item, signal))) return item;
      const idleSince = Math.max(askedAt, this.#busyAt);
      // Who has an item in hand waits for more beside it: others may give theirs back.
      if (this.#held.size === 0 && performance.now() - idleSince >= idleMs) return null;
    }
    return null;
  }

  /** Whether it may be begun: one that ended its workers waits until nothing else is in hand, and has the lane to itself. */
  async #isFree(item: LentItem, signal: AbortSignal): Promise<boolean> {
    if ((this.#held.get(item)?.job.stalledCounter ?? 0) < SUSPECT) return true;
    this.#alone = item;
    for (;;) {
      // Also what comes along with the end of another meanwhile, which nobody takes now.
      for (const other of this.#ready.splice(0)) await this.giveBack(other);
      if (this.#held.size <= 1 || signal.aborted || item.lost.aborted) break;
      await pause(LOOK_MS, signal);
    }
    if (!signal.aborted && !item.lost.aborted) return true;
    await this.giveBack(item);
    return false;
  }

  #takeReady(): LentItem | null {
    for (let item = this.#ready.shift(); item !== undefined; item = this.#ready.shift()) {
      if (!item.lost.aborted) return item;
      const held = this.#held.get(item);
      if (held !== undefined) this.#forget(held);
      this.#held.delete(item);
    }
    return null;
  }

  async #lend(signal: AbortSignal): Promise<LentItem | 'over' | null> {
    const { redis, worker, keys, run, onNote } = this.#parts;
    if (redis.status !== 'ready') {
      this.#busyAt = performance.now();
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
    return await this.#hold({ job, token, sentAt }, signal);
  }

  /** Null where it is for nobody, or the queue cannot be told who has it. */
  async #hold(lent: LentJob, signal: AbortSignal): Promise<LentItem | null> {
    const { redis, keys, run, onNote } = this.#parts;
    const { job, token } = lent;
    if (await this.#isForNobody(lent)) return null;
    const held = this.#register(lent);
    const all = [keys.holders(run), keys.done(run)];
    const words = [itemKeyText(job.data.key), this.#options.writer, job.id ?? ''];
    try {
      return await this.#lent(held, await insist(() => HOLD.run(redis, all, words), { onNote, signal }));
    } catch (error) {
      this.#forget(held);
      await job.moveToWait(token).catch(() => undefined);
      if (signal.aborted) return null;
      throw error;
    }
  }

  /** Nobody is given what too many have left. */
  async #isForNobody({ job, token }: LentJob): Promise<boolean> {
    const { mostLeavers = MOST_LEAVERS } = this.#options;
    if (job.stalledCounter < mostLeavers) return false;
    const { onNote } = this.#parts;
    const why = new Error(`${job.stalledCounter} workers ended with it`);
    await insist(() => job.moveToFailed(why, token, false), { onNote }).catch(() => undefined);
    return true;
  }

  /** Its lease is renewed from here on. */
  #register({ job, token, sentAt }: LentJob): Held {
    // A queue that has lost what it lent may lend it to the same lane again. The lease before is over then, and the queue, which
    // answers by item, could not say which of the two it did not renew.
    for (const before of this.#leases) if (before.job.id === job.id) before.lost.abort();
    // From before it was asked for: the queue's lease ends later, never sooner.
    const held = { job, token, lost: new AbortController(), until: sentAt + this.#ownLeaseMs };
    this.#leases.add(held);
    return held;
  }

  readonly #leases = new Set<Held>();

  #forget(held: Held): void {
    this.#leases.delete(held);
  }

  /** Null where it is done already. @param before writers that had it, or 1, as the queue keeps them */
  async #lent(held: Held, before: unknown): Promise<LentItem | null> {
    const { data } = held.job;
    if (before === 1) {
      await held.job.moveToCompleted(null, held.token, false).catch(() => undefined);
      this.#forget(held);
      return null;
    }
    const others = typeof before === 'string' ? before.split(',') : [];
    const leftBy = [...new Set([...(data.leftBy ?? []), ...others])];
    const lent: LentItem = {
      key: data.key,
      ...(leftBy.length === 0 ? {} : { leftBy }),
      ...(data.again === undefined ? {} : { again: data.again }),
      ...(data.draws === undefined ? {} : { draws: data.draws }),
      lost: held.lost.signal,
      epoch: await this.#parts.serverId(),
    };
    this.#held.set(lent, held);
    this.#busyAt = performance.now();
    return lent;
  }

  fail(): void {
    this.#isFailed = true;
  }

  async settle(item: LentItem, settlement: ItemSettlement): Promise<void> {
    const held = this.#held.get(item);
    if (held === undefined) return;
    await this.#inTime(() => this.#settle(held, { key: item.key, ...settlement }));
    if (this.#alone === item) this.#alone = null;
    this.#held.delete(item);
    this.#forget(held);
    this.#busyAt = performance.now();
  }

  /** In two commands: the job is completed, which lends the next one; then that is told. */
  async #settle(held: Held, said: SettledElsewhere): Promise<void> {
    const { redis, keys, run, onNote } = this.#parts;
    const { job, token } = held;
    const { signal } = this.#closing;
    const sentAt = performance.now();
    const asksNext = this.#alone === null && this.#taker?.aborted === false && !signal.aborted;
    const completed = insist(() => job.moveToCompleted(null, token, asksNext), { onNote, signal });
    // Refused where somebody else has it by now: whoever that is finds the end in the journal.
    const answer = await completed.catch(() => null);
    const next = Array.isArray(answer) ? this.#jobOf(answer) : null;
    const lent = next === null ? null : { job: next, token, sentAt };
    const isForNobody = lent !== null && (await this.#isForNobody(lent));
    const taken = lent === null || isForNobody ? null : this.#register(lent);
    const words = [
      itemKeyText(said.key),
      this.#options.writer,
      run,
      JSON.stringify(said),
      job.id ?? '',
      answer === null ? '0' : '1',
      taken === null ? '' : itemKeyText(taken.job.data.key),
      taken?.job.id ?? '',
    ];
    const all = [keys.holders(run), keys.done(run), keys.runs, keys.settled(run)];
    try {
      const before = await insist(() => SETTLE.run(redis, all, words), { onNote, signal });
      const offered = taken === null ? null : await this.#lent(taken, before);
      if (offered !== null) this.#offer(offered);
    } catch (error) {
      if (taken !== null) {
        this.#forget(taken);
        await taken.job.moveToWait(taken.token).catch(() => undefined);
      }
      throw error;
    }
  }

  #offer(item: LentItem): void {
    this.#ready.push(item);
    if (this.#taker?.aborted === true) void this.giveBack(item);
  }

  /** The job that came along with an answer: its fields, and its id. */
  #jobOf([json, id]: readonly unknown[]): Job<QueuedItem> | null {
    if (typeof id !== 'string' || json === null || typeof json !== 'object') return null;
    // As BullMQ reads its own answer.
    return this.#parts.Job.fromJSON<QueuedItem>(
      this.#parts.worker,
      json as Parameters<typeof Job.fromJSON>[1],
      id,
    );
  }

  async giveBack(item: LentItem): Promise<void> {
    const held = this.#held.get(item);
    if (held === undefined) return;
    const at = this.#ready.indexOf(item);
    if (at >= 0) this.#ready.splice(at, 1);
    // What is lost already, or cannot be reached, goes back by itself when its lease runs out.
    if (!held.lost.signal.aborted && this.#parts.redis.status === 'ready') {
      await this.#inTime(async () => {
        await held.job.moveToWait(held.token).catch(() => undefined);
      });
    }
    if (this.#alone === item) this.#alone = null;
    this.#held.delete(item);
    this.#forget(held);
  }

  /** Waits for it, but not for long once the lane or who takes from it is to end: what is not told is in the journal. */
  async #inTime(work: () => Promise<void>): Promise<void> {
    const signals = [this.#closing.signal, ...(this.#taker === null ? [] : [this.#taker])];
    let timer: NodeJS.Timeout | undefined;
    let arm: (() => void) | undefined;
    const late = new Promise<void>((resolve) => {
      arm = (): void => {
        timer ??= setTimeout(resolve, LAST_WORDS_MS);
      };
    });
    for (const signal of signals) {
      if (signal.aborted) arm?.();
      else if (arm !== undefined) signal.addEventListener('abort', arm, { once: true });
    }
    try {
      await Promise.race([work().catch(() => undefined), late]);
    } finally {
      clearTimeout(timer);
      for (const signal of signals) if (arm !== undefined) signal.removeEventListener('abort', arm);
    }
  }

  #tick(): void {
    const now = performance.now();
    for (const { until, lost } of this.#leases) if (until <= now) lost.abort();
    void this.#renew().catch(() => undefined);
  }

  /** All leases in one command. */
  async #renew(): Promise<void> {
    const { redis, worker } = this.#parts;
    if (this.#isFailed || this.#isRenewing || redis.status !== 'ready') return;
    const held = [...this.#leases].filter(({ lost }) => !lost.signal.aborted);
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
          // What was settled meanwhile has no lease, and needs none.
          else if (this.#leases.has(one)) one.lost.abort();
        }
      }
    } finally {
      this.#isRenewing = false;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#inTime(async () => {
      if (!this.#isFailed) await Promise.all([...this.#held.keys()].map((item) => this.giveBack(item)));
      await this.#parts.worker.close(true).catch(() => undefined);
    });
    clearInterval(this.#renews);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
