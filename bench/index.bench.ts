import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openResultsFolder } from '../src/app/view/open-results-folder.js';
import { MAIN } from '../test/e2e/run-touchstone.js';
import { generateRun } from '../test/fixtures/generated-run.js';
import type { BenchRow } from './bench-row.js';
import { measureServed, measureServedIndexing } from './served-index.js';

const TASKS = 1000;
const REPEATS = 10;
/** Mean steps of an episode: the generator makes 2 to twice as many, less 1. */
const STEPS = 30;
const WRITERS = 8;
/** Appends of each writer, and the pause between two. */
const APPENDS = 40;
const PAUSE_MS = 250;
const READS = 100;

/** What the issue asks of the index of 10,000 episodes of 30 steps. */
const MOST_BUILD_SECONDS = 20;
const MOST_COMPARISON_MS = 1000;
const MOST_EPISODE_MS = 200;

/** The index over a folder of runs: made from nothing, kept up, and asked. */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-bench-index-'));
  try {
    const results = join(folder, 'results');
    await mkdir(results);
    const options = { tasks: TASKS, repeats: REPEATS, steps: STEPS, model: 'vl-7b', pictures: true };
    await generateRun(join(results, 'one'), { ...options, run: 'one' });
    const isServed = existsSync(MAIN);
    if (!isServed)
      console.error('index: no server is measured, Touchstone has not been built (npm run build)');
    // Servers first: what this process holds later slows its own part of the exchange.
    const alone = isServed ? await measureServedIndexing(results, ['one'], TASKS * REPEATS) : [];
    await generateRun(join(results, 'two'), { ...options, run: 'two', model: 'vl-72b', skill: 0.7 });
    const both = isServed ? await measureServedIndexing(results, ['one', 'two'], TASKS * REPEATS) : [];
    const served = isServed
      ? await measureServed(results, { run: 'one', other: 'two', itemOf, repeats: REPEATS })
      : [];
    const asked = await measureAsking(results);
    await rm(join(results, 'two'), { recursive: true });
    const rows = await measureBuilding(results);
    return [...alone, ...both, ...served, ...rows, ...asked, ...(await measureFollowing(folder))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureBuilding(results: string): Promise<BenchRow[]> {
  await rm(join(results, '.touchstone'), { recursive: true, force: true });
  const memory = watchMemory();
  const processor = process.cpuUsage();
  const start = performance.now();
  await using open = await openResultsFolder(results, { environment: {} });
  await open.settled();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(processor);
  const name = 'index of 10,000 episodes';
  return [
    bounded(`${name}: made from nothing`, seconds, 's', MOST_BUILD_SECONDS),
    { name: `${name}: processor time of that`, value: (user + system) / 1e6, unit: 's' },
    { name: `${name}: memory of the process while made, over that before`, value: memory(), unit: 'MB' },
  ];
}

async function measureAsking(results: string): Promise<BenchRow[]> {
  // What makes the benchmark's tables is loaded when they are: from sources that takes seconds, and holds up whatever is asked meanwhile.
  await import('../src/app/report/run-input.js');
  await using open = await openResultsFolder(results, { environment: {} });
  await open.settled();
  const rows: BenchRow[] = [];
  const runs = await timed(() => open.runs());
  rows.push({ name: 'index: runs of a folder', value: runs, unit: 'ms' });
  // The first time the benchmark is looked for; its tables come later.
  const processor = process.cpuUsage();
  const first = await timed(() => open.index(['one', 'two']));
  const { user, system } = process.cpuUsage(processor);
  rows.push(
    bounded('index: two runs of 10,000 episodes compared, the first time', first, 'ms', MOST_COMPARISON_MS),
  );
  rows.push({ name: 'index: processor time of that', value: (user + system) / 1000, unit: 'ms' });
  await pause(3000);
  const again = await timed(() => open.index(['one', 'two']));
  rows.push({ name: 'index: the same again', value: again, unit: 'ms' });
  const reads: number[] = [];
  for (let read = 0; read < READS; read += 1) {
    reads.push(await timed(() => open.episode('one', itemOf(read), read % REPEATS)));
  }
  rows.push(bounded('index: an episode of 10,000 read', Math.max(...reads), 'ms', MOST_EPISODE_MS));
  rows.push({ name: 'index: an episode of 10,000 read, median', value: middle(reads), unit: 'ms' });
  return rows;
}

/** Eight runs that are written at once: how far the index is behind, and what following them costs. */
async function measureFollowing(folder: string): Promise<BenchRow[]> {
  const source = join(folder, 'source');
  await generateRun(source, { run: 'live', tasks: 400, steps: STEPS, model: 'vl-7b', isScored: false });
  const lines = (await readFile(join(source, 'journal-main.jsonl'), 'utf8')).split('\n').slice(0, -2);
  const results = join(folder, 'live');
  await mkdir(results);
  const lock = JSON.stringify({ pid: process.pid, host: hostname(), started: null, token: 'bench' });
  for (let writer = 0; writer < WRITERS; writer += 1) {
    const run = join(results, `run-${writer}`);
    await mkdir(run);
    await writeFile(join(run, 'lock'), lock);
    await writeFile(join(run, 'journal-main.jsonl'), `${lines[0]}\n`);
  }
  await using open = await openResultsFolder(results, { environment: {} });
  await open.settled();
  const lags: number[] = [];
  const written = new Map<string, { readonly lines: number; readonly at: number }[]>();
  const processor = process.cpuUsage();
  const start = performance.now();
  let events = 0;
  open.listen((event) => {
    events += 1;
    if (event.type !== 'run') return;
    const waiting = written.get(event.run.id) ?? [];
    for (const { at } of waiting) lags.push(performance.now() - at);
    written.set(event.run.id, []);
  });
  const share = Math.floor(lines.length / APPENDS);
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let append = 0; append < APPENDS; append += 1) {
        const part = lines.slice(1 + append * share, 1 + (append + 1) * share);
        const name = `run-${writer}`;
        await appendFile(join(results, name, 'journal-main.jsonl'), `${part.join('\n')}\n`);
        written.set(name, [...(written.get(name) ?? []), { lines: part.length, at: performance.now() }]);
        await pause(PAUSE_MS);
      }
    }),
  );
  await open.settled();
  const tookMs = performance.now() - start;
  const { user, system } = process.cpuUsage(processor);
  return [
    {
      name: `index: ${WRITERS} runs written at ${Math.round((share * 1000) / PAUSE_MS)} events a second each: behind by, median`,
      value: middle(lags),
      unit: 'ms',
    },
    { name: 'index: behind by, most', value: Math.max(...lags), unit: 'ms' },
    { name: 'index: processor time of following', value: (user + system) / 10 / tookMs, unit: '%' },
    { name: 'index: events told a second and run', value: (events * 1000) / tookMs / WRITERS, unit: '' },
  ];
}

/** Any of the tasks, all over the run. */
function itemOf(read: number): string {
  return `task-${String(((read * 97) % TASKS) + 1).padStart(4, '0')}`;
}

function watchMemory(): () => number {
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  return () => {
    clearInterval(watch);
    return (most - before) / 1e6;
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function bounded(name: string, value: number, unit: string, most: number): BenchRow {
  return { name, value, unit, target: `at most ${most}`, ratio: (value / most).toFixed(2) };
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}
