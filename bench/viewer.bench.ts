import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { unreadableCard } from '../src/app/view/indexing/make-run-card.js';
import { builtViewer } from '../src/app/view/viewer-files.js';
import type { RunCard } from '../src/report/view/run-card.js';
import type { WorldMap } from '../src/report/view/served/world-map.js';
import { launchChromium, NO_CHROMIUM } from '../test/fixtures/chromium.js';
import { startViewer } from '../test/e2e/start-viewer.js';
import type { BenchRow } from './bench-row.js';

const RUNS = 2000;
/** Screens of a map, and edges of each. */
const SCREENS = 8000;
const EDGES = 3;
const SCROLLED = 120;
/** Without a graphics card a frame of the map takes half a second, of which the page's own thread hardly anything. */
const MOVED = 40;

/** Any picture as large as a thumbnail. */
const THUMBNAIL =
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="208"><rect width="96" height="208" fill="teal"/></svg>';

/** What the issue asks. */
const MOST_SCRIPT_MS = 12;
const MOST_TASK_MS = 50;

/** The pages of the viewer while they are scrolled and zoomed, by a trace of Chromium. What they show is answered in the browser. */
export async function run(): Promise<BenchRow[]> {
  if (NO_CHROMIUM !== null) return [];
  if (!existsSync(builtViewer())) {
    console.error('viewer: not measured, it has not been built (npm run build)');
    return [];
  }
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-bench-viewer-'));
  const viewer = await startViewer(folder);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.route('**/api/runs', (route) => route.fulfill({ json: cards() }));
    await page.route('**/api/runs/*/world', (route) => route.fulfill({ json: world() }));
    await page.route('**/api/runs/*/screens/**', (route) =>
      route.fulfill({ body: THUMBNAIL, contentType: 'image/svg+xml' }),
    );
    await page.goto(`${viewer.address}#/`);
    await page.waitForSelector('tbody tr th a');
    const scrolling = await traced(browser, page, { script: SCROLL, frames: SCROLLED });
    const opening = await traced(browser, page, { script: OPEN, frames: 1 });
    const moving = await traced(browser, page, { script: MOVE, frames: MOVED });
    return [
      ...rowsOf(`viewer: ${RUNS} runs scrolled`, scrolling),
      bounded(`viewer: map of ${SCREENS} screens opened: longest task`, opening.longestTask, MOST_TASK_MS),
      ...rowsOf(`viewer: map of ${SCREENS} screens dragged and zoomed to its thumbnails`, moving),
    ];
  } finally {
    await browser.close();
    await viewer.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the main thread of the page did; milliseconds of processor time, which other programs hardly change. */
interface Traced {
  readonly scriptPerFrame: number;
  /** Script, style, layout and painting. */
  readonly workPerFrame: number;
  readonly longestTask: number;
  readonly longTasks: number;
  readonly framesASecond: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

/** Traces a page while a script runs in it that marks its begin and end. */
async function traced(
  browser: Browser,
  page: Page,
  { script, frames }: { readonly script: string; readonly frames: number },
): Promise<Traced> {
  const file = join(tmpdir(), `touchstone-bench-trace-${process.pid}.json`);
  const categories = [
    'toplevel',
    'devtools.timeline',
    'disabled-by-default-devtools.timeline',
    'blink.user_timing',
  ];
  await browser.startTracing(page, { path: file, categories });
  const seconds = Number(await page.evaluate(script)) / 1000;
  await browser.stopTracing();
  const { traceEvents } = JSON.parse(await readFile(file, 'utf8')) as { traceEvents: readonly TraceEvent[] };
  await rm(file, { force: true });
  const mark = (name: string): TraceEvent => {
    const found = traceEvents.find((event) => event.name === name);
    if (found === undefined) throw new Error(`The trace has no mark ${name}`);
    return found;
  };
  const [begin, end] = [mark('bench-begin'), mark('bench-end')];
  const within = traceEvents.filter(
    ({ ph, pid, tid, ts }) =>
      ph === 'X' && pid === begin.pid && tid === begin.tid && ts >= begin.ts && ts <= end.ts,
  );
  const cost = ({ tdur, dur = 0 }: TraceEvent): number => (tdur ?? dur) / 1000;
  const named = (...names: string[]): readonly TraceEvent[] =>
    within.filter(({ name }) => names.includes(name));
  const sum = (events: readonly TraceEvent[]): number =>
    events.reduce((total, event) => total + cost(event), 0);
  const tasks = named('RunTask', 'ThreadControllerImpl::RunTask').map(cost);
  return {
    // One within another counts once: they do not nest.
    scriptPerFrame:
      sum(
        outermost(
          named(
            'FunctionCall',
            'EvaluateScript',
            'FireAnimationFrame',
            'EventDispatch',
            'TimerFire',
            'RunMicrotasks',
          ),
        ),
      ) / frames,
    workPerFrame: tasks.reduce((total, task) => total + task, 0) / frames,
    longestTask: Math.max(0, ...tasks),
    longTasks: tasks.filter((task) => task > MOST_TASK_MS).length,
    framesASecond: frames / seconds,
  };
}

/** Those that are not within another. */
function outermost(events: readonly TraceEvent[]): readonly TraceEvent[] {
  let end = 0;
  return events
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
    .filter(({ ts, dur = 0 }) => {
      if (ts < end) return false;
      end = ts + dur;
      return true;
    });
}

/**
 * Scrolls by five rows a frame, as a wheel does once the last one is drawn: within a frame the page would be laid out for it, and that
 * would count as script.
 */
const SCROLL = `(async () => {
  performance.mark('bench-begin');
  const start = performance.now();
  for (let frame = 0; frame < ${SCROLLED}; frame += 1) {
    window.scrollBy(0, 300);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
  performance.mark('bench-end');
  return performance.now() - start;
})()`;

/** Opens the map, and waits until it is drawn. */
const OPEN = `(async () => {
  performance.mark('bench-begin');
  const start = performance.now();
  location.hash = '#/graph?runs=run-0001';
  while (document.querySelector('canvas') === null) await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => setTimeout(resolve, 2000));
  performance.mark('bench-end');
  return performance.now() - start;
})()`;

/** Drags the map by the mouse, and turns the wheel over it. */
const MOVE = `(async () => {
  const canvases = document.querySelectorAll('canvas');
  const top = canvases[canvases.length - 1];
  const { left, top: above, width, height } = top.getBoundingClientRect();
  const at = (x, y) => ({ bubbles: true, cancelable: true, clientX: left + x, clientY: above + y });
  performance.mark('bench-begin');
  const start = performance.now();
  const half = ${MOVED} / 2;
  top.dispatchEvent(new MouseEvent('mousedown', at(width / 2, height / 2)));
  for (let frame = 0; frame < half; frame += 1) {
    document.dispatchEvent(new MouseEvent('mousemove', at(width / 2 + frame * 3, height / 2 + frame)));
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  document.dispatchEvent(new MouseEvent('mouseup', at(width / 2, height / 2)));
  for (let frame = 0; frame < half; frame += 1) {
    top.dispatchEvent(new WheelEvent('wheel', { ...at(width / 2, height / 2), deltaY: -60 }));
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  await new Promise((resolve) => setTimeout(resolve, 2000));
  performance.mark('bench-end');
  return performance.now() - start;
})()`;

function cards(): readonly RunCard[] {
  return Array.from({ length: RUNS }, (_, number) => ({
    ...unreadableCard(`run-${String(number).padStart(4, '0')}`, ''),
    benchmark: 'pocket',
    agent: 'direct',
    models: ['actor: vl-7b'],
    mode: 'corrected',
    state: number % 9 === 0 ? ('crashed' as const) : ('complete' as const),
    problem: null,
    startedAt: new Date(Date.UTC(2026, 2, 1, 0, number)).toISOString(),
    planned: 100,
    finished: 100,
    judged: 98,
    passed: number % 99,
    voided: number % 3,
    success: { value: (number % 99) / 98, low: 0.2, high: 0.9 },
    costUsd: number / 100,
    tags: number % 4 === 0 ? ['nightly', 'v2'] : [],
    note: number % 5 === 0 ? 'with the longer history, to see whether it helps in the shop' : '',
  }));
}

function world(): WorldMap {
  const places = Array.from({ length: SCREENS }, (_, node) => node);
  const edges = places.flatMap((from) =>
    Array.from({ length: EDGES }, (_, edge) => [from, (from * (edge + 2) + edge + 1) % SCREENS] as const),
  );
  return {
    name: 'made up',
    root: 0,
    nodes: {
      id: places.map((node) => `n${node}`),
      title: places.map((node) => `Screen ${node}`),
      app: places.map(() => 'org.example.shop'),
      picture: places.map((node) => `api/runs/run-0001/screens/n${node}/picture`),
      x: places.map((node) => Math.cos(node * 2.4) * Math.sqrt(node)),
      y: places.map((node) => Math.sin(node * 2.4) * Math.sqrt(node)),
      isDeadEnd: places.map((node) => node % 50 === 0),
      isUnreached: places.map(() => false),
    },
    edges: {
      from: edges.map(([from]) => from),
      to: edges.map(([, to]) => to),
      actions: edges.map(() => 1),
    },
    tasks: [],
  };
}

function rowsOf(name: string, found: Traced): readonly BenchRow[] {
  return [
    bounded(`${name}: script per frame`, found.scriptPerFrame, MOST_SCRIPT_MS),
    bounded(`${name}: longest task`, found.longestTask, MOST_TASK_MS),
    { name: `${name}: tasks over ${MOST_TASK_MS} ms`, value: found.longTasks, unit: '' },
    { name: `${name}: all work of the page per frame`, value: found.workPerFrame, unit: 'ms' },
    { name: `${name}: frames`, value: found.framesASecond, unit: '/s' },
  ];
}

function bounded(name: string, value: number, most: number): BenchRow {
  return {
    name: `${name} (processor time)`,
    value,
    unit: 'ms',
    target: `at most ${most}`,
    ratio: (value / most).toFixed(2),
  };
}
