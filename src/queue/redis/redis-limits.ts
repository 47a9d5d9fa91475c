import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import {
  DECREASE,
  type EndpointLimit,
  type LoadOutcome,
  type Ticket,
} from '../../models/gateway/endpoint-limit.js';
import type { RunLimits } from '../run-queue.js';
import { FADE_SECONDS } from './queue-keys.js';
import { withinTime } from './redis-connection.js';
import { RedisScript } from './redis-script.js';

/** Milliseconds between asks for a place, for who is next and for each who is before; and at most. */
const ASK_MS = { first: 15, each: 5, most: 500 };
/** Milliseconds without an answer until places are given out here: a queue that is gone must not stop a step in flight. */
const PATIENCE_MS = 5_000;
/** Milliseconds that a queue is waited for at the end. */
const CLOSE_MS = 1_000;
/** Of those who wait here, so many are asked for at once. */
const ASK_AT_ONCE = 256;
/** Milliseconds without an ask until somebody who waits is forgotten: nobody is kept waiting behind the dead. */
const FORGET_MS = 3_000;

/** Seconds that names of limits are kept: those that are older have gone by themselves, or are asked of and go so. */
const NAMES_SECONDS = 30 * FADE_SECONDS;

/** Keys of a limit: numbers, places by when they fall free, who waits in order, who waits by when they are forgotten. */
export function limitKeys(name: string): readonly string[] {
  return [name, `${name}:places`, `${name}:waiting`, `${name}:heard`];
}

/** Redis's own time in milliseconds, and places and waiters of writers that are not heard of let go. */
const BEGIN = `local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local max = tonumber(ARGV[1])
local lease = tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', now)) do
  redis.call('ZREM', KEYS[3], id)
  redis.call('ZREM', KEYS[4], id)
end
local kept = redis.call('HMGET', KEYS[1], 'limit', 'max', 'round', 'paused')
local most = math.min(max, tonumber(kept[2]) or max)
local limit = math.min(most, tonumber(kept[1]) or most)
local round = tonumber(kept[3]) or 0
local paused = tonumber(kept[4]) or 0
if limit ~= tonumber(kept[1]) or most ~= tonumber(kept[2]) then
  redis.call('HSET', KEYS[1], 'limit', limit, 'max', most)
end
local fades = math.max(${FADE_SECONDS}, math.ceil((paused - now) / 1000))
`;

/** What nobody asks of any more is forgotten: also what is told after the run was removed. */
const END = `for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, fades) end
`;

/** Gives milliseconds of pause, the round, and for each id -1 where it has a place, or how many are before it. */
const ACQUIRE = new RedisScript(`${BEGIN}
local free = math.floor(limit) - redis.call('ZCARD', KEYS[2])
if paused > now then free = 0 end
local said = { math.max(0, paused - now), round }
local first = 3
-- Nobody is before them: those for whom there are places need not be written down as waiting.
if free > 0 and redis.call('EXISTS', KEYS[3]) == 0 then
  while free > 0 and first <= #ARGV do
    redis.call('ZADD', KEYS[2], now + lease, ARGV[first])
    said[#said + 1] = -1
    free = free - 1
    first = first + 1
  end
end
for i = first, #ARGV do
  if not redis.call('ZSCORE', KEYS[3], ARGV[i]) then
    redis.call('ZADD', KEYS[3], redis.call('HINCRBY', KEYS[1], 'last', 1), ARGV[i])
  end
  redis.call('ZADD', KEYS[4], now + ${FORGET_MS}, ARGV[i])
end
local given = {}
for i = first, #ARGV do
  local before = redis.call('ZRANK', KEYS[3], ARGV[i])
  if before < free then
    given[#given + 1] = ARGV[i]
    said[#said + 1] = -1
  else
    said[#said + 1] = before - math.max(0, free)
  end
end
for _, id in ipairs(given) do
  redis.call('ZADD', KEYS[2], now + lease, id)
  redis.call('ZREM', KEYS[3], id)
  redis.call('ZREM', KEYS[4], id)
end
${END}return said`);

