import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Benchmark, BenchmarkItem } from '../../benchmarks/benchmark.js';
import { UserError } from '../../errors.js';
import { selectItems } from './select-items.js';

function benchmarkOf(ids: readonly string[]): Benchmark {
  const items = ids.map((id): BenchmarkItem => ({
    id,
    task: { id, instructions: { en: id }, apps: [], tags: [], milestones: [], evaluators: [] },
  }));
  async function* all(): AsyncGenerator<BenchmarkItem> {
    for (const item of items) yield item;
  }
  // Selecting asks a benchmark for nothing but its name and items.
  return { name: 'some', items: { list: all } } as unknown as Benchmark;
}

const NO_SAMPLE = { sample: null, seed: 1 };
const ALL = { tasks: null, limit: null, ...NO_SAMPLE };

async function items(...asked: Parameters<typeof selectItems>): Promise<readonly string[] | null> {
  return (await selectItems(...asked)).items;
}

describe('selectItems', () => {
  const benchmark = benchmarkOf(['note', 'note-2', 'shop', 'shop-note']);

  it('chooses everything when nothing is asked', async () => {
    expect(await selectItems(benchmark, ALL)).toEqual({ items: null, sample: null });
  });

  it('keeps the order of the benchmark for every order of the patterns', async () => {
    expect(await items(benchmark, { tasks: 'shop, note', limit: null, ...NO_SAMPLE })).toEqual([
      'note',
      'shop',
    ]);
  });

  it('lets * stand for any text, the empty one too', async () => {
    expect(await items(benchmark, { tasks: '*note', limit: null, ...NO_SAMPLE })).toEqual([
      'note',
      'shop-note',
    ]);
    expect(await items(benchmark, { tasks: 'note*', limit: null, ...NO_SAMPLE })).toEqual(['note', 'note-2']);
    expect(await items(benchmark, { tasks: 's*p*e', limit: null, ...NO_SAMPLE })).toEqual(['shop-note']);
  });

  it('stops at the limit', async () => {
    expect(await items(benchmark, { tasks: null, limit: 2, ...NO_SAMPLE })).toEqual(['note', 'note-2']);
  });

  it('names the pattern that matches nothing', async () => {
    const selecting = selectItems(benchmark, { tasks: 'note,nope*', limit: null, ...NO_SAMPLE });
    await expect(selecting).rejects.toThrow(UserError);
    await expect(selecting).rejects.toThrow('nope*');
  });

  it('agrees with a regular expression on any pattern', async () => {
    const text = fc.stringMatching(/^[ab]{0,6}$/);
    const pattern = fc.stringMatching(/^[ab*]{1,6}$/);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(text, { minLength: 1 }), pattern, async (ids, tasks) => {
        const expression = new RegExp(`^${tasks.replaceAll('*', '.*')}$`);
        const expected = ids.filter((id) => expression.test(id));
        const selecting = selectItems(benchmarkOf(ids), { tasks, limit: null, ...NO_SAMPLE });
        if (expected.length === 0) await expect(selecting).rejects.toThrow(UserError);
        else expect((await selecting).items).toEqual(expected);
      }),
    );
  });

  it('draws a sample by the seed and the tasks alone, in the order of the benchmark', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `task-${index}`);
    const drawn = await selectItems(benchmarkOf(ids), { ...ALL, sample: 5, seed: 7 });
    expect(drawn.sample).toEqual({ size: 5, of: 30, seed: 7 });
    expect(drawn.items).toEqual(ids.filter((id) => drawn.items?.includes(id) === true));
    expect(drawn.items).toHaveLength(5);
    const moved = await items(benchmarkOf(ids.toReversed()), { ...ALL, sample: 5, seed: 7 });
    expect(moved?.toSorted()).toEqual(drawn.items?.toSorted());
    expect(await items(benchmarkOf(ids), { ...ALL, sample: 5, seed: 8 })).not.toEqual(drawn.items);
  });

  it('draws from the tasks that are named', async () => {
    const drawn = await selectItems(benchmark, { ...ALL, tasks: 'note*', sample: 1 });
    expect(drawn).toEqual({ items: [expect.stringMatching(/^note/)], sample: { size: 1, of: 2, seed: 1 } });
  });

  it('takes all where no more are there, as if nothing were asked', async () => {
    expect(await selectItems(benchmark, { ...ALL, sample: 4 })).toEqual({ items: null, sample: null });
    expect(await selectItems(benchmark, { ...ALL, tasks: 'shop', sample: 9 })).toEqual({
      items: ['shop'],
      sample: null,
    });
  });

  it('is not asked for the first and a sample together', async () => {
    await expect(selectItems(benchmark, { ...ALL, limit: 2, sample: 2 })).rejects.toThrow(/name one/);
  });
});
