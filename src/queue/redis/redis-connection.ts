import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { QueueError } from '../queue-error.js';

/** Oldest Redis that has every command in use. */
const OLDEST = [6, 2] as const;
/** Milliseconds until a Redis that does not answer counts as not there. */
const CONNECT_MS = 5_000;
const LONGEST_RECONNECT_MS = 2_000;
/** Milliseconds without a word after a command until a connection counts as cut. Longer than a command may block. */
const SILENT_MS = 15_000;
/** Milliseconds of quiet until the system asks whether the other side is there. */
const KEEP_ALIVE_MS = 10_000;
/** Milliseconds between tries while it is full or loads its data. */
const AGAIN_MS = 500;

/** A URL without user and password. */
export function placeOf({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

/**
 * Connects, and sees that this is a Redis that can be used.
 *
 * @throws {QueueError}
 */
export async function connectRedis(
  url: URL,
  { onNote, signal }: { readonly onNote: (note: string) => void; readonly signal?: AbortSignal | undefined },
): Promise<Redis> {
  const { Redis: Client } = await import('ioredis').catch((cause: unknown) => {
    throw new QueueError('the package ioredis is not there', {
      cause,
      hint: 'Distributed runs need two more packages: npm install bullmq ioredis',
    });
  });
  const place = placeOf(url);
  const redis = new Client(url.href, {
    lazyConnect: true,
    // As BullMQ asks for: a command waits until Redis is back.
    maxRetriesPerRequest: null,
    connectTimeout: CONNECT_MS,
    // Else one that is cut off hears of it once the system has sent in vain for minutes.
    socketTimeout: SILENT_MS,
    keepAlive: KEEP_ALIVE_MS,
    retryStrategy: (times) => Math.min(times * 100, LONGEST_RECONNECT_MS),
  });
  let reason: unknown;
  const keep = (error: unknown): void => {
    reason ??= error;
  };
  redis.on('error', keep);
  const onAbort = (): void => redis.disconnect();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    await withDeadline(redis.connect(), CONNECT_MS);
    // Of a database that is not there the client says nothing, and goes on with another.
    const database = Number(url.pathname.slice(1));
    if (database > 0) await withDeadline(redis.select(database), CONNECT_MS);
    const info = await withDeadline(redis.info('server'), CONNECT_MS);
    requireNewEnough(info, place);
  } catch (error) {
    redis.disconnect();
    signal?.throwIfAborted();
    throw error instanceof QueueError ? error : refusal(reason ?? error, place);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    redis.off('error', keep);
  }
  follow(redis, place, onNote);
  return redis;
}

/** @throws {QueueError} naming the version, by what `INFO server` answers */
export function requireNewEnough(info: string, place: string): void {
  const version = /^redis_version:(\d+)\.(\d+)\S*/m.exec(info);
  const [major, minor] = [Number(version?.[1] ?? 0), Number(version?.[2] ?? 0)];
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  const found = version === null ? 'of an unknown version' : `version ${major}.${minor}`;
  throw new QueueError(`Redis at ${place} is ${found}, which is too old`, {
    hint: `The queue needs Redis ${OLDEST.join('.')} or newer.`,
  });
}

function refusal(error: unknown, place: string): QueueError {
  const said = error instanceof Error ? error.message : String(error);
  if (/NOAUTH|WRONGPASS|invalid password|ERR AUTH|NOPERM/i.test(said)) {
    return new QueueError(`Redis at ${place} wants another password`, {
      hint: 'Give it in TOUCHSTONE_QUEUE_PASSWORD, or in the URL: redis://:PASSWORD@HOST:PORT.',
    });
  }
  if (/DB index is out of range/i.test(said)) {
    return new QueueError(`Redis at ${place} has no database of that number`, { hint: 'Most have 0 to 15.' });
  }
  return new QueueError(`Redis at ${place} does not answer (${said === '' ? 'no connection' : said})`, {
    hint: 'Start it, or correct --queue.',
  });
}

/** Tells once that it is gone, and once that it is back. */
function follow(redis: Redis, place: string, onNote: (note: string) => void): void {
  let isGone = false;
  redis.on('close', () => {
    if (!isGone && redis.status !== 'end') onNote(`the queue at ${place} is gone; waiting for it`);
    isGone = true;
  });
  redis.on('ready', () => {
    if (isGone) onNote(`the queue at ${place} is back`);
    isGone = false;
  });
  // Each failed try to reconnect is one more; told above.
  redis.on('error', () => undefined);
}

/** Answers of a Redis that may soon take the command. */
const PASSING =
  /^(?:OOM|LOADING|READONLY|BUSY|MISCONF|TRYAGAIN|MASTERDOWN)\b|\b(?:OOM|MISCONF|READONLY) |Connection is closed|Command aborted due to connection close/i;

/** Does it again for as long as Redis is full, or loads its data. @throws the reason of the signal */
export async function insist<T>(
  work: () => Promise<T>,
  { onNote, signal }: { readonly onNote: (note: string) => void; readonly signal?: AbortSignal | undefined },
): Promise<T> {
  let isNoted = false;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const said = error instanceof Error ? error.message : '';
      if (!PASSING.test(said) || signal?.aborted === true) throw error;
      const full = /OOM/.test(said) ? 'is full' : 'cannot take commands';
      // That it is gone is told by its connection.
      if (!isNoted && !/clos/i.test(said)) onNote(`the queue ${full}; trying again until it can: ${said}`);
      isNoted = true;
      await sleep(AGAIN_MS, undefined, signal === undefined ? {} : { signal });
    }
  }
}

/** Id of the process that answers, asked for again once the connection was lost: another one may hold older data. */
export function serverIdOf(redis: Redis): () => Promise<string> {
  let known: Promise<string> | null = null;
  redis.on('close', () => {
    known = null;
  });
  return () => {
    if (known !== null) return known;
    const asked = redis.info('server').then((info) => /^run_id:(\w+)/m.exec(info)?.[1] ?? '');
    asked.catch(() => {
      if (known === asked) known = null;
    });
    known = asked;
    return asked;
  };
}

/** Waits for it, but no longer than so many milliseconds: a queue that is cut off does not answer. */
export async function withinTime(work: Promise<unknown>, ms: number): Promise<void> {
  const control = new AbortController();
  const late = sleep(ms, undefined, { signal: control.signal }).catch(() => undefined);
  try {
    await Promise.race([work.catch(() => undefined), late]);
  } finally {
    control.abort();
  }
}

async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  const control = new AbortController();
  const late = sleep(ms, undefined, { signal: control.signal }).then(() => {
    throw new Error(`no answer within ${ms / 1000} s`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    control.abort();
    late.catch(() => undefined);
  }
}
