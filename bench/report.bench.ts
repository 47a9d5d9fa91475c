import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { loadViewer } from '../src/report/html/viewer-assets.js';
import { writeReport } from '../src/report/html/write-report.js';
import {
  firstRowsMs,
  launchChromium,
  NO_CHROMIUM,
  openReport,
  pageMemory,
} from '../test/fixtures/chromium.js';
import { generateRun } from '../test/fixtures/generated-run.js';
import type { BenchRow } from './bench-row.js';

const TASKS = 1000;
const REPEATS = 10;
const ROUNDS = 5;

/** Tasks of the report that is one file to mail. */
const MAILED_TASKS = 100;
/** Until results are seen, on a quiet machine: of a file to mail, and of any other. */
const MOST_FIRST_ROWS_MS = 500;
/** Of 10,000 episodes on a page that needs the application, as reports were before. */
const MOST_LIST_ROWS_MS = 1500;
const MOST_MAILED_MB = 1.5;
const MOST_MEMORY_MB = 300;
/** As reports were before. */
const MOST_WRITING_SECONDS = 4;
/** Of 30 frames a second, when every frame brings 40 rows that were not there before. */
const MOST_FRAME_MS = 33;
const FRAMES = 200;

/** A report of 10,000 episodes: writing it, opening it, scrolling through it. */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-bench-report-'));
  try {
    const directory = join(folder, 'run');
    await generateRun(directory, {
      run: 'bench',
      tasks: TASKS,
      repeats: REPEATS,
      model: 'vl-7b',
      pictures: true,
    });
    const output = join(directory, 'report.html');
    const writing = await measureWriting(directory, output);
    if (NO_CHROMIUM !== null) return writing;
    const browser = await launchChromium();
    try {
      return [
        ...writing,
        ...(await measureReading(browser, output)),
        ...(await measureMailed(browser, join(folder, 'mailed'))),
      ];
    } finally {
      await browser.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureWriting(directory: string, output: string): Promise<BenchRow[]> {
  // From the sources it is bundled anew, which takes longer than anything here; an installed Touchstone reads it from a file.
  const viewer = await loadViewer();
  const start = process.cpuUsage();
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const { bytes } = await writeReport({ runs: [directory], output, touchstone: '0.0.0', viewer });
  clearInterval(watch);
  const { user, system } = process.cpuUsage(start);
  return [
    bounded(
      'report of 10,000 episodes: written in (processor time)',
      (user + system) / 1e6,
      's',
      MOST_WRITING_SECONDS,
    ),
    { name: 'report of 10,000 episodes: memory while written', value: (most - before) / 1e6, unit: 'MB' },
    { name: 'report of 10,000 episodes: size', value: bytes / 1e6, unit: 'MB' },
  ];
}

/** A file to mail, without pictures: what the application in it weighs, and how soon its results are seen. */
async function measureMailed(browser: Browser, directory: string): Promise<BenchRow[]> {
  await generateRun(directory, { run: 'mailed', tasks: MAILED_TASKS, model: 'vl-7b' });
  const output = join(directory, 'report.html');
  const { bytes } = await writeReport({
    runs: [directory],
    output,
    touchstone: '0.0.0',
    pictures: 'none',
  });
  return [
    bounded(
      `file to mail of ${MAILED_TASKS} episodes: first rows`,
      await firstRows(browser, output, ''),
      'ms',
      MOST_FIRST_ROWS_MS,
    ),
    bounded(`file to mail of ${MAILED_TASKS} episodes: size`, bytes / 1e6, 'MB', MOST_MAILED_MB),
  ];
}

/** Middle of several openings. */
async function firstRows(browser: Browser, file: string, route: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { page } = await openReport(browser, file, { route });
    times.push(await firstRowsMs(page));
    await page.context().close();
  }
  return middle(times);
}

async function measureReading(browser: Browser, file: string): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const route of ['#/tasks', '#/episodes', '#/']) {
    const most = route === '#/' ? MOST_FIRST_ROWS_MS : MOST_LIST_ROWS_MS;
    const shown = await firstRows(browser, file, route);
    rows.push(bounded(`report of 10,000 episodes: first rows of ${route}`, shown, 'ms', most));
  }
  const { page, go } = await openReport(browser, file, { route: '#/episodes' });
  const scrolling = await mainThreadMs(page, () => page.evaluate(SCROLL));
  rows.push(
    bounded(
      'report of 10,000 episodes: scrolling by 40 rows, processor time of the page per frame',
      scrolling / FRAMES,
      'ms',
      MOST_FRAME_MS,
    ),
  );
  for (let task = 0; task < 30; task += 1) {
    await go(`#/run/bench/item/task-${String(task * 33 + 1).padStart(4, '0')}/step/2`);
    await page.waitForSelector('.details');
  }
  rows.push(
    bounded(
      'report of 10,000 episodes: page memory after 30 episodes',
      await pageMemory(browser),
      'MB',
      MOST_MEMORY_MB,
    ),
  );
  return rows;
}

/** Runs in the page: scrolls 40 rows a frame. */
const SCROLL = `(async () => {
  const list = document.querySelector('[role=grid]');
  for (let frame = 0; frame < ${FRAMES}; frame += 1) {
    list.scrollTop += 40 * 56;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
})()`;

/** Processor time of the thread that runs script, style and layout: what other programs do hardly counts. */
async function mainThreadMs(page: Page, work: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  // Counts from here on, as long as this session lasts.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await work();
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

function bounded(name: string, value: number, unit: string, most: number): BenchRow {
  return { name, value, unit, target: `at most ${most}`, ratio: (value / most).toFixed(2) };
}

function middle(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN;
}
