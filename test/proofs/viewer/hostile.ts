import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { addressPart } from '../../../src/domain/text/portable-name.js';
import { randomStream } from '../../../src/domain/random.js';
import { NOTE_LIMITS } from '../../../src/formats/notes/run-notes.js';
import { SHAPES } from '../../../src/server/shapes.js';
import { temporaryFolder } from '../../../src/testing/run-fakes/run-fake.js';
import { startViewer } from '../../e2e/start-viewer.js';
import { generateRun } from '../../fixtures/generated-run.js';
import { openViewerPage } from '../../fixtures/viewer-page.js';
import type { ProofRow, ProofSize } from '../proof.js';
import { HostileTexts } from './hostile-texts.js';

interface HostileSize {
  readonly tasks: number;
  readonly steps: number;
  readonly episodes: number;
  /** Milliseconds that a page has for what it asks for row by row. */
  readonly restMs: number;
}
const SIZES: Readonly<Record<ProofSize, HostileSize>> = {
  small: { tasks: 12, steps: 3, episodes: 2, restMs: 100 },
  whole: { tasks: 3600, steps: 5, episodes: 40, restMs: 300 },
};
const WHOLE_TEXTS = 100_000;
/** As folders may be called. */
const RUNS = ['<img src=x onerror=alert(1)> ‮txt', "__proto__ '); DROP"];
/** Names of tasks that browsers and servers take for something else. */
const ODD = ['..', 'half \ud83d', '.', '\udc00'];
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 200;
/** Episodes that the server is asked for at a time. */
const TOGETHER = 8;
/** Elements that no page has of its own. */
const MADE =
  'main script, main iframe, main object, main [onerror], main [onload], main img[src="x"], a[href^="javascript:"]';

/** Nothing that tasks, models and people write runs as code or breaks a page, however much of it there is. */
export async function proveHostile(
  browser: Browser,
  size: ProofSize,
  note: (text: string) => void,
): Promise<readonly ProofRow[]> {
  const { tasks, steps, episodes, restMs } = SIZES[size];
  const texts = new HostileTexts(randomStream('hostile', size));
  await using folder = await temporaryFolder();
  for (const [seed, run] of RUNS.entries()) {
    await generateRun(join(folder.path, run), {
      run,
      seed,
      tasks,
      steps,
      model: `model ${texts.next()}`,
      agent: `agent ${texts.next()}`,
      hostile: () => texts.next(),
      idOf: (number) => HostileTexts.idOf(number),
      pictures: true,
    });
  }
  if (size === 'whole') ok(texts.count >= WHOLE_TEXTS, `only ${texts.count} texts`);
  note(`${texts.count} texts written`);
  const viewer = await startViewer(folder.path);
  try {
    const ask = async (path: string, init?: RequestInit): Promise<unknown> => {
      const response = await fetch(new URL(`api/${path}`, viewer.address), init);
      strictEqual(response.status, 200, `${path}: ${response.status}`);
      strictEqual(response.headers.get('content-type')?.split(';')[0], 'application/json', path);
      return response.json();
    };
    const query = RUNS.map((run) => `runs=${encodeURIComponent(run)}`).join('&');
    await settled(async () =>
      SHAPES.RunCards.parse(await ask('runs')).every(({ finished }) => finished === tasks),
    );
    for (const run of RUNS) {
      await ask(`runs/${encodeURIComponent(run)}/notes`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          tags: ['<img src=x onerror=alert(1)>'],
          note: texts.next().slice(0, NOTE_LIMITS.note),
        }),
      });
    }
    const index = SHAPES.ReportIndex.parse(await ask(`index?${query}`));
    strictEqual(index.episodes.item.length, tasks * RUNS.length);
    const opened = await openViewerPage(browser, `${viewer.address}#/`);
    const { page, complaints } = opened;
    page.setDefaultTimeout(PATIENCE_MS);
    let pages = 0;
    for (const [route, shown] of routesOf(query)) {
      await show(page, `${viewer.address}${route}`, { shown, restMs });
      pages += 1;
    }
    const rows = await scrolled(page, viewer.address, { query, tasks, note });
    const { item: items, run: runs, repeat: repeats } = index.episodes;
    for (let from = 0; from < items.length; from += TOGETHER) {
      // Every text of every episode, as the server gives it.
      const asked = items.slice(from, from + TOGETHER).map(async (item, place) => {
        const run = index.runs[runs[from + place] ?? -1]?.id ?? '';
        const repeat = repeats[from + place] ?? 0;
        const path = `runs/${encodeURIComponent(run)}/episodes/${addressPart(item)}/${repeat}`;
        const view = SHAPES.EpisodeView.parse(await ask(path));
        deepStrictEqual([view.run, view.item, view.repeat], [run, item, repeat]);
        ok(view.episode.steps.length > 0, `${path} has no steps`);
      });
      await Promise.all(asked);
      note(`${from + asked.length} of ${items.length} episodes asked for`);
    }
    for (let place = 0; place < episodes; place += 1) {
      // Those first that an address has no form for.
      const named = index.episodes.item.indexOf(ODD[place] ?? '');
      const number = named < 0 ? place : named;
      const item = index.episodes.item[number] ?? '';
      const run = index.runs[index.episodes.run[number] ?? -1]?.id ?? '';
      const path = `runs/${encodeURIComponent(run)}/episodes/${addressPart(item)}/0`;
      SHAPES.EpisodeView.parse(await ask(path));
      await show(page, `${viewer.address}#/run/${encodeURIComponent(run)}/item/${addressPart(item)}/step/2`, {
        shown: '.details',
        restMs,
      });
      pages += 1;
      note(`${place + 1} of ${episodes} episodes`);
    }
    deepStrictEqual(complaints, []);
    await page.context().close();
    strictEqual(await viewer.stop(), 0);
    return [
      { figure: 'hostile texts in two runs', value: texts.count, expected: `≥ ${WHOLE_TEXTS}` },
      { figure: 'rows of tasks and episodes shown, each once in sight', value: rows, expected: 'all' },
      { figure: 'episodes given by the server, with every step', value: items.length, expected: 'all' },
      {
        figure: 'pages shown with them',
        value: pages,
        expected:
          'no dialog, no error, no violation of the policy, no request elsewhere, no element made of a text',
      },
    ];
  } finally {
    await viewer.stop('SIGKILL');
  }
}

