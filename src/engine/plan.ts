import type { Benchmark, BenchmarkItem } from '../benchmarks/benchmark.js';
import type { ItemKey } from '../domain/episode.js';
import type { RunIdentity } from '../domain/run.js';
import { DatasetError, UserError } from '../errors.js';

/** One item of the plan, to be done once. */
export interface PlannedItem {
  readonly key: ItemKey;
  readonly item: BenchmarkItem;
}

/**
 * Every chosen item in the order in which the benchmark has them done, then all of them again for the next repeat: what a budget cuts short has
 * each item about equally often. Read from the benchmark as it goes; never held as a whole.
 */
export async function* planItems(
  benchmark: Benchmark,
  identity: RunIdentity,
): AsyncGenerator<PlannedItem, void> {
  const chosen = identity.benchmark.items === null ? null : new Set(identity.benchmark.items);
  for (let repeat = 0; repeat < identity.repeats; repeat += 1) {
    for await (const item of benchmark.items.plan?.() ?? benchmark.items.list()) {
      if (chosen?.has(item.id) ?? true) yield { key: { item: item.id, repeat }, item };
    }
  }
}

/**
 * Items of the plan.
 *
 * @throws {DatasetError} when two items share an id or one has none
 * @throws {UserError} when a chosen item does not exist, or there is nothing to do
 */
export async function countPlan(benchmark: Benchmark, identity: RunIdentity): Promise<number> {
  const chosen = identity.benchmark.items === null ? null : new Set(identity.benchmark.items);
  const ids = new Set<string>();
  let count = 0;
  for await (const { id } of benchmark.items.list()) {
    if (id === '') throw new DatasetError(`An item of ${benchmark.name} has no id`);
    if (ids.has(id)) throw new DatasetError(`Two items of ${benchmark.name} have the id ${id}`);
    ids.add(id);
    if (chosen?.has(id) ?? true) count += 1;
  }
  for (const id of chosen ?? []) {
    if (!ids.has(id)) {
      throw new UserError(`${benchmark.name} has no item ${id} in split ${benchmark.split}`, {
        hint: `Its items are named like ${[...ids].slice(0, 3).join(', ')}.`,
      });
    }
  }
  if (count === 0) throw new UserError(`${benchmark.name} has no item in split ${benchmark.split}`);
  return count * identity.repeats;
}
