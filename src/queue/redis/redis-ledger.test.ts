import type { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_COST } from '../../formats/run/model-cost.js';
import { RedisLedger } from './redis-ledger.js';

const CALL = { ...NO_COST, calls: 1, inputTokens: 10 };
const OPTIONS = {
  cost: 'cost',
  runs: 'runs',
  states: 'states',
  time: 'time',
  run: 'one',
  writer: 'a',
  activeMs: null,
};

/** A Redis of one ledger, which keeps how many calls it was told of each time; null where it does not take that. */
class FakeRedis {
  readonly status = 'ready';
  readonly told: number[] = [];
  isFull = false;

  get asRedis(): Redis {
    // All of it that a ledger uses.
    return this as unknown as Redis;
  }

  async hget(): Promise<string | null> {
    return null;
  }

  async hmget(): Promise<(string | null)[]> {
    return [null];
  }

  /** @param given two keys, the run and its writer, then the words */
  async evalsha(_hash: string, _keys: number, ...given: string[]) {
    const words = given.slice(4);
    if (this.isFull) throw new Error('OOM command not allowed');
    this.told.push(Number(words[1]));
    return words.filter((_, at) => at % 2 === 1);
  }
}

function open(redis: FakeRedis, tokens: number | null = null): Promise<RedisLedger> {
  const budgets = { seconds: null, tokens, money: null };
  return RedisLedger.open(redis.asRedis, { ...OPTIONS, budgets });
}

describe('what a writer has used', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is told for many calls at once, and counted here with each', async () => {
    const redis = new FakeRedis();
    await using ledger = await open(redis);
    for (let call = 1; call <= 10; call += 1) {
      ledger.add(CALL);
      expect(ledger.cost.calls).toBe(call);
      await vi.advanceTimersByTimeAsync(4);
    }
    expect(redis.told).toEqual([]);
    await vi.advanceTimersByTimeAsync(50);
    expect(redis.told).toEqual([10]);
    expect(ledger.cost).toEqual({ ...NO_COST, calls: 10, inputTokens: 100 });
    ledger.add(CALL);
    await vi.advanceTimersByTimeAsync(50);
    expect(redis.told).toEqual([10, 11]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(redis.told).toEqual([10, 11]);
  });

  it('is told at once where it spends a budget', async () => {
    const redis = new FakeRedis();
    await using ledger = await open(redis, 20);
    const spent: string[] = [];
    ledger.onSpent((budget) => spent.push(budget));
    ledger.add(CALL);
    expect(spent).toEqual([]);
    ledger.add(CALL);
    expect(spent).toEqual(['token_budget']);
    await vi.advanceTimersByTimeAsync(0);
    expect(redis.told).toEqual([2]);
  });

  it('is told before the ledger is closed', async () => {
    const redis = new FakeRedis();
    const ledger = await open(redis);
    ledger.add(CALL);
    await ledger[Symbol.asyncDispose]();
    expect(redis.told).toEqual([1]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is told later where the queue is full', async () => {
    const redis = new FakeRedis();
    await using ledger = await open(redis);
    redis.isFull = true;
    ledger.add(CALL);
    await vi.advanceTimersByTimeAsync(60);
    redis.isFull = false;
    expect(ledger.cost.calls).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(redis.told).toEqual([1]);
  });
});