/** Scrolls through the lists, so that every row is in sight once. How many there were. */
async function scrolled(
  page: Page,
  address: string,
  {
    query,
    tasks,
    note,
  }: { readonly query: string; readonly tasks: number; readonly note: (text: string) => void },
): Promise<number> {
  let all = 0;
  for (const [list, expected] of [
    ['tasks', tasks],
    ['episodes', tasks * RUNS.length],
  ] as const) {
    await show(page, `${address}#/${list}?${query}`, { shown: '.rows .row', restMs: 0 });
    const { rows, made } = await page.evaluate<{ readonly rows: number; readonly made: number }>(SCROLL);
    deepStrictEqual([list, rows, made], [list, expected, 0]);
    strictEqual(await page.evaluate('window.hacked'), undefined, list);
    note(`${rows} rows of ${list} shown`);
    all += rows;
  }
  return all;
}

/** Counts the rows that come into sight, and the elements that were made of a text. */
const SCROLL = `(async () => {
  const grid = document.querySelector('[role="grid"]');
  const frame = [grid, ...document.querySelectorAll('main *')].find(
    (one) => one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY),
  ) ?? document.scrollingElement;
  frame.scrollTop = 0;
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const seen = new Set();
  let made = 0;
  for (let before = -1; frame.scrollTop !== before; ) {
    before = frame.scrollTop;
    for (const row of document.querySelectorAll('.rows .row')) seen.add(row.getAttribute('aria-rowindex'));
    made += document.querySelectorAll(${JSON.stringify(MADE)}).length;
    frame.scrollBy(0, frame.clientHeight * 0.8);
    const bottom = Math.min(innerHeight, frame.getBoundingClientRect().bottom);
    const isDrawn = () => [...document.querySelectorAll('.rows .row')].some((row) => row.getBoundingClientRect().bottom >= bottom - 1);
    // Rows come a moment after their place; a list that is shorter than the page has none at its bottom.
    for (let frames = 0; frames < 30; frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      if (isDrawn()) break;
    }
  }
  return { rows: seen.size, made };
})()`;

/** Every page over the runs, and what is there once it is shown. */
function routesOf(query: string): readonly (readonly [string, string])[] {
  const item = addressPart(HostileTexts.idOf(9));
  return [
    ['#/', 'main tbody tr'],
    ['#/live', 'main h1'],
    [`#/overview?${query}`, '.results table'],
    [`#/tasks?${query}`, '.rows .row'],
    [`#/episodes?${query}`, '.rows .row'],
    [`#/compare?${query}`, '.finding'],
    [`#/matrix?${query}`, 'main table'],
    [`#/trends?${query}`, 'main h1'],
    [`#/align?${query}&item=${item}&repeat=0`, 'main .screen img'],
    [`#/graph?${query}`, 'main p'],
    [`#/label?${query}&labeller=%3Cb%3E&pass=blind&wanted=all`, 'main textarea'],
  ];
}

async function show(
  page: Page,
  address: string,
  { shown, restMs }: { readonly shown: string; readonly restMs: number },
): Promise<void> {
  await page.goto(address);
  try {
    await page.waitForSelector(shown);
    await page.waitForTimeout(restMs);
  } catch (error) {
    throw new Error(`${address}: ${await page.locator('main').innerText()}`, { cause: error });
  }
  const made = await page.locator(MADE).count();
  strictEqual(made, 0, `${address}: an element was made of a text`);
  strictEqual(await page.evaluate('window.hacked'), undefined, address);
  strictEqual(await page.evaluate('({}).hacked'), undefined, address);
}

async function settled(isThere: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await isThere()); waited += LOOK_AGAIN_MS) {
    ok(waited < PATIENCE_MS, 'the runs are not read');
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_AGAIN_MS);
    });
  }
}
