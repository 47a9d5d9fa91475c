import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { RunConfiguration } from '../../domain/run.js';
import { UserError } from '../../errors.js';
import type { ItemQueue } from '../item-queue.js';
import type { PlannedItem } from '../plan.js';
import { sequentialPlan } from './sequential-plan.js';
import { SequentialStop } from './sequential-stop.js';

/** The plan of a run in the order in which its gate decides, and that gate. */
export interface OrderedPlan {
  readonly plan: readonly PlannedItem[];
  readonly stop: SequentialStop;
}

/**
 * Null for a run that does all of its plan.
 *
 * @throws {UserError} where others choose the items, or their order changes what comes of them
 */
export async function orderedPlan(
  {
    benchmark,
    configuration,
    queue,
  }: {
    readonly benchmark: Benchmark;
    readonly configuration: RunConfiguration;
    readonly queue?: ItemQueue;
  },
  run: string,
): Promise<OrderedPlan | null> {
  const { identity, operation } = configuration;
  if (operation.sequential === undefined) return null;
  if (queue !== undefined || benchmark.sharedStream !== undefined) {
    throw new UserError('A run that ends once its gate is decided has one writer and tasks in any order');
  }
  const plan = await sequentialPlan(benchmark, { run, identity });
  const keys = plan.map(({ key }) => key);
  return { plan, stop: new SequentialStop(operation.sequential, keys) };
}