const RELEASE = new RedisScript(`${BEGIN}
local outcome, from, pause = ARGV[4], tonumber(ARGV[5]), tonumber(ARGV[6])
if pause > 0 then
  redis.call('HSET', KEYS[1], 'paused', math.max(paused, now + pause))
  fades = math.max(fades, math.ceil(pause / 1000))
end
if outcome == 'overloaded' and from == round then
  local busy = redis.call('ZCARD', KEYS[2])
  redis.call('HSET', KEYS[1], 'limit', math.max(1, math.min(limit, busy) * ${DECREASE}), 'round', round + 1)
elseif outcome == 'served' and limit < most then
  redis.call('HSET', KEYS[1], 'limit', math.min(most, limit + 1 / limit))
end
redis.call('ZREM', KEYS[2], ARGV[3])
${END}return 1`);

/** Places are kept also where Redis has lost them. */
const RENEW = new RedisScript(`${BEGIN}
for i = 3, #ARGV do redis.call('ZADD', KEYS[2], now + lease, ARGV[i]) end
${END}return 1`);

interface RedisLimitOptions {
  readonly keys: readonly string[];
  readonly leaseMs: number;
  readonly max: number;
}

interface Place extends Ticket {
  /** Null where it was given out here, while the queue was gone. */
  readonly id: string | null;
}

interface Waiting {
  readonly id: string;
  readonly since: number;
  readonly resolve: (place: Place) => void;
}

/** The limit of an endpoint for all writers of a run, in Redis. Times are lengths by Redis's clock. */
class RedisEndpointLimit implements EndpointLimit {
  readonly #redis: Redis;
  readonly #options: RedisLimitOptions;
  readonly #waiting = new Map<string, Waiting>();
  readonly #places = new Set<Place>();
  #max: number;
  /** Of `performance.now`. */
  #pausedUntil = 0;
  #timer: NodeJS.Timeout | null = null;
  /** Asked for at once, with all who come in the same turn of the event loop. */
  #soon: NodeJS.Immediate | null = null;
  #isAsking = false;
  #answeredAt = 0;

  constructor(redis: Redis, options: RedisLimitOptions) {
    this.#redis = redis;
    this.#options = options;
    this.#max = options.max;
  }

