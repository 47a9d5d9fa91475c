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

describe('selectItems', () => {
  const benchmark = benchmarkOf(['note', 'note-2', 'shop', 'shop-note']);

  it('chooses everything when nothing is asked', async () => {
    expect(await selectItems(benchmark, { tasks: null, limit: null })).toBeNull();
  });

  it('keeps the order of the benchmark for every order of the patterns', async () => {
    expect(await selectItems(benchmark, { tasks: 'shop, note', limit: null })).toEqual(['note', 'shop']);
  });

  it('lets * stand for any text, the empty one too', async () => {
    expect(await selectItems(benchmark, { tasks: '*note', limit: null })).toEqual(['note', 'shop-note']);
    expect(await selectItems(benchmark, { tasks: 'note*', limit: null })).toEqual(['note', 'note-2']);
    expect(await selectItems(benchmark, { tasks: 's*p*e', limit: null })).toEqual(['shop-note']);
  });

  it('stops at the limit', async () => {
    expect(await selectItems(benchmark, { tasks: null, limit: 2 })).toEqual(['note', 'note-2']);
  });

  it('names the pattern that matches nothing', async () => {
    const selecting = selectItems(benchmark, { tasks: 'note,nope*', limit: null });
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
        const selecting = selectItems(benchmarkOf(ids), { tasks, limit: null });
        if (expected.length === 0) await expect(selecting).rejects.toThrow(UserError);
        else expect(await selecting).toEqual(expected);
      }),
    );
  });
});
