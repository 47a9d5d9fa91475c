/** Simulates one run of so many episodes on so many workers, and tells its parent what that took: the program of `simulation.bench.ts`. */
import { plannedLoads } from '../src/app/simulate/planned-load.js';
import { predictRun } from '../src/simulation/predict-run.js';

export interface SimulationCost {
  /** Of the simulation alone. */
  readonly processorSeconds: number;
  /** Of the whole process, Node and the loader of TypeScript included. */
  readonly memoryMb: number;
}

const [episodes = '', workers = ''] = process.argv.slice(2);
const [load] = plannedLoads(
  {
    episodes,
    workers,
    concurrency: '8',
    steps: '30..60',
    queueMs: '3',
    queueRate: '1000',
    startTime: '5s',
    deaths: '2',
    lease: '30s',
    backTime: '60s',
    outages: '1',
    outageTime: '5m',
    outageSeconds: '600',
    callFailures: '1%',
  },
  null,
);
if (load === undefined) throw new Error('nothing is planned');
const before = process.cpuUsage();
predictRun(load, 1, 1);
const { user, system } = process.cpuUsage(before);
const cost: SimulationCost = {
  processorSeconds: (user + system) / 1e6,
  memoryMb: process.resourceUsage().maxRSS / 1e3,
};
process.send?.(cost, () => process.disconnect());
