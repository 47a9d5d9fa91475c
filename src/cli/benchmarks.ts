import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aitwBenchmark } from '../benchmarks/aitw/aitw-benchmark.js';
import { androidcontrolBenchmark } from '../benchmarks/androidcontrol/androidcontrol-benchmark.js';
import { androidlensBenchmark } from '../benchmarks/androidlens/androidlens-benchmark.js';
import type { BenchmarkDefinition } from '../benchmarks/benchmark.js';
import { colorbenchBenchmark } from '../benchmarks/colorbench/colorbench-benchmark.js';
import { guiodysseyBenchmark } from '../benchmarks/guiodyssey/guiodyssey-benchmark.js';
import { pocketBenchmark } from '../benchmarks/pocket/pocket-benchmark.js';
import { sphinxBenchmark } from '../benchmarks/sphinx/sphinx-benchmark.js';
import { openSuite } from '../benchmarks/suite/suite-benchmark.js';
import { UserError } from '../errors.js';
import { OWN_PACKAGE } from '../own-package.js';

/** Folder with the worlds that come with Touchstone. */
const WORLDS = fileURLToPath(new URL('worlds/', OWN_PACKAGE));

/** Every benchmark the command line knows by name. */
export const BENCHMARKS: Readonly<Record<string, BenchmarkDefinition>> = {
  pocket: pocketBenchmark,
  colorbench: colorbenchBenchmark,
  guiodyssey: guiodysseyBenchmark,
  androidcontrol: androidcontrolBenchmark,
  aitw: aitwBenchmark,
  sphinx: sphinxBenchmark,
  androidlens: androidlensBenchmark,
  tiny: {
    name: 'tiny',
    title: 'a bundled phone of three apps, to try things out',
    protocol: 'interactive',
    defaultMode: 'corrected',
    splits: ['all', 'single', 'cross'],
    needsData: false,
    open: (options) => openSuite(join(WORLDS, 'tiny'), options),
  },
};

/**
 * A benchmark by its name, or the world in a folder of one's own.
 *
 * @throws {UserError} when there is neither
 */
export function benchmarkDefinition(name: string, workingDirectory: string): BenchmarkDefinition {
  const known = Object.hasOwn(BENCHMARKS, name) ? BENCHMARKS[name] : undefined;
  if (known !== undefined) return known;
  const folder = resolve(workingDirectory, name);
  if (existsSync(join(folder, 'graph.json'))) {
    return {
      name: folder,
      title: `the world in ${folder}`,
      protocol: 'interactive',
      defaultMode: 'corrected',
      splits: ['all'],
      needsData: false,
      open: (options) => openSuite(folder, options),
    };
  }
  const isFolder = existsSync(folder);
  throw new UserError(
    isFolder ? `${folder} is no world: it has no graph.json` : `there is no benchmark "${name}"`,
    { hint: knownBenchmarks(Object.keys(BENCHMARKS)) },
  );
}

/** What a benchmark can be named by. */
export function knownBenchmarks(names: readonly string[]): string {
  return `Known benchmarks: ${names.join(', ')}; or name a folder with graph.json and suite.json.`;
}
