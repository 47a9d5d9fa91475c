import { describe, expect, it } from 'vitest';
import type { Benchmark, BenchmarkItem } from '../benchmarks/benchmark.js';
import { DatasetError, UserError } from '../errors.js';
import { fakeAgent } from '../testing/fake-agent.js';
import { changeItems, fakeBenchmark } from '../testing/fake-benchmark.js';
import { countPlan, planItems } from './plan.js';
import { identifyRun } from './run-identity.js';

const MANY = fakeBenchmark({ items: 4 });

function identityOf(benchmark: Benchmark, settings: { repeats?: number; items?: readonly string[] } = {}) {
  const parts = { benchmark, agent: fakeAgent(), models: {} };
  return identifyRun(parts, { touchstone: '1', seed: 1, repeats: 1, ...settings });
}

/** The benchmark with items of these ids. */
function withIds(...ids: readonly string[]): Benchmark {
  return changeItems(MANY, {
    async *list() {
      for await (const item of MANY.items.list()) {
        const id = ids[Number(item.id.slice(-1))];
        if (id !== undefined) yield { ...item, id };
      }
    },
  });
}

async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => null,
    (error: unknown) => error,
  );
}

describe('planItems', () => {
  it('gives the chosen items in the order of the benchmark, then all of them once more', async () => {
    const keys: string[] = [];
    const identity = identityOf(MANY, { repeats: 2, items: ['walk-3', 'walk-1'] });
    for await (const { key, item } of planItems(MANY, identity)) {
      expect(item.id).toBe(key.item);
      keys.push(`${key.item}#${key.repeat}`);
    }
    expect(keys).toEqual(['walk-1#0', 'walk-3#0', 'walk-1#1', 'walk-3#1']);
  });

  it('gives them in the order of a plan that the benchmark has', async () => {
    const backwards = changeItems(MANY, {
      async *plan() {
        const items: BenchmarkItem[] = [];
        for await (const item of MANY.items.list()) items.unshift(item);
        yield* items;
      },
    });
    const identity = identityOf(backwards, { items: ['walk-0', 'walk-2', 'walk-3'] });
    const keys: string[] = [];
    for await (const { key } of planItems(backwards, identity)) keys.push(key.item);
    expect(keys).toEqual(['walk-3', 'walk-2', 'walk-0']);
  });
});

describe('countPlan', () => {
  it('counts items times repeats, chosen ones alone', async () => {
    expect(await countPlan(MANY, identityOf(MANY))).toBe(4);
    expect(await countPlan(MANY, identityOf(MANY, { repeats: 3, items: ['walk-3', 'walk-1'] }))).toBe(6);
  });

  it.each([
    [['', 'b'], 'An item of fake has no id'],
    [['a', 'b', 'a'], 'Two items of fake have the id a'],
  ])('refuses items called %j', async (ids, message) => {
    const benchmark = withIds(...ids);
    const error = await thrownBy(countPlan(benchmark, identityOf(benchmark)));
    expect(error).toBeInstanceOf(DatasetError);
    expect(error).toMatchObject({ message });
  });

  it('names an item that does not exist, and what items are called', async () => {
    const error = await thrownBy(countPlan(MANY, identityOf(MANY, { items: ['walk-1', 'nope'] })));
    expect(error).toBeInstanceOf(UserError);
    expect(error).toMatchObject({
      message: 'fake has no item nope in split all',
      hint: 'Its items are named like walk-0, walk-1, walk-2.',
    });
  });

  it('refuses a plan of nothing', async () => {
    for (const [benchmark, items] of [
      [withIds(), undefined],
      [MANY, []],
    ] as const) {
      const identity = identityOf(benchmark, items === undefined ? {} : { items });
      expect(await thrownBy(countPlan(benchmark, identity))).toMatchObject({
        code: 'USER',
        message: 'fake has no item in split all',
      });
    }
  });
});
