import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { WorldEnvironment } from '../../domain/live/world-environment.js';
import type { Benchmark, BenchmarkDefinition, OpenBenchmarkOptions } from '../benchmark.js';
import { openAndroidSuite } from './android-suite.js';
import { lintWorld } from './lint/lint-world.js';
import { openLiveSuite } from './live-suite.js';
import { openSuite } from './suite-benchmark.js';

/** File of a world folder that says where its tasks are done. */
const PLACES: readonly (readonly [file: string, environment: WorldEnvironment])[] = [
  ['graph.json', 'recorded'],
  ['live.json', 'chromium'],
  ['android.json', 'android'],
];

/** Where the tasks of a folder can be done, the usual one first; empty where it is no world. */
export function environmentsOf(folder: string): readonly WorldEnvironment[] {
  return PLACES.filter(([file]) => existsSync(join(folder, file))).map(([, environment]) => environment);
}

/**
 * A world in a folder (`suite.json` beside `graph.json`, `live.json`, `android.json`, or several of them) as a benchmark of
 * that name. @param folder absolute
 */
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
    environments: environmentsOf(folder),
    ...(examples === undefined ? {} : { examples }),
    folder,
    open: (options) => openWorld(folder, options),
    linter: { lint: (directory, options) => lintWorld(directory, { ...options, name }) },
  };
}

function openWorld(folder: string, options: OpenBenchmarkOptions): Promise<Benchmark> {
  const kind = options.environment?.kind ?? environmentsOf(folder)[0] ?? 'recorded';
  switch (kind) {
    case 'recorded':
      return openSuite(folder, options);
    case 'chromium':
      return openLiveSuite(folder, options);
    case 'android':
      return openAndroidSuite(folder, options);
    default:
      return kind satisfies never;
  }
}
