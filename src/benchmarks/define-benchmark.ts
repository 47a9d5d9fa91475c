import type { BenchmarkDefinition } from './benchmark.js';

/** The definition as it is, with its type: what a plug-in exports for a benchmark. */
export function defineBenchmark(definition: BenchmarkDefinition): BenchmarkDefinition {
  return definition;
}
