import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { GraphEnvironment } from '../src/environments/graph/graph-environment.js';
import { GraphWorld } from '../src/environments/graph/graph-world.js';
import { lintColorbench } from '../src/benchmarks/colorbench/lint/lint-colorbench.js';
import { lintSphinx } from '../src/benchmarks/sphinx/lint/lint-sphinx.js';
import type { BenchRow } from './bench-row.js';

const DATA = join(resolve(process.env['TOUCHSTONE_SHARED'] ?? '../shared'), 'data');
const TARGET_SECONDS = 5;

/** How long the linter takes on published data, its prover and the replay of every witness included. */
export async function run(): Promise<BenchRow[]> {
  const { signal } = new AbortController();
  const options = { mode: 'reference', repair: false, signal } as const;
  const rows: BenchRow[] = [];
  const colorbench = join(DATA, 'colorbench');
  if (existsSync(colorbench)) {
    const seconds = await processorSeconds(() =>
      lintColorbench(colorbench, {
        ...options,
        openEnvironment: async (graph, { mode, starts, chooser }) =>
          new GraphEnvironment(new GraphWorld(graph), { mode, startOf: (task) => starts.get(task), chooser }),
      }),
    );
    rows.push({
      name: 'lint ColorBench, both task files, 312 witnesses replayed',
      value: seconds,
      unit: 's of processor time',
      target: `< ${TARGET_SECONDS}`,
      ratio: `${(seconds / TARGET_SECONDS).toFixed(2)} of what is allowed`,
    });
  }
  const sphinx = join(DATA, 'sphinx');
  if (existsSync(sphinx)) {
    const seconds = await processorSeconds(() => lintSphinx(sphinx, options));
    rows.push({ name: 'lint SPHINX, the recordings at hand', value: seconds, unit: 's of processor time' });
  }
  return rows;
}

/** Processor time, since other programs on the machine hardly count in it. */
async function processorSeconds(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}
