import type { BenchmarkDefinition } from '../benchmark.js';
import { lintWorld } from './lint/lint-world.js';
import { openSuite } from './suite-benchmark.js';

/** A world in a folder (`graph.json` and `suite.json`) as a benchmark of that name. @param folder absolute */
export function worldBenchmark(
  folder: string,
  { name, title, splits, examples }: Pick<BenchmarkDefinition, 'name' | 'title' | 'splits' | 'examples'>,
): BenchmarkDefinition {
  return {
    name,
    title,
    protocol: 'interactive',
    defaultMode: 'corrected',
    splits,
    needsData: false,
    ...(examples === undefined ? {} : { examples }),
    folder,
    open: (options) => openSuite(folder, options),
    linter: { lint: (directory, options) => lintWorld(directory, { ...options, name }) },
  };
}
