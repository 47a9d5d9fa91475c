import { readdirSync, readFileSync } from 'node:fs';
import { POCKET_FOLDER } from '../src/benchmarks/pocket/pocket-benchmark.js';
import type { Action } from '../src/domain/action.js';
import { ChromiumEnvironments } from '../src/environments/chromium/chromium-environments.js';
import { findChromium } from '../src/environments/chromium/launch-chromium.js';
import type { Environment } from '../src/environments/environment.js';
import { readLive } from '../src/formats/live/read-live.js';
import type { BenchRow } from './bench-row.js';

const signal = new AbortController().signal;
const START = { task: 'any', repeat: 0, seed: 1 };
/** Phones whose memory is measured, and those whose throughput is. */
const PHONES = 8;
const LANES = 4;
const RESETS = 6;

/** What an agent does most: opens, touches, scrolls, types, leaves. */
const WALK: readonly Action[] = [
  { type: 'open_app', app: 'Messages' },
  { type: 'swipe', direction: 'up' },
  { type: 'swipe', direction: 'down' },
  { type: 'tap', target: { type: 'point', point: { x: 270, y: 160, space: 'pixel' } } },
  { type: 'tap', target: { type: 'point', point: { x: 200, y: 1090, space: 'pixel' } } },
  { type: 'type', text: 'I am at the dentist on Thursday' },
  { type: 'key', key: 'BACK' },
  { type: 'key', key: 'HOME' },
  { type: 'open_app', app: 'Clock' },
  { type: 'key', key: 'HOME' },
];

/** The bundled phone in a browser: what it costs to open, to begin anew, to take a step, and to have eight. */
export async function run(): Promise<BenchRow[]> {
  if (findChromium() === null) {
    console.error('live: not measured, there is no Chromium');
    return [];
  }
  const { apps, home, screen } = await readLive(POCKET_FOLDER);
  await using environments = new ChromiumEnvironments({ apps, home, screen, startOf: () => ({ app: null }) });
  await using first = await environments.lend(null, { signal });
  const opened = await time(() => first.reset(START, { signal }));
  const resets: number[] = [];
  const steps: number[] = [];
  for (let round = 0; round < RESETS; round += 1) {
    resets.push(await time(() => first.reset(START, { signal })));
    steps.push(...(await walk(first)));
  }
  const began = performance.now();
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      await using lane = await environments.lend(null, { signal });
      await lane.reset(START, { signal });
      await walk(lane);
    }),
  );
  const perSecond = (LANES * WALK.length * 1000) / (performance.now() - began);
  return [
    { name: 'open the browser and a phone', value: opened, unit: 'ms', target: '≤ 2,000' },
    { name: 'reset, median', value: quantile(resets, 0.5), unit: 'ms', target: '≤ 300' },
    { name: 'step, median', value: quantile(steps, 0.5), unit: 'ms' },
    { name: 'step, 95th percentile', value: quantile(steps, 0.95), unit: 'ms' },
    { name: `steps of ${LANES} phones`, value: perSecond, unit: 'steps/s' },
    await memory(environments),
  ];
}

async function memory(environments: ChromiumEnvironments): Promise<BenchRow> {
  const phones = await Promise.all(Array.from({ length: PHONES }, () => environments.lend(null, { signal })));
  for (const phone of phones) {
    await phone.reset(START, { signal });
    await phone.step({ type: 'open_app', app: 'Messages' }, { signal });
  }
  const value = memoryBelow(process.pid) / PHONES;
  for (const phone of phones) await phone[Symbol.asyncDispose]();
  return { name: `memory of ${PHONES} phones, each (PSS)`, value, unit: 'MB', target: '≤ 150' };
}

async function walk(environment: Environment): Promise<number[]> {
  const times: number[] = [];
  for (const action of WALK) times.push(await time(() => environment.step(action, { signal })));
  return times;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0;
}

/** Proportional share of the memory of all processes that a process has started, megabytes; of Linux alone. */
function memoryBelow(root: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? fileOf(`/proc/${name}/stat`) : null;
    const parent = stat === null ? undefined : /\) \w (\d+)/.exec(stat)?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === root || isBelow(parent));
  };
  return [...parents.keys()]
    .filter(isBelow)
    .map((pid) => Number(/^Pss:\s+(\d+)/m.exec(fileOf(`/proc/${pid}/smaps_rollup`) ?? '')?.[1] ?? 0) / 1024)
    .reduce((sum, one) => sum + one, 0);
}

/** Null for a process that has ended meanwhile. */
function fileOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
