import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EpisodeView } from '../src/report/view/episode-view.js';
import type { RunCard } from '../src/report/view/run-card.js';
import { startViewer } from '../test/e2e/start-viewer.js';
import { familyMs } from '../test/proofs/scale/processor-time.js';
import type { BenchRow } from './bench-row.js';

/** What the issue asks of the server over 10,000 episodes of 30 steps. */
const MOST_MEMORY_MB = 250;
const MOST_FIRST_ROWS_MS = 500;
const MOST_STEP_MS = 200;
const MOST_COMPARISON_MS = 1000;

/** From the start of the server, for each run. */
const MOST_BUILD_SECONDS = 20;

const LOOK_MS = 100;
const READS = 100;

/** The built `touchstone view` over runs of as many episodes each, with pictures, as it makes their index from nothing. */
export async function measureServedIndexing(
  results: string,
  runs: readonly string[],
  episodes: number,
): Promise<readonly BenchRow[]> {
  await rm(join(results, '.touchstone'), { recursive: true, force: true });
  const start = performance.now();
  const viewer = await startViewer(results);
  try {
    const indexed = async (): Promise<boolean> => {
      const cards = (await asked(viewer.address, 'api/runs')).answer as readonly RunCard[];
      const whole = cards.filter(({ finished, judged }) => finished === episodes && judged > 0);
      return whole.length === runs.length;
    };
    while (!(await indexed())) await sleep(LOOK_MS);
    const seconds = (performance.now() - start) / 1000;
    const used = familyMs(viewer.pid);
    const name = `server of ${runs.length === 1 ? '' : `${runs.length} × `}10,000 episodes`;
    return [
      bounded(`${name}: index made from nothing`, seconds, 's', MOST_BUILD_SECONDS * runs.length),
      ...processorRows(`${name}: processor time of that`, 0, used),
      ...memoryRows(`${name}: memory while it makes the index`, viewer.pid, 'VmHWM'),
    ];
  } finally {
    await viewer.stop();
  }
}

/** The same over two such runs whose index is there: what the pages ask for, over HTTP, the first time and often. */
export async function measureServed(
  results: string,
  { run, other, itemOf, repeats }: ServedRuns,
): Promise<readonly BenchRow[]> {
  const compared = await measureComparison(results, `api/index?runs=${run}&runs=${other}`);
  const viewer = await startViewer(results);
  try {
    const runs = await asked(viewer.address, 'api/runs');
    const before = familyMs(viewer.pid);
    const rows = await asked(viewer.address, `api/index?runs=${run}`);
    const used = familyMs(viewer.pid);
    const steps: number[] = [];
    for (let read = 0; read < READS; read += 1) {
      const route = `api/runs/${run}/episodes/${itemOf(read)}/${read % repeats}`;
      const { answer, ms } = await asked(viewer.address, route);
      const [step] = (answer as EpisodeView).episode.steps;
      if (step?.picture === undefined || step.picture === null)
        throw new Error(`${route}: a step without picture`);
      const picture = await timedFetch(new URL(`${step.picture}?width=360`, viewer.address));
      steps.push(ms + picture.ms);
    }
    const name = 'server of 10,000 episodes';
    return [
      bounded(`${name}: list of runs, the first time`, runs.ms, 'ms', MOST_FIRST_ROWS_MS),
      bounded(`${name}: rows of its episodes, the first time`, rows.ms, 'ms', MOST_FIRST_ROWS_MS),
      ...processorRows(`${name}: processor time of that`, before, used),
      ...compared,
      bounded(
        `${name}: a step with its picture, slowest of ${READS}`,
        Math.max(...steps),
        'ms',
        MOST_STEP_MS,
      ),
      ...memoryRows(`${name}: memory after all of that, at most`, viewer.pid, 'VmHWM'),
      ...memoryRows(`${name}: memory after all of that`, viewer.pid, 'VmRSS'),
    ];
  } finally {
    await viewer.stop();
  }
}

/** Of a server that was asked for nothing else. */
async function measureComparison(results: string, route: string): Promise<readonly BenchRow[]> {
  const viewer = await startViewer(results);
  try {
    const before = familyMs(viewer.pid);
    const { ms } = await asked(viewer.address, route);
    const used = familyMs(viewer.pid);
    const name = 'server of 10,000 episodes: two such runs compared, the first time';
    return [
      bounded(name, ms, 'ms', MOST_COMPARISON_MS),
      ...processorRows(`${name}: processor time of the server`, before, used),
    ];
  } finally {
    await viewer.stop();
  }
}

/** No row where the system does not say. */
function processorRows(name: string, before: number | null, after: number | null): readonly BenchRow[] {
  return before === null || after === null ? [] : [{ name, value: after - before, unit: 'ms' }];
}

/** Two runs of one folder, and how their episodes are named. */
export interface ServedRuns {
  readonly run: string;
  readonly other: string;
  readonly repeats: number;
  readonly itemOf: (read: number) => string;
}

/**
 * Resident memory of a process, now or at its highest; no row where the system does not say.
 *
 * Source: proc(5), /proc/pid/status
 */
function memoryRows(name: string, pid: number, field: 'VmRSS' | 'VmHWM'): readonly BenchRow[] {
  try {
    const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(
      readFileSync(`/proc/${pid}/status`, 'utf8'),
    ) ?? ['', 'NaN'];
    return [bounded(name, (Number(kilobytes) * 1024) / 1e6, 'MB', MOST_MEMORY_MB)];
  } catch {
    return [];
  }
}

async function asked(
  address: string,
  route: string,
): Promise<{ readonly answer: unknown; readonly ms: number }> {
  const { bytes, ms } = await timedFetch(new URL(route, address));
  return { answer: JSON.parse(new TextDecoder().decode(bytes)), ms };
}

/** Until its last byte is here. */
async function timedFetch(url: URL): Promise<{ readonly bytes: ArrayBuffer; readonly ms: number }> {
  const start = performance.now();
  const response = await fetch(url);
  const bytes = await response.arrayBuffer();
  const ms = performance.now() - start;
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return { bytes, ms };
}

function bounded(name: string, value: number, unit: string, most: number): BenchRow {
  return { name, value, unit, target: `at most ${most}`, ratio: (value / most).toFixed(2) };
}
