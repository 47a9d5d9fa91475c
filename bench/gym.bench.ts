import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadGym } from '../test/proofs/scale/gym-load.js';
import type { BenchRow } from './bench-row.js';

/** A gym server of Pocket without pictures, in a process of its own, under the load of `npm run accept scale`. */
export async function run(): Promise<BenchRow[]> {
  const isBuilt = existsSync(fileURLToPath(new URL('../dist/cli/main.js', import.meta.url)));
  const load = await loadGym({ sessions: 1000, inFlight: 100, seconds: 5, batches: 12, isBuilt });
  const what = `gym: ${load.sessions} sessions, ${load.inFlight} steps in flight`;
  const perStep = (seconds: number): number => (seconds / load.steps) * 1e6;
  return [
    { name: what, value: load.stepsPerSecond, unit: 'steps/s', target: '>= 5000' },
    { name: `${what}: 99th percentile`, value: load.p99Ms, unit: 'ms', target: '<= 50' },
    { name: `gym: longest batch of ${load.sessions}`, value: load.batchMs, unit: 'ms', target: '<= 300' },
    { name: 'gym: highest memory of the server', value: load.memoryMb, unit: 'MB', target: '<= 1000' },
    { name: 'gym: processor time of the server per step', value: perStep(load.serverCpuS), unit: 'µs' },
    { name: 'gym: processor time of the generator per step', value: perStep(load.generatorCpuS), unit: 'µs' },
  ];
}
