import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../../fixtures/axe.js';
import { launchChromium, NO_CHROMIUM } from '../../fixtures/chromium.js';
import { generateRun } from '../../fixtures/generated-run.js';
import { MAP_COLOURS } from '../../../web/pages/graph/map-colours.js';
import { openViewerPage, type Look, type ViewerPage } from '../../fixtures/viewer-page.js';
import { runTouchstone } from '../run-touchstone.js';
import { startViewer, type StartedViewer } from '../start-viewer.js';

const HOSTILE =
  '</script><script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">{{7*7}}<svg onload=alert(1)>';
const BOTH = 'runs=first&runs=second';
/** Lint has notes on it. */
const TINY = join(import.meta.dirname, '../../../worlds/tiny');

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
    const own = ['--agent', 'oracle', '--limit', '1', '--runs', folder, '--run-id', 'tiny'];
    expect((await runTouchstone(['run', TINY, ...own])).code).toBe(0);
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

  it('shows on the map and in a list what lint finds in a world', async () => {
    const { page, complaints } = await open('#/graph?runs=tiny');
    const map = page.getByRole('img', { name: /^Map of the app/ });
    await map.locator('canvas').first().waitFor();
    expect(await purplePixels(map)).toBe(0);
    await page.getByRole('button', { name: 'Check this world' }).click();
    await page.waitForURL(/check=1/);
    const found = page.getByRole('region', { name: 'What lint found' });
    await found.waitFor();
    expect(await found.innerText()).toMatch(/note\s+graph\/dead-end\s+nothing leads on/);
    await expect.poll(() => purplePixels(map)).toBeGreaterThan(100);
    await page.screenshot({ path: join(artifacts, 'view-graph-checked.png') });
    expect(await seriousFindings(page)).toEqual([]);
    const screen = found.getByRole('button').first();
    const name = await screen.innerText();
    await screen.click();
    await page.getByRole('region', { name: 'Screen' }).getByText(name).first().waitFor();
    await page.getByRole('button', { name: 'Check this world' }).click();
    await found.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('says that the index is being made, and shows the runs once it has them', async () => {
    const { page } = await open('#/overview?runs=first');
    let indexed = 0;
    await page.route('**/api/runs', (route) =>
      indexed === 0 ? route.fulfill({ json: [] }) : route.continue(),
    );
    await page.route('**/api/coverage', (route) => route.fulfill({ json: { runs: 3, indexed } }));
    await page.goto(`${viewer.address}#/`);
    await page.reload();
    await page.getByText('0 of 3 runs are in it so far').waitFor();
    expect(await page.getByText('There is no run in this folder yet').count()).toBe(0);
    indexed = 3;
    await page.locator('main tbody tr').first().waitFor();
    await page.getByText('are in it so far').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('asks for the token where one is needed, and forgets it when told to', async () => {
    const token = 'a.token~of-its_own';
    const guarded = await startViewer(folder, ['--host', '0.0.0.0', '--read-only'], {
      TOUCHSTONE_VIEW_TOKEN: token,
    });
    try {
      const [place = ''] = guarded.address.split('#');
      const mayFail = /api\/(?:about|session)/;
      for (const look of LOOKS.slice(1)) {
        const { page, complaints } = await openViewerPage(browser, `${place}#/overview?runs=first`, {
          ...look,
          mayFail,
        });
        const field = page.locator('input[type=password]');
        await field.waitFor();
        expect(await seriousFindings(page), look.locale).toEqual([]);
        await page.screenshot({ path: join(artifacts, `view-sign-in-${look.width}-${look.colours}.png`) });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          look.width,
        );
        // The field has the focus.
        await page.keyboard.type('wrong-token');
        await page.keyboard.press('Enter');
        await page
          .getByRole('alert')
          .getByText(/lets nobody in|令牌无效/)
          .waitFor();
        await field.fill(token);
        await page.keyboard.press('Enter');
        await page.locator('.results table').waitFor();
        expect(page.url()).toContain('#/overview?runs=first');
        const [cookie] = await page.context().cookies();
        expect([cookie?.httpOnly, cookie?.sameSite]).toEqual([true, 'Strict']);
        expect(await page.evaluate('document.cookie')).toBe('');
        const button = page.getByRole('button', { name: 'Sign out' });
        if (await button.isVisible()) await button.click();
        else {
          await page.keyboard.press('p');
          await page.locator('[aria-controls="palette-list"]:focus').waitFor();
          await page.keyboard.type('退出登录');
          await page.keyboard.press('Enter');
        }
        await field.waitFor();
        expect(await page.context().cookies()).toEqual([]);
        await page.goto(`${place}#token=${token}`);
        await page.locator('main tbody tr').first().waitFor();
        expect(page.url()).not.toContain('token');
        expect(complaints).toEqual([]);
        await page.context().close();
      }
    } finally {
      expect(await guarded.stop()).toBe(0);
    }
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

/** How many points of a map have the colour of what lint found, in the light scheme. */
async function purplePixels(map: Locator): Promise<number> {
  const { data, info } = await sharp(await map.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(MAP_COLOURS.light.found.slice(at, at + 2), 16));
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count += 1;
  }
  return count;
}

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
