import type { BenchmarkDefinition } from '../../benchmarks/benchmark.js';
import { UserError } from '../../errors.js';
import { BENCHMARKS } from '../../registry/benchmarks.js';

/** @throws {UserError} where the paper's rows are asked for and the benchmark has none: the flag would change nothing */
export function refusePublished(
  { name, showsPublished = false }: Pick<BenchmarkDefinition, 'name' | 'showsPublished'>,
  published: boolean,
): void {
  if (!published || showsPublished) return;
  const having = [...BENCHMARKS.values()].filter((one) => one.showsPublished === true).map((one) => one.name);
  throw new UserError(`${name} has no published rows to show`, {
    hint: `Leave --published out; it is for ${having.join(', ')}.`,
  });
}
