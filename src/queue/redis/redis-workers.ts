import type { Redis } from 'ioredis';
import type { HeardWorker, WorkerNote } from '../run-queue.js';
import { FADE_SECONDS } from './queue-keys.js';
import { RedisScript } from './redis-script.js';

/** How many times as long as it said a worker may be silent until it is forgotten. */
const FORGOTTEN_AFTER = 20;

/** A worker as it is kept: with when it was last heard of, by Redis's clock, and for how long that holds. */
type KeptWorker = WorkerNote & { readonly at: number; readonly validMs: number };

/**
 * Writes down that a worker is there, unless another one of its name is: then gives that one, and the time. Keys: workers. Words:
 * its name, its session, its note as JSON, seconds until all notes go by themselves.
 */
const BEAT = new RedisScript(`local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local kept = redis.call('HGET', KEYS[1], ARGV[1])
if kept then
  local other = cjson.decode(kept)
  if other.session ~= ARGV[2] and now - other.at <= other.validMs then return { kept, now } end
end
local note = string.sub(ARGV[3], 1, -2) .. ',"at":' .. string.format('%.0f', now) .. '}'
redis.call('HSET', KEYS[1], ARGV[1], note)
redis.call('EXPIRE', KEYS[1], ARGV[4])
return false`);

/** Forgets a worker, unless another one has its name by now. Keys: workers. Words: its name, its session. */
const LEAVE = new RedisScript(`local kept = redis.call('HGET', KEYS[1], ARGV[1])
if kept and cjson.decode(kept).session == ARGV[2] then redis.call('HDEL', KEYS[1], ARGV[1]) end
return false`);

/** The workers that take items from a queue, in Redis. */
export class RedisWorkers {
  readonly #redis: Redis;
  readonly #key: string;

  constructor(redis: Redis, key: string) {
    this.#redis = redis;
    this.#key = key;
  }

  async beat(worker: WorkerNote, validMs: number): Promise<HeardWorker | null> {
    // The time is the queue's own: hosts' clocks are never compared. Who is killed says no more, and where nobody looks nobody
    // forgets them.
    const words = [worker.name, worker.session, JSON.stringify({ ...worker, validMs }), FADE_SECONDS];
    const other = (await BEAT.run(this.#redis, [this.#key], words)) as readonly [string, number] | null;
    return other === null ? null : heard(other[0], other[1]).worker;
  }

  async leave({ name, session }: Pick<WorkerNote, 'name' | 'session'>): Promise<void> {
    await LEAVE.run(this.#redis, [this.#key], [name, session]);
  }

  /** By name. */
  async list(): Promise<readonly HeardWorker[]> {
    const [notes, [seconds, micros]] = await Promise.all([
      this.#redis.hgetall(this.#key),
      this.#redis.time(),
    ]);
    const now = Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
    const workers: HeardWorker[] = [];
    for (const text of Object.values(notes)) {
      const { worker, validMs } = heard(text, now);
      // Long gone without a word: killed.
      if (worker.heardMsAgo > FORGOTTEN_AFTER * validMs) await this.leave(worker);
      else workers.push(worker);
    }
    return workers.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }
}

function heard(text: string, now: number): { readonly worker: HeardWorker; readonly validMs: number } {
  // Written by `BEAT` alone, or by an earlier version, whose workers have no session.
  const {
    at,
    validMs,
    session = '',
    ...note
  } = JSON.parse(text) as Omit<KeptWorker, 'session'> & {
    readonly session?: string;
  };
  return { worker: { ...note, session, heardMsAgo: Math.max(0, now - at) }, validMs };
}