  get pausedForMs(): number {
    return Math.max(0, this.#pausedUntil - performance.now());
  }

  lower(max: number): void {
    this.#max = Math.max(1, Math.min(this.#max, max));
  }

  acquire(signal: AbortSignal): Promise<Ticket> {
    if (signal.aborted) return Promise.reject(asError(signal.reason));
    return new Promise((resolve, reject) => {
      const id = randomUUID();
      const onAbort = (): void => {
        this.#waiting.delete(id);
        void this.#forget(id).catch(() => undefined);
        reject(asError(signal.reason));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      const settle = (place: Place): void => {
        signal.removeEventListener('abort', onAbort);
        resolve(place);
      };
      this.#waiting.set(id, { id, since: performance.now(), resolve: settle });
      this.#askIn(0);
    });
  }

  release(ticket: Ticket, outcome: LoadOutcome, pauseMs: number | null = null): void {
    const place = ticket as Place;
    if (!this.#places.delete(place)) return;
    if (pauseMs !== null) this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + pauseMs);
    if (place.id === null) return;
    // Unless it is told, the place falls free by itself.
    const words = [place.id, outcome, place.round, pauseMs ?? 0];
    const told = this.#redis.status === 'ready' ? this.#run(RELEASE, words) : Promise.resolve();
    void told.catch(() => undefined).then(() => this.#askIn(0));
  }

  async renew(): Promise<void> {
    const ids = [...this.#places].flatMap(({ id }) => (id === null ? [] : [id]));
    if (ids.length > 0 && this.#redis.status === 'ready') await this.#run(RENEW, ids);
  }

  async close(): Promise<void> {
    this.#unplan();
    const places = [...this.#places];
    this.#places.clear();
    if (this.#redis.status !== 'ready') return;
    const released = Promise.all(
      places.map(async ({ id, round }) => {
        if (id !== null) await this.#run(RELEASE, [id, 'failed', round, 0]);
      }),
    );
    // Unless it is told, they fall free by themselves.
    await withinTime(released, CLOSE_MS);
  }

  #askIn(ms: number): void {
    if (this.#waiting.size === 0 || this.#isAsking) return;
    this.#unplan();
    if (ms === 0) this.#soon = setImmediate(() => void this.#ask());
    else this.#timer = setTimeout(() => void this.#ask(), ms);
  }

  #unplan(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#soon !== null) clearImmediate(this.#soon);
    this.#timer = null;
    this.#soon = null;
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    let nextMs: number = ASK_MS.most;
    try {
      const asked = [...this.#waiting.values()].slice(0, ASK_AT_ONCE);
      const answer = asked.length === 0 ? null : await this.#answer(asked.map(({ id }) => id));
      if (answer === null) this.#lendAlone();
      else nextMs = this.#take(asked, answer);
    } finally {
      this.#isAsking = false;
      this.#askIn(nextMs);
    }
  }

  /** Null where Redis does not answer; it then answers whom nobody listens to, whose places fall free by themselves. */
  async #answer(ids: readonly string[]): Promise<readonly number[] | null> {
    if (this.#redis.status !== 'ready') return null;
    let late: NodeJS.Timeout | undefined;
    const tooLate = new Promise<null>((resolve) => {
      late = setTimeout(() => resolve(null), PATIENCE_MS);
    });
    try {
      return await Promise.race([this.#run(ACQUIRE, ids) as Promise<number[]>, tooLate]);
    } catch {
      // Full, or gone in between.
      return null;
    } finally {
      clearTimeout(late);
    }
  }

  /** Gives places to whom Redis gave them. Returns milliseconds until it is to be asked again. */
  #take(asked: readonly Waiting[], [pauseMs = 0, round = 0, ...answers]: readonly number[]): number {
    const now = performance.now();
    this.#answeredAt = now;
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMs);
    let least: number = ASK_MS.most;
    for (const [index, waiting] of asked.entries()) {
      const before = answers[index] ?? 0;
      if (before >= 0) {
        least = Math.min(least, ASK_MS.first + ASK_MS.each * before);
        continue;
      }
      const place: Place = { id: waiting.id, round };
      this.#places.add(place);
      if (this.#waiting.delete(waiting.id)) waiting.resolve(place);
      // Whoever waited has given up meanwhile.
      else this.release(place, 'failed');
    }
    // Whoever waits longest is before all others here.
    return Math.max(least, Math.min(pauseMs, ASK_MS.most));
  }

  /** While the queue is gone: no more at a time than were under way when it went, one at least. */
  #lendAlone(): void {
    const now = performance.now();
    if (this.pausedForMs > 0) return;
    const known = [...this.#places].filter(({ id }) => id !== null).length;
    let free = Math.min(this.#max, Math.max(1, known)) - this.#places.size;
    for (const waiting of this.#waiting.values()) {
      if (free <= 0) return;
      if (now - Math.max(waiting.since, this.#answeredAt) < PATIENCE_MS) continue;
      free -= 1;
      this.#waiting.delete(waiting.id);
      const place: Place = { id: null, round: -1 };
      this.#places.add(place);
      waiting.resolve(place);
    }
  }

  async #forget(id: string): Promise<void> {
    if (this.#redis.status !== 'ready') return;
    const [, places = '', waiting = '', heard = ''] = this.#options.keys;
    await this.#redis.multi().zrem(places, id).zrem(waiting, id).zrem(heard, id).exec();
  }

  async #run(script: RedisScript, words: readonly (string | number)[]): Promise<unknown> {
    const { keys, leaseMs } = this.#options;
    return await script.run(this.#redis, keys, [this.#max, leaseMs, ...words]);
  }
}

interface RedisLimitsOptions {
  readonly leaseMs: number;
  /** What the keys of an account's limit begin with. */
  readonly nameOf: (account: string) => string;
  /** Key of the set of all such names. */
  readonly names: string;
}

/** The limits of a run's endpoints, in Redis. */
export class RedisLimits implements RunLimits {
  readonly #redis: Redis;
  readonly #options: RedisLimitsOptions;
  readonly #limits = new Set<RedisEndpointLimit>();
  readonly #renews: NodeJS.Timeout;

  constructor(redis: Redis, options: RedisLimitsOptions) {
    this.#redis = redis;
    this.#options = options;
    this.#renews = setInterval(() => {
      for (const limit of this.#limits) void limit.renew().catch(() => undefined);
    }, options.leaseMs / 3);
  }

  readonly of = (account: string, max: number): EndpointLimit => {
    const { leaseMs, nameOf, names } = this.#options;
    const name = nameOf(account);
    const limit = new RedisEndpointLimit(this.#redis, { keys: limitKeys(name), leaseMs, max });
    this.#limits.add(limit);
    // So that they go with the run.
    void this.#redis
      .multi()
      .sadd(names, name)
      .expire(names, NAMES_SECONDS)
      .exec()
      .catch(() => undefined);
    return limit;
  };

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#renews);
    await Promise.all([...this.#limits].map((limit) => limit.close().catch(() => undefined)));
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
