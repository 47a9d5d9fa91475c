import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchRow } from './bench-row.js';
import type { SimulationCost } from './simulation-child.js';

const EPISODES = 1_000_000;
const WORKERS = [1, 1000] as const;

/** What docs/scale/planning.md says of a million episodes: a few seconds of processor time, below 200 MB. */
const MOST_SECONDS = 5;
const MOST_MEMORY_MB = 200;

/** A simulation of a million episodes of 30 steps, on one worker and on a thousand, each in a process of its own. */
export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const workers of WORKERS) {
    const { processorSeconds, memoryMb } = await costOf(workers);
    const name = `simulation of ${EPISODES.toLocaleString('en')} episodes on ${workers} workers`;
    rows.push(bounded(`${name}: processor time`, processorSeconds, 's', MOST_SECONDS));
    rows.push(bounded(`${name}: highest memory of the process`, memoryMb, 'MB', MOST_MEMORY_MB));
  }
  return rows;
}

async function costOf(workers: number): Promise<SimulationCost> {
  const script = fileURLToPath(new URL('./simulation-child.ts', import.meta.url));
  const child = fork(script, [String(EPISODES), String(workers)], { execArgv: ['--import', 'tsx'] });
  const [cost] = (await once(child, 'message')) as [SimulationCost];
  return cost;
}

function bounded(name: string, value: number, unit: string, most: number): BenchRow {
  return { name, value, unit, target: `at most ${most}`, ratio: (value / most).toFixed(2) };
}
