import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadViewer } from '../../../src/report/html/viewer-assets.js';
import { writeReport } from '../../../src/report/html/write-report.js';
import type { ReportIndex } from '../../../src/report/view/report-index.js';
import { seriousFindings } from '../../fixtures/axe.js';
import { launchChromium, NO_CHROMIUM } from '../../fixtures/chromium.js';
import { generateRun } from '../../fixtures/generated-run.js';

const HOSTILE = '</script><script>window.hacked = 1</script><img src=x onerror="window.hacked = 2"></style>';
const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  light: {},
  dark: { colorScheme: 'dark' },
  'in Chinese': { locale: 'zh-CN' },
  'on a telephone': { viewport: { width: 390, height: 844 } },
};
/** Of the application, which takes the place of what was written. */
const APPLICATION = '#app:not(:has([data-first-rows])) main > *';

if (NO_CHROMIUM !== null) console.warn(NO_CHROMIUM);

describe.skipIf(NO_CHROMIUM !== null)('the first rows of an HTML report', () => {
  let folder = '';
  let whole = '';
  let index: ReportIndex;
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-first-rows-'));
    const runs = [
      { run: 'first', agent: 'direct', model: 'vl-7b', repeats: 3, skill: 0.5 },
      { run: 'second', agent: 'react', model: 'vl-32b', repeats: 3, skill: 0.9 },
      { run: 'look-away', agent: 'no-op', skill: 0 },
    ];
    for (const run of runs) await generateRun(join(folder, run.run), { tasks: 12, ...run });
    whole = await written('whole', { runs: runs.map(({ run }) => join(folder, run)) });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const written = async (
    name: string,
    options: Partial<Parameters<typeof writeReport>[0]> & { readonly runs: readonly string[] },
  ): Promise<string> => {
    const output = join(folder, `${name}.html`);
    const onIndex = async (found: ReportIndex): Promise<void> => void (index = found);
    await writeReport({ touchstone: '0.0.0', onIndex, ...options, output });
    return output;
  };

  /** The file as far as it has come when its application has not: cut off before it. */
  const beginningOf = async (file: string): Promise<string> => {
    const html = await readFile(file, 'utf8');
    const end = html.indexOf('<script type="text/plain" id="index">');
    expect(end).toBeGreaterThan(0);
    const beginning = file.replace('.html', '-beginning.html');
    await writeFile(beginning, html.slice(0, end));
    return beginning;
  };

  it.each(Object.entries(LOOKS))(
    'stand where the application puts them, and say the same: %s',
    async (_, look) => {
      const { context, complaints } = await newContext(browser, look);
      const before = await context.newPage();
      await before.goto(pathToFileURL(await beginningOf(whole)).href);
      const after = await context.newPage();
      await after.goto(pathToFileURL(whole).href);
      await after.waitForSelector(APPLICATION);
      await after.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      const [first, then] = [await seen(before), await seen(after)];
      expect(first.length).toBeGreaterThan(40);
      expect(then).toEqual(first);
      expect(await before.getByText('needs JavaScript').count()).toBe(0);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  it('stay until the application stands in their place: nothing is empty in between', async () => {
    const { context, complaints } = await newContext(browser, {});
    const page = await context.newPage();
    await page.addInitScript({ content: COUNT_TABLES });
    await page.goto(pathToFileURL(whole).href);
    await page.waitForSelector(APPLICATION);
    const counts = await page.evaluate<readonly number[]>('window.tables');
    // Written, then the application's own.
    expect(counts.slice(counts.indexOf(1))).not.toContain(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are all that is seen without JavaScript, beside a word about it', async () => {
    const { context } = await newContext(browser, { javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(pathToFileURL(whole).href);
    expect(await page.locator('main:visible').count()).toBe(1);
    await page
      .getByRole('region', { name: 'Results' })
      .getByRole('row', { name: /direct/ })
      .waitFor();
    const note = await page.getByText('needs JavaScript').boundingBox();
    expect((note?.y ?? 0) + (note?.height ?? 0)).toBeLessThanOrEqual(900);
    await context.close();
  });

  it('are read well by those who hear them: axe finds nothing serious', async () => {
    const { context } = await newContext(browser, {});
    const page = await context.newPage();
    await page.goto(pathToFileURL(await beginningOf(whole)).href);
    expect(await seriousFindings(page)).toEqual([]);
    await context.close();
  });

  it('are shown at the addresses of the overview alone', async () => {
    const beginning = pathToFileURL(await beginningOf(whole)).href;
    const { context } = await newContext(browser, {});
    for (const [address, isShown] of [
      ['', true],
      ['#/', true],
      ['#/overview', true],
      ['#/?runs=1', true],
      ['#/tasks', false],
      ['#/overviews', false],
    ] as const) {
      const page = await context.newPage();
      await page.goto(`${beginning}${address}`);
      expect(await page.locator('.results table:visible').count(), address).toBe(isShown ? 1 : 0);
      await page.close();
    }
    await context.close();
  });

  it('are in the colours and the language that the reader chose before', async () => {
    const { context, complaints } = await newContext(browser, {});
    const page = await context.newPage();
    await page.goto(pathToFileURL(whole).href);
    await page.getByRole('combobox', { name: 'Colours' }).selectOption('dark');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('zh');
    await page.waitForSelector('html[lang="zh-Hans"][data-mantine-color-scheme="dark"]');
    await page.goto(pathToFileURL(await beginningOf(whole)).href);
    await page.waitForSelector(
      'html[lang="zh-Hans"][data-mantine-color-scheme="dark"] .results table:visible',
    );
    expect(await page.locator('h2:visible').innerText()).toContain('结果');
    // A file that asks for English has no other words, and this reader waits for the application.
    const english = await written('english', { runs: [join(folder, 'first')], language: 'en' });
    await page.goto(pathToFileURL(await beginningOf(english)).href);
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    expect(await page.locator('.results table:visible').count()).toBe(0);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    expect(await page.locator('h2:visible').innerText()).toContain('Results');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('run nothing that a model or a benchmark wrote', async () => {
    const run = join(folder, 'hostile');
    const names = { run: HOSTILE, agent: HOSTILE, model: HOSTILE, hostile: HOSTILE };
    await generateRun(run, { tasks: 3, ...names });
    const file = await written('hostile', { runs: [run], title: HOSTILE, touchstone: HOSTILE });
    const { context, complaints } = await newContext(browser, {});
    const page = await context.newPage();
    await page.goto(pathToFileURL(await beginningOf(file)).href);
    expect(await page.locator('h1:visible').innerText()).toBe(HOSTILE);
    expect(await page.locator('.results th[scope=row]:visible').innerText()).toContain(HOSTILE);
    expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are no more than the first hundred of many runs', async () => {
    const { renderFirstRows } = await loadViewer();
    await written('one', { runs: [join(folder, 'second')] });
    const rowsOf = async (count: number): Promise<number> => {
      const runs = Array.from({ length: count }, (_, number) => ({
        ...(index.runs[0] as ReportIndex['runs'][number]),
        id: `run-${number}`,
      }));
      const html = await renderFirstRows({ ...index, runs }, { language: 'en', nonce: 'n' });
      return html.match(/<th scope="row"/g)?.length ?? 0;
    };
    expect(await rowsOf(100)).toBe(100);
    expect(await rowsOf(101)).toBe(100);
  });
});

/** A context, and what its pages complain of: scripts that fail, and what the policy of a page refuses. */
async function newContext(
  browser: Browser,
  look: BrowserContextOptions,
): Promise<{ readonly context: BrowserContext; readonly complaints: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    colorScheme: 'light',
    ...look,
  });
  const complaints: string[] = [];
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return { context, complaints };
}

/** Everything in header and first results: what it is, where it stands, its own text and its colours. */
function seen(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const within = document.querySelector(
      '[data-first-rows=' + document.documentElement.dataset['rowsIn'] + ']',
    );
    const places = 'header *, article > header, article > header *, .results:first-of-type *';
    return [...(within ?? document).querySelectorAll<HTMLElement>(places)]
      .filter((element) => element.closest('option, svg, details') === null)
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { color, backgroundColor, fontSize } = getComputedStyle(element);
        const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
        const box = [x, y, width, height].map((edge) => edge.toFixed(1));
        const text = own.map((node) => node.textContent).join('|');
        return [element.tagName, ...box, color, backgroundColor, fontSize, text].join(' ');
      })
      .concat(getComputedStyle(document.body).backgroundColor);
  });
}

/** Runs in the page: how many tables of results it has had, whenever that changed. */
const COUNT_TABLES = `
  window.tables = [];
  new MutationObserver(() => {
    const tables = [...document.querySelectorAll('.results table')];
    const count = tables.filter((table) => table.checkVisibility()).length;
    if (count !== window.tables.at(-1)) window.tables.push(count);
  }).observe(document, { childList: true, subtree: true });
`;
