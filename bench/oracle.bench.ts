import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { oracleAgent } from '../src/agents/oracle/oracle.js';
import { colorbenchBenchmark } from '../src/benchmarks/colorbench/colorbench-benchmark.js';
import { startRun } from '../src/engine/run.js';
import { identifyRun } from '../src/engine/run-identity.js';
import type { BenchRow } from './bench-row.js';

const REPEATS = 10;

/** ColorBench's 175 tasks, ten repeats each, journaled to disk and synced at every step boundary. */
export async function run(): Promise<readonly BenchRow[]> {
  const dataDirectory = resolve(process.env['TOUCHSTONE_SHARED'] ?? '../shared', 'data/colorbench');
  if (!existsSync(dataDirectory)) {
    console.error(`oracle: skipped, ${dataDirectory} is not there`);
    return [];
  }
  const signal = new AbortController().signal;
  await using benchmark = await colorbenchBenchmark.open({ dataDirectory, mode: 'reference', signal });
  const agent = oracleAgent();
  const parts = { benchmark, agent, models: {} };
  const identity = identifyRun(parts, {
    touchstone: 'bench',
    seed: 1,
    repeats: REPEATS,
    limits: { steps: 200 },
  });
  const budgets = { seconds: null, tokens: null, money: null };
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-bench-'));
  try {
    const startedAt = performance.now();
    const summary = await startRun({
      ...parts,
      configuration: { identity, operation: { concurrency: 128, budgets } },
      directory: join(directory, 'run'),
      run: 'bench',
    });
    const seconds = (performance.now() - startedAt) / 1000;
    const memory = process.resourceUsage().maxRSS / 1024;
    return [
      { name: 'oracle episodes', value: summary.finished, unit: 'episodes', target: '1,750' },
      {
        name: 'with a synced journal',
        value: seconds,
        unit: 's',
        target: '< 10',
        ratio: `${(seconds / 10).toFixed(2)} of target`,
      },
      { name: 'peak memory of the process', value: memory, unit: 'MiB', target: '< 400' },
    ];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
