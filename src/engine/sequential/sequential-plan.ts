import type { Benchmark, BenchmarkItem } from '../../benchmarks/benchmark.js';
import { randomStream } from '../../domain/random.js';
import type { RunIdentity } from '../../domain/run.js';
import type { PlannedItem } from '../plan.js';

/**
 * The plan of a run that may end once its gate is decided: every chosen item once in random order, then all of them for the
 * next repeat in another order, so that the first episodes speak for all. The order depends on the seed and the name of the
 * run alone; two runs have different ones, so that no order is unlucky for ever.
 */
export async function sequentialPlan(
  benchmark: Benchmark,
  { run, identity }: { readonly run: string; readonly identity: RunIdentity },
): Promise<readonly PlannedItem[]> {
  const chosen = identity.benchmark.items === null ? null : new Set(identity.benchmark.items);
  const items: BenchmarkItem[] = [];
  for await (const item of benchmark.items.list()) if (chosen?.has(item.id) ?? true) items.push(item);
  return Array.from({ length: identity.repeats }, (_, repeat) =>
    shuffled(items, randomStream(identity.seed, 'sequential', run, repeat)).map((item) => ({
      key: { item: item.id, repeat },
      item,
    })),
  ).flat();
}

/** All orders are equally likely (Fisher and Yates). */
function shuffled<T>(values: readonly T[], random: { below(n: number): number }): T[] {
  const order: T[] = [];
  for (const [count, value] of values.entries()) {
    const place = random.below(count + 1);
    const displaced = order[place];
    if (displaced !== undefined) order.push(displaced);
    order[place] = value;
  }
  return order;
}
