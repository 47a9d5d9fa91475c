import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../../fixtures/axe.js';
import { launchChromium, NO_CHROMIUM } from '../../fixtures/chromium.js';
import { generateRun } from '../../fixtures/generated-run.js';
import { openViewerPage, type Look, type ViewerPage } from '../../fixtures/viewer-page.js';
import { startViewer, type StartedViewer } from '../start-viewer.js';

const HOSTILE =
  '</script><script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">{{7*7}}<svg onload=alert(1)>';
const BOTH = 'runs=first&runs=second';

if (NO_CHROMIUM !== null) console.warn(NO_CHROMIUM);

describe.skipIf(NO_CHROMIUM !== null)('the viewer in Chromium', () => {
  let folder = '';
  let artifacts = '';
  let browser: Browser;
  let viewer: StartedViewer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-view-'));
    artifacts = process.env['TOUCHSTONE_ARTIFACTS'] ?? join(folder, '.artifacts');
    await mkdir(artifacts, { recursive: true });
    const options = { tasks: 8, repeats: 2, steps: 5, model: 'm', pictures: true };
    await generateRun(join(folder, 'first'), { run: 'first', ...options, skill: 0.3, hostile: HOSTILE });
    await generateRun(join(folder, 'second'), { run: 'second', ...options, skill: 0.8, seed: 2 });
    viewer = await startViewer(folder);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    expect(await viewer?.stop()).toBe(0);
    await rm(folder, { recursive: true, force: true });
  });

  const open = (route: string, look: Partial<Look> = {}): Promise<ViewerPage> =>
    openViewerPage(browser, `${viewer.address}${route}`, look);

  it.each(LOOKS)('shows every page: $width, $colours, $locale', async (look) => {
    const { page, complaints } = await open('#/', look);
    for (const [name, route, shown] of PAGES) {
      await page.goto(`${viewer.address}${route}`);
      await page.waitForSelector(shown);
      await page.waitForFunction(() => !/Loading|载入/.test(document.body.innerText));
      await page.screenshot({ path: join(artifacts, `view-${name}-${look.width}-${look.colours}.png`) });
      if (look.width > 400) expect(await seriousFindings(page), `${name} ${look.colours}`).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, name).toBeLessThanOrEqual(look.width);
    }
    expect(await page.evaluate('document.documentElement.lang')).toContain(look.locale.slice(0, 2));
    expect([complaints, await page.evaluate('window.hacked')]).toEqual([[], undefined]);
    await page.context().close();
  });

  it('leads from a list into its episodes and back, and from a difference to both of its ways', async () => {
    const list = `#/episodes?outcome=failed&${BOTH}`;
    const { page, complaints } = await open(list);
    const items = page.locator('.rows .row');
    await items.first().waitFor();
    const names = await items.allInnerTexts();
    expect(names.length).toBeGreaterThan(2);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/item\//);
    const [first] = /item\/[^/]+(?:\/repeat\/\d+)?/.exec(page.url()) ?? [];
    await page.keyboard.press('n');
    await page.waitForURL((url) => first !== undefined && !url.hash.includes(`${first}/step`));
    await page.keyboard.press('N');
    await page.waitForURL((url) => first !== undefined && url.hash.includes(`${first}/step`));
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.hash === list);
    expect(await items.allInnerTexts()).toEqual(names);

    await page.goto(`${viewer.address}#/compare?${BOTH}`);
    await page.getByRole('link', { name: 'Side by side' }).first().click();
    await page.waitForURL(/#\/align\?/);
    await page.locator('main img').first().waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('labels a blind case by keyboard alone, into a file beside the run', async () => {
    const { page, complaints } = await open(`#/label?${BOTH}&labeller=Ada&pass=blind&wanted=all`);
    await page.locator('main .screen img').waitFor();
    expect(await page.locator('main').innerText()).not.toContain('first');
    for (const key of ['ArrowRight', '2', 'q', 'm']) await page.keyboard.press(key);
    await page.keyboard.type('missed the save');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page
      .getByText(/\b1 of \d+ labelled/)
      .first()
      .waitFor();
    const written = await Promise.all(
      ['first', 'second'].map((run) => readFile(join(folder, run, 'labels.jsonl'), 'utf8').catch(() => '')),
    );
    const labels = written
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(labels).toEqual([
      expect.objectContaining({
        label: expect.objectContaining({
          labeller: 'Ada',
          pass: 'blind',
          label: 'failure',
          cause: { set: expect.any(String) as string, cause: expect.any(String) as string },
          note: 'missed the save',
        }) as object,
      }),
    ]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

const LOOKS: readonly Look[] = [
  { width: 1280, colours: 'light', locale: 'en-US' },
  { width: 1280, colours: 'dark', locale: 'en-US' },
  { width: 390, colours: 'light', locale: 'zh-CN' },
];

/** Name, address, and what is there once it is shown. */
const PAGES = [
  ['runs', '#/', 'main tbody tr'],
  ['live', '#/live', 'main h1'],
  ['overview', `#/overview?${BOTH}`, '.results table'],
  ['tasks', `#/tasks?${BOTH}`, '.rows .row'],
  ['episodes', `#/episodes?${BOTH}`, '.rows .row'],
  ['compare', `#/compare?${BOTH}`, '.finding'],
  ['episode', `#/run/first/item/task-0003/step/2?${BOTH}`, 'main .screen img'],
  ['align', `#/align?${BOTH}&item=task-0003&repeat=0`, 'main .screen img'],
  ['graph', `#/graph?${BOTH}`, 'main p'],
  ['label', '#/label', 'main input[type=checkbox]'],
  ['case', `#/label?${BOTH}&labeller=Eva&pass=blind&wanted=all`, 'main .screen img'],
] as const;
