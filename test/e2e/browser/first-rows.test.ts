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
import { APPLICATION, launchChromium, NO_CHROMIUM } from '../../fixtures/chromium.js';
import { generateRun } from '../../fixtures/generated-run.js';
import { holdBack, type HeldPage } from '../../fixtures/held-page.js';

const HOSTILE = '</script><script>window.hacked = 1</script><img src=x onerror="window.hacked = 2"></style>';
const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  light: {},
  dark: { colorScheme: 'dark' },
  'in Chinese': { locale: 'zh-CN' },
  'on a telephone': { viewport: { width: 390, height: 844 } },
};

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
    expect(await page.evaluate('window.written')).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are in a frame before the application runs', async () => {
    const { context, complaints } = await newContext(browser, {});
    const page = await context.newPage();
    await page.addInitScript({
      content: 'window.asked = []; window.requestAnimationFrame = (frame) => window.asked.push(frame);',
    });
    await page.goto(pathToFileURL(whole).href);
    expect(await page.evaluate(() => document.documentElement.dataset['application'])).toBe('');
    expect(await page.locator(APPLICATION).count()).toBe(0);
    await page.evaluate('for (const frame of window.asked.splice(0)) frame(0)');
    await page.waitForSelector(APPLICATION, { state: 'attached' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('keep no application waiting on a page that is not looked at: it has no frames', async () => {
    const { context, complaints } = await newContext(browser, {});
    const page = await context.newPage();
    await page.addInitScript({
      content: `
        Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
        window.requestAnimationFrame = () => 0;
      `,
    });
    await page.goto(pathToFileURL(whole).href);
    await page.waitForSelector(APPLICATION, { state: 'attached' });
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

  describe('while the rest is on its way', () => {
    let held: HeldPage;
    beforeAll(async () => {
      held = await holdBack(await readFile(whole, 'utf8'));
    });
    afterAll(() => held.close());

    /** Opens the beginning; `goOn` lets the rest come and waits until the application shows it. */
    const open = async (look: BrowserContextOptions) => {
      const { context, complaints } = await newContext(browser, look);
      const page = await context.newPage();
      await page.goto(held.address, { waitUntil: 'commit' });
      await page.waitForSelector('.results table:visible');
      const goOn = async (): Promise<void> => {
        held.release();
        await page.waitForSelector(APPLICATION);
        expect(complaints).toEqual([]);
      };
      return { page, goOn };
    };

    it('the reader may scroll, and stays there', async () => {
      const { page, goOn } = await open({ viewport: { width: 390, height: 400 } });
      const places = () =>
        page.evaluate(() => {
          const tables = [...document.querySelectorAll('.results .table-frame')];
          return [scrollY, tables.find((table) => table.checkVisibility())?.scrollLeft];
        });
      await page.evaluate(() => {
        window.scrollTo(0, 120);
        for (const table of document.querySelectorAll('.results .table-frame')) table.scrollLeft = 80;
      });
      expect(await places()).toEqual([120, 80]);
      await goOn();
      await expect.poll(places).toEqual([120, 80]);
      await page.context().close();
    });

    it('the reader may choose another language and other colours', async () => {
      const { page, goOn } = await open({});
      await page.getByRole('combobox', { name: 'Colours' }).selectOption('dark');
      await page.getByRole('combobox', { name: 'Language' }).selectOption('zh');
      await goOn();
      await page.waitForSelector('html[lang="zh-Hans"][data-mantine-color-scheme="dark"]');
      await expect.poll(() => page.locator('h2').first().innerText()).toContain('结果');
      await page.context().close();
    });

    it('the focus stays where it is', async () => {
      const { page, goOn } = await open({});
      const bounds = page.getByRole('button', { name: 'Bounds' });
      await bounds.focus();
      await goOn();
      await expect.poll(() => bounds.evaluate((button) => button === document.activeElement)).toBe(true);
      await page.context().close();
    });

    it.each(['en-US', 'zh-CN'])('the link past the navigation leads to what is seen (%s)', async (locale) => {
      const { page, goOn } = await open({ locale });
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      const isInMain = () => page.evaluate(() => document.activeElement?.matches('main:not([hidden])'));
      expect(await isInMain()).toBe(true);
      expect(await page.evaluate(() => location.hash)).toBe('');
      await goOn();
      expect(await page.locator('.results table').count()).toBe(1);
      await expect.poll(isInMain).toBe(true);
      await page.context().close();
    });

    it('another page may be asked for', async () => {
      const { page, goOn } = await open({});
      await page.evaluate(() => window.scrollTo(0, 50));
      await page.getByRole('link', { name: 'Episodes' }).click();
      await goOn();
      await page.waitForSelector('.rows .row');
      await page.context().close();
    });
  });

  it('are followed by a word where the file was cut off', async () => {
    const beginning = pathToFileURL(await beginningOf(whole)).href;
    const { context } = await newContext(browser, { locale: 'zh-CN' });
    const page = await context.newPage();
    await page.goto(beginning);
    expect(await page.getByRole('alert').innerText()).toContain('文件不完整');
    // Nothing else can be opened.
    expect(await page.locator('nav:visible, select:visible').count()).toBe(0);
    await page.goto(pathToFileURL(whole).href);
    await page.waitForSelector(APPLICATION);
    expect(await page.getByRole('alert').count()).toBe(0);
    await context.close();
  });

  describe('of many runs', () => {
    const render = async (runs: readonly Partial<ReportIndex['runs'][number]>[]): Promise<string> => {
      const { renderFirstRows } = await loadViewer();
      await written('one', { runs: [join(folder, 'second')] });
      const some = index.runs[0] as ReportIndex['runs'][number];
      const changed = runs.map((run, place) => ({ ...some, id: `run-${place}`, ...run }));
      return renderFirstRows({ ...index, runs: changed }, { language: 'en', nonce: 'n' });
    };
    const baselines = Array.from({ length: 99 }, (_, place) => ({
      label: `base-${place}.`,
      kind: 'baseline' as const,
    }));
    const labels = (html: string) => [...html.matchAll(/(?:base|agent)-\d+\.(?=<)/g)].map(([label]) => label);

    it('are the first hundred in the order of the table', async () => {
      const agents = [1, 2, 3].map((number) => ({ label: `agent-${number}.`, kind: 'agent' as const }));
      const shown = labels(await render([...baselines, ...agents]));
      expect(shown).toEqual([
        ...agents.map(({ label }) => label),
        ...baselines.slice(0, 97).map(({ label }) => label),
      ]);
      expect(labels(await render([...baselines, ...agents.slice(0, 1)]))).toHaveLength(100);
    });

    it('are refused where a component fails', async () => {
      const broken = { summary: null as unknown as ReportIndex['runs'][number]['summary'] };
      await expect(render([broken])).rejects.toThrow('no results were written in en');
    });
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

/** Runs in the page: how many tables of results it has had, whenever that changed, and whether written ones were in a frame. */
const COUNT_TABLES = `
  window.tables = [];
  window.written = false;
  const look = () => requestAnimationFrame(() => {
    const rows = [...document.querySelectorAll('[data-first-rows] .results table')];
    window.written ||= rows.some((table) => table.checkVisibility());
    look();
  });
  look();
  new MutationObserver(() => {
    const tables = [...document.querySelectorAll('.results table')];
    const count = tables.filter((table) => table.checkVisibility()).length;
    if (count !== window.tables.at(-1)) window.tables.push(count);
  }).observe(document, { childList: true, subtree: true });
`;
