import type { BenchmarkDefinition } from '../../benchmarks/benchmark.js';
import { BENCHMARKS } from '../../registry/benchmarks.js';

/**
 * What benchmarks show a command with in its help, in the order of the list.
 *
 * @param command its full name, as users type it: `run`, `phone serve`; `touchstone` for the help of the whole
 * @param most so many at most, that a benchmark more makes no page longer
 * @param named benchmarks of plug-ins that the user named; theirs come first
 */
export function benchmarkExamples(
  command: string,
  most: number,
  named: readonly BenchmarkDefinition[] = [],
): readonly string[] {
  return [...named, ...BENCHMARKS.values()]
    .flatMap(({ examples = {} }) => (Object.hasOwn(examples, command) ? (examples[command] ?? []) : []))
    .slice(0, most);
}
