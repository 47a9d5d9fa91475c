import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { workOnRuns, type WorkEvent } from '../src/app/work/work-on-runs.js';
import { openRunQueue } from '../src/queue/open-run-queue.js';
import { QUEUE_FORMAT } from '../src/queue/queue-format.js';
import { requireNewEnough } from '../src/queue/redis/redis-connection.js';
import { runQueueContract } from '../src/testing/contracts/run-queue-contract.js';
import { MemoryRunQueue } from '../src/testing/queue/memory-run-queue.js';
import { NO_COST } from '../src/formats/run/model-cost.js';
import { cuttableWay } from './fixtures/cuttable-way.js';
import { NO_REDIS, startRedis, type RedisServer } from './fixtures/redis-server.js';

const quiet = (): void => undefined;
const END = { end: { reason: 'agent_stop' }, steps: 1, durationMs: 1 } as const;
const NAMES = { run: 'one', folder: 'one', benchmark: 'b', agent: 'a', identityHash: 'a'.repeat(64) };
const RUN = { ...NAMES, planned: 2, needs: [], budgets: { seconds: null, tokens: null, money: null } };
const TWO = [0, 1].map((repeat) => ({ key: { item: 'a', repeat } }));

describe('a queue in memory', () => {
  const create = () => Promise.resolve(new MemoryRunQueue());
  it.each(runQueueContract({ create, shortLeaseMs: 60 }))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

describe(`a queue in Redis ${NO_REDIS ?? ''}`.trim(), { skip: NO_REDIS !== null }, () => {
  let server: RedisServer;
  let queues = 0;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const create = () => openRunQueue(server.url, { onNote: quiet, prefix: `touchstone-${(queues += 1)}` });
  // The test waits for leases to run out; beside other busy programs a shorter one would run out under way.
  it.concurrent.each(runQueueContract({ create, shortLeaseMs: 900 }))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it.concurrent('frees the places at an endpoint of a writer that is not heard of, and keeps those of one that is', async () => {
    const prefix = `touchstone-${(queues += 1)}`;
    const names = { run: 'one', folder: 'one', benchmark: 'b', agent: 'a', identityHash: 'a'.repeat(64) };
    const run = { ...names, planned: 1, needs: [], budgets: { seconds: null, tokens: null, money: null } };
    const dead = await openRunQueue(server.url, { onNote: quiet, prefix });
    await using queue = await openRunQueue(server.url, { onNote: quiet, prefix });
    await using left = dead.limits(run, { leaseMs: 600 });
    await using kept = queue.limits(run, { leaseMs: 600 });
    const { signal } = new AbortController();
    await left.of('endpoint', 1).acquire(signal);
    await dead[Symbol.asyncDispose]();
    const limit = kept.of('endpoint', 1);
    await limit.acquire(signal);
    await expect(kept.of('endpoint', 1).acquire(AbortSignal.timeout(900))).rejects.toThrow();
  });

  it.concurrent('lends a place at an endpoint by itself while Redis is gone for long', async () => {
    await using own = await startRedis();
    await using queue = await openRunQueue(own.url, { onNote: quiet });
    const names = { run: 'one', folder: 'one', benchmark: 'b', agent: 'a', identityHash: 'a'.repeat(64) };
    const run = { ...names, planned: 1, needs: [], budgets: { seconds: null, tokens: null, money: null } };
    await using limits = queue.limits(run, { leaseMs: 60_000 });
    const limit = limits.of('endpoint', 8);
    const { signal } = new AbortController();
    await own.stop('SIGKILL');
    const ticket = await limit.acquire(signal);
    limit.release(ticket, 'served');
  });

  it('leaves no key for good of a run that has ended, also of what its workers tell after that', async () => {
    await using own = await startRedis();
    const queue = await openRunQueue(own.url, { onNote: quiet });
    const late = await openRunQueue(own.url, { onNote: quiet });
    const onlooker = await openRunQueue(own.url, { onNote: quiet });
    const raw = new Redis(own.url);
    /** Keys that stay until somebody removes them. */
    const lasting = async (): Promise<readonly string[]> => {
      const keys = await raw.keys('*');
      const times = await Promise.all(keys.map((key) => raw.ttl(key)));
      return keys.filter((_, place) => times[place] === -1).toSorted();
    };
    const run = { ...RUN, budgets: { seconds: 60, tokens: 1_000_000, money: null } };
    const cost = { ...NO_COST, calls: 1, inputTokens: 5 };
    const { signal } = new AbortController();
    try {
      await using coordinator = await queue.ledger(run, { writer: 'main', activeMs: 0 });
      coordinator.add(cost);
      // Before it is announced nobody would remove what is kept of it.
      expect(await lasting()).toEqual([]);
      await queue.add('one', TWO);
      await queue.announce(run, new Map([['main', cost]]));
      expect(await raw.ttl('touchstone:cost:one')).toBe(-1);
      const lane = await late.join(run, { writer: 'a', leaseMs: 60_000 });
      const ledger = await late.ledger(run, { writer: 'a' });
      const limits = late.limits(run, { leaseMs: 60_000 });
      await late.beat(
        { name: 'a', session: 's', host: 'h', pid: 1, version: '0', run: 'one', items: 1 },
        6_000,
      );
      await late.refuse('one', { worker: 'b', reason: 'another version' });
      await late.stop('one', {
        worker: 'a',
        failure: { fault: 'model', code: 'X', message: 'x' },
        isOutage: true,
      });
      await queue.setState('one', 'open');
      const ticket = await limits.of('endpoint', 2).acquire(signal);
      const item = await lane.take({ signal, idleMs: 5_000 });
      if (item === null) throw new Error('there are two');
      await lane.settle(item, END);
      expect(await queue.settled('one', 10)).toHaveLength(1);
      const other = await lane.take({ signal, idleMs: 5_000 });
      await queue.runs();
      await queue.remove('one');
      // A worker that has not heard of it.
      ledger.add({ ...cost, calls: 2 });
      limits.of('endpoint', 2).release(ticket, 'served');
      limits.of('another endpoint', 2);
      await late.refuse('one', { worker: 'c', reason: 'gone' });
      await late.setState('one', 'token_budget');
      await late.stop('one', {
        worker: 'a',
        failure: { fault: 'model', code: 'X', message: 'x' },
        isOutage: true,
      });
      if (other !== null) await lane.settle(other, END);
      expect(await lane.take({ signal, idleMs: 500 })).toBeNull();
      // Also by one that has never asked of it: as it was removed between two of its questions.
      await onlooker.leftTooOften('one', 10);
      await onlooker.drop('one', [{ item: 'a', repeat: 0 }]);
      await late.counts('one');
      await late.status();
      await queue.status();
      await Promise.all([lane, ledger, limits].map((open) => open[Symbol.asyncDispose]()));
    } finally {
      await Promise.all([queue, late, onlooker].map((open) => open[Symbol.asyncDispose]()));
    }
    expect(await lasting()).toEqual([]);
    raw.disconnect();
  });

  it('leaves no key for good of a run that is removed while somebody pauses it', async () => {
    await using own = await startRedis();
    await using queue = await openRunQueue(own.url, { onNote: quiet });
    await using other = await openRunQueue(own.url, { onNote: quiet });
    await queue.add('one', TWO);
    await queue.announce(RUN, new Map());
    const { hset } = Redis.prototype as unknown as { hset: (...words: unknown[]) => Promise<number> };
    // Between its look whether the run is known, and what it writes.
    using between = vi.spyOn(Redis.prototype, 'hset').mockImplementation(async function (
      this: Redis,
      ...words: unknown[]
    ) {
      if (words[0] === 'touchstone:states') await queue.remove('one');
      return await hset.apply(this, words);
    });
    await other.setState('one', 'paused');
    expect(between).toHaveBeenCalled();
    const raw = new Redis(own.url);
    const keys = await raw.keys('*');
    const times = await Promise.all(keys.map((key) => raw.ttl(key)));
    expect(keys.filter((_, place) => times[place] === -1)).toEqual([]);
    raw.disconnect();
  });

  it('is refused by a worker that does not know its format, with the difference', async () => {
    await using own = await startRedis();
    await using queue = await openRunQueue(own.url, { onNote: quiet });
    const names = { run: 'one', folder: 'one', benchmark: 'b', agent: 'a', identityHash: 'a'.repeat(64) };
    const run = { ...names, planned: 1, needs: [], budgets: { seconds: null, tokens: null, money: null } };
    await queue.add('one', [{ key: { item: 'a', repeat: 0 } }]);
    await queue.announce(run, new Map());
    const raw = new Redis(own.url);
    const kept = JSON.parse((await raw.hget('touchstone:runs', 'one')) ?? '') as object;
    await raw.hset(
      'touchstone:runs',
      'one',
      JSON.stringify({ format: QUEUE_FORMAT + 1, touchstone: '9.9.9' }),
    );
    const events: WorkEvent[] = [];
    const { signal } = new AbortController();
    await workOnRuns({
      queue,
      runsFolder: '/nowhere',
      environment: {},
      name: 'w',
      concurrency: 1,
      has: null,
      once: true,
      trustsSettings: false,
      leaseMs: 30_000,
      drainMs: 0,
      interrupted: signal,
      killed: signal,
      onWork: (event) => void events.push(event),
    });
    const reason = `Touchstone 9.9.9 handed it out in format ${QUEUE_FORMAT + 1} of the queue`;
    expect(events).toMatchObject([
      { type: 'run-join' },
      { reason: expect.stringContaining(reason) as unknown },
    ]);
    expect((await queue.status()).runs).toMatchObject([
      { run: 'one', foreign: expect.stringContaining(reason) as unknown, refused: [{ worker: 'w' }] },
    ]);
    await raw.hset('touchstone:runs', 'one', JSON.stringify(kept));
    expect((await queue.runs())[0]).toMatchObject(run);
    expect((await queue.runs())[0]).not.toHaveProperty('foreign');
    raw.disconnect();
  });

  it.concurrent('lends again what it has lost, also to who is at it, and takes the end of either', async () => {
    await using own = await startRedis();
    await using queue = await openRunQueue(own.url, { onNote: quiet });
    const raw = new Redis(own.url);
    const begin = async (): Promise<void> => {
      await queue.add('one', TWO.slice(0, 1));
      await queue.announce(RUN, new Map());
    };
    await begin();
    const leaseMs = 1_800;
    await using lane = await queue.join(RUN, { writer: 'a', leaseMs });
    const { signal } = new AbortController();
    const first = await lane.take({ signal, idleMs: 5_000 });
    await raw.flushall();
    await begin();
    const second = await lane.take({ signal, idleMs: 5_000 });
    if (first === null || second === null) throw new Error('it is lent twice');
    expect([first.lost.aborted, second.lost.aborted]).toEqual([true, false]);
    // More than once it has been renewed since.
    await sleep(leaseMs);
    expect([second.lost.aborted, lane.held]).toEqual([false, 2]);
    await lane.giveBack(first);
    expect(lane.held).toBe(1);
    expect(await queue.counts('one')).toMatchObject({ waiting: 0, active: 1 });
    await lane.settle(second, END);
    expect(lane.held).toBe(0);
    expect(await queue.settled('one', 10)).toHaveLength(1);
    expect(await queue.counts('one')).toMatchObject({ waiting: 0, active: 0 });
    raw.disconnect();
  });

  it.concurrent('lets go of who is to end though it is cut off without a word', async () => {
    await using own = await startRedis();
    await using way = await cuttableWay(own.port);
    await using queue = await openRunQueue(`redis://127.0.0.1:${way.port}`, { onNote: quiet });
    await queue.add('one', TWO);
    await queue.announce(RUN, new Map());
    const lane = await queue.join(RUN, { writer: 'w', leaseMs: 60_000 });
    const limits = queue.limits(RUN, { leaseMs: 60_000 });
    const ledger = await queue.ledger(RUN, { writer: 'a' });
    const end = new AbortController();
    const item = await lane.take({ signal: end.signal, idleMs: 60_000 });
    await limits.of('endpoint', 1).acquire(end.signal);
    if (item === null) throw new Error('there are two items');
    way.cut();
    ledger.add({ ...NO_COST, calls: 1 });
    const more = lane.take({ signal: end.signal, idleMs: 60_000 });
    const settled = lane.settle(item, END);
    end.abort();
    expect(await more).toBeNull();
    await settled;
    await Promise.all([lane, ledger, limits].map((part) => part[Symbol.asyncDispose]()));
  }, 30_000);

  it.concurrent('has an item that ended two workers done alone, so that it takes no other with it', async () => {
    await using queue = await openRunQueue(server.url, {
      onNote: quiet,
      prefix: `touchstone-${(queues += 1)}`,
    });
    await queue.add('one', TWO);
    await queue.announce(RUN, new Map());
    const { signal } = new AbortController();
    const takes = { signal, idleMs: 60_000 };
    for (const writer of ['x', 'y']) {
      const dead = await queue.join(RUN, { writer, leaseMs: 600 });
      await dead.take(takes);
      dead.fail?.();
      await vi.waitUntil(async () => (await queue.counts('one'))?.active === 0, 30_000);
      await dead[Symbol.asyncDispose]();
    }
    await using lane = await queue.join(RUN, { writer: 'z', leaseMs: 60_000 });
    const suspect = await lane.take(takes);
    expect(suspect?.leftBy).toEqual(['x', 'y']);
    const next = lane.take(takes);
    const order: string[] = [];
    void next.then(() => order.push('next'));
    await vi.waitUntil(async () => (await queue.counts('one'))?.active === 1, 30_000);
    order.push('suspect');
    if (suspect !== null) await lane.settle(suspect, END);
    expect((await next)?.leftBy).toBeUndefined();
    expect(order).toEqual(['suspect', 'next']);
  });

  it.concurrent('says that it may have come back with what it knew before, and lends that', async () => {
    await using own = await startRedis();
    const raw = new Redis(own.url);
    raw.on('error', quiet);
    await using queue = await openRunQueue(own.url, { onNote: quiet });
    await queue.add('one', TWO.slice(1));
    await queue.announce(RUN, new Map());
    await raw.save();
    raw.disconnect();
    await using lane = await queue.join(RUN, { writer: 'w', leaseMs: 60_000 });
    const { signal } = new AbortController();
    const first = await lane.take({ signal, idleMs: 60_000 });
    if (first === null) throw new Error('there is an item');
    expect(first.epoch).toBe(lane.epoch);
    await lane.settle(first, END);
    expect(await queue.hasLapsed('one')).toBe(false);
    await own.stop('SIGKILL');
    await own.start();
    const again = await lane.take({ signal, idleMs: 60_000 });
    expect(again?.key).toEqual(first.key);
    expect(again?.epoch).not.toBe(lane.epoch);
    expect(await queue.hasLapsed('one')).toBe(true);
    await queue.announce(RUN, new Map(), { opens: false });
    expect(await queue.hasLapsed('one')).toBe(false);
  });

  it('says that it is full, and goes on once it is not', async () => {
    await using own = await startRedis();
    const notes: string[] = [];
    await using queue = await openRunQueue(own.url, { onNote: (note) => notes.push(note) });
    const raw = new Redis(own.url);
    await raw.config('SET', 'maxmemory', '1');
    const added = queue.add('one', [{ key: { item: 'a', repeat: 0 } }]);
    await expect.poll(() => notes.join('\n')).toContain('the queue is full; trying again until it can');
    await raw.config('SET', 'maxmemory', '0');
    await added;
    await queue.announce(RUN, new Map());
    await using lane = await queue.join(RUN, { writer: 'w', leaseMs: 60_000 });
    const item = await lane.take({ signal: new AbortController().signal, idleMs: 60_000 });
    if (item === null) throw new Error('there is an item');
    // The end is told once there is room for it.
    await raw.config('SET', 'maxmemory', '1');
    const settled = lane.settle(item, END);
    await expect.poll(() => notes).toHaveLength(2);
    await raw.config('SET', 'maxmemory', '0');
    await settled;
    raw.disconnect();
    expect(await queue.settled('one', 10)).toHaveLength(1);
    expect(await queue.counts('one')).toEqual({ waiting: 0, active: 0, failed: 0 });
  });

  it('tells once that it is gone, and once that it is back', async () => {
    await using own = await startRedis();
    const notes: string[] = [];
    await using queue = await openRunQueue(own.url, { onNote: (note) => notes.push(note) });
    await own.stop('SIGKILL');
    await own.start();
    expect(await queue.runs()).toEqual([]);
    const place = own.url;
    expect(notes).toEqual([`the queue at ${place} is gone; waiting for it`, `the queue at ${place} is back`]);
  });

  it('is refused with the reason: a wrong password, one that is missing, no such database, nobody there', async () => {
    await using own = await startRedis({ arguments_: ['--requirepass', 'right-one'] });
    const { port } = own;
    const open = (url: string, password?: string) => openRunQueue(url, { onNote: quiet, password });
    await expect(open(own.url)).rejects.toThrow(`Redis at ${own.url} wants another password`);
    const wrong = open(`redis://:wrong-one@127.0.0.1:${port}`);
    await expect(wrong).rejects.toThrow(`Redis at ${own.url} wants another password`);
    await expect(wrong).rejects.not.toThrow('wrong-one');
    await using queue = await open(own.url, 'right-one');
    expect(queue.place).toBe(own.url);
    await expect(open(`${own.url}/99`, 'right-one')).rejects.toThrow('no database of that number');
    await own.stop();
    await expect(open(own.url)).rejects.toThrow(/does not answer/);
  });
});

describe('the URL of a queue', () => {
  it.each([
    ['nonsense', 'not named by a URL'],
    ['http://localhost', 'no queue of kind http'],
    ['redis://localhost/abc', 'number of a database'],
    ['redis://localhost?password=x', 'nothing after its database'],
  ])('%s is refused', async (url, words) => {
    await expect(openRunQueue(url, { onNote: quiet })).rejects.toThrow(words);
  });

  it.each([
    ['redis_version:6.0.16\r\n', 'version 6.0'],
    ['', 'unknown version'],
  ])('an old Redis is refused by what it says of itself', (info, words) => {
    expect(() => requireNewEnough(info, 'redis://h')).toThrow(words);
    expect(() => requireNewEnough('redis_version:6.2.1', 'redis://h')).not.toThrow();
    expect(() => requireNewEnough('x\r\nredis_version:7.0.15\r\n', 'redis://h')).not.toThrow();
  });
});
