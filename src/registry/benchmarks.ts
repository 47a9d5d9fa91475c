import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aitwBenchmark } from '../benchmarks/aitw/aitw-benchmark.js';
import { androidcontrolBenchmark } from '../benchmarks/androidcontrol/androidcontrol-benchmark.js';
import { androidlensBenchmark } from '../benchmarks/androidlens/androidlens-benchmark.js';
import type { BenchmarkDefinition } from '../benchmarks/benchmark.js';
import { colorbenchBenchmark } from '../benchmarks/colorbench/colorbench-benchmark.js';
import type { DataManifest } from '../benchmarks/data-check/data-manifest.js';
import { guiodysseyBenchmark } from '../benchmarks/guiodyssey/guiodyssey-benchmark.js';
import { pocketBenchmark } from '../benchmarks/pocket/pocket-benchmark.js';
import { probenchBenchmark } from '../benchmarks/probench/probench-benchmark.js';
import { sphinxBenchmark } from '../benchmarks/sphinx/sphinx-benchmark.js';
import { environmentsOf, worldBenchmark } from '../benchmarks/suite/world-benchmark.js';
import { didYouMean } from '../domain/text/nearest-name.js';
import { quoteWord } from '../domain/text/quote-word.js';
import { UserError } from '../errors.js';
import { OWN_PACKAGE } from '../own-package.js';

/** Folder with the worlds that come with Touchstone. */
const WORLDS = fileURLToPath(new URL('worlds', OWN_PACKAGE));

/*
 * To add a benchmark: a folder below src/benchmarks/ with all that bears its name, its definition on this list, one line,
 * and one in `part-notes.ts`.
 * Lists, commands, reports and the run's identity follow from the definition.
 */
const DEFINITIONS: readonly BenchmarkDefinition[] = [
  pocketBenchmark,
  colorbenchBenchmark,
  guiodysseyBenchmark,
  androidcontrolBenchmark,
  aitwBenchmark,
  sphinxBenchmark,
  androidlensBenchmark,
  probenchBenchmark,
  worldBenchmark(join(WORLDS, 'tiny'), {
    name: 'tiny',
    title: 'a bundled phone of three apps, to try things out',
    splits: ['all', 'single', 'cross'],
    examples: { audit: ['touchstone audit tiny'] },
  }),
];

/** The benchmark that comes with Touchstone, for whoever has no data yet. */
export const BUNDLED_BENCHMARK: BenchmarkDefinition = pocketBenchmark;

/** Every benchmark there is by name. */
export const BENCHMARKS: ReadonlyMap<string, BenchmarkDefinition> = new Map(
  DEFINITIONS.map((definition) => [definition.name, definition]),
);

/** Benchmarks whose data can be checked, by name. */
export const DATA_MANIFESTS: ReadonlyMap<string, DataManifest> = new Map(
  DEFINITIONS.flatMap(({ data }) => data ?? []).map((manifest) => [manifest.benchmark, manifest]),
);

/**
 * A benchmark by its name, or the world in a folder of one's own.
 *
 * @param names that may have been meant
 * @throws {UserError} when there is neither
 */
export function benchmarkDefinition(
  name: string,
  workingDirectory: string,
  names: Iterable<string> = BENCHMARKS.keys(),
): BenchmarkDefinition {
  const known = BENCHMARKS.get(name);
  if (known !== undefined) return known;
  const folder = resolve(workingDirectory, name);
  if (environmentsOf(folder).length > 0) return ownWorld(folder);
  const isFolder = existsSync(folder);
  throw new UserError(
    isFolder
      ? `${folder} is no world: it has none of graph.json, live.json and android.json`
      : `there is no benchmark "${name}"`,
    {
      hint: isFolder
        ? `${knownBenchmarks()} \`touchstone init world ${quoteWord(name)} --screenshots DIR\` makes one of screenshots.`
        : knownBenchmarks(name, names),
    },
  );
}

/** The world in a folder of one's own, absolute, as a benchmark. */
export function ownWorld(folder: string): BenchmarkDefinition {
  return worldBenchmark(folder, { name: folder, title: `the world in ${folder}`, splits: ['all'] });
}

/** What a benchmark can be named by, and which was meant by a name that there is not. */
export function knownBenchmarks(
  wrong: string | null = null,
  names: Iterable<string> = BENCHMARKS.keys(),
): string {
  return `${wrong === null ? '' : didYouMean(wrong, names)}Known benchmarks: ${[...BENCHMARKS.keys()].join(', ')}; or name a folder with suite.json beside graph.json (recorded screens), live.json (web apps) or android.json (phones); --plugin adds those of a plug-in.`;
}
