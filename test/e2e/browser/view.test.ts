import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../../fixtures/axe.js';
import { IS_WHOLE } from '../../fixtures/whole-tests.js';
import { launchChromium, NO_CHROMIUM } from '../../fixtures/chromium.js';
import { generateRun } from '../../fixtures/generated-run.js';
import { appendEpisodeLabel } from '../../../src/formats/labels/episode-labels.js';
import { MAP_COLOURS } from '../../../web/pages/graph/map-colours.js';
import { openViewerPage, type Look, type ViewerPage } from '../../fixtures/viewer-page.js';
import { runTouchstone } from '../run-touchstone.js';
import { startViewer, type StartedViewer } from '../start-viewer.js';

const HOSTILE =
  '</script><script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">{{7*7}}<svg onload=alert(1)>';
const BOTH = 'runs=first&runs=second';
/** Two runs of one task of Pocket: the shortest route, and another way. */
const WAYS = 'runs=pocket&runs=wandering';
const TASK = 'dark-theme';
/** Lint has notes on it. */
const TINY = join(import.meta.dirname, '../../../worlds/tiny');

if (NO_CHROMIUM !== null) console.warn(NO_CHROMIUM);

describe.skipIf(NO_CHROMIUM !== null)('the viewer in Chromium', () => {
  let folder = '';
  let browser: Browser;
  let viewer: StartedViewer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-view-'));
    if (ARTIFACTS !== undefined) await mkdir(ARTIFACTS, { recursive: true });
    const options = { tasks: 8, repeats: 2, steps: 5, model: 'm', pictures: true };
    await generateRun(join(folder, 'first'), { run: 'first', ...options, skill: 0.3, hostile: HOSTILE });
    await generateRun(join(folder, 'second'), { run: 'second', ...options, skill: 0.8, seed: 2 });
    await labelByTwo(join(folder, 'first'));
    for (const [run, ...words] of [
      ['tiny', TINY, '--agent', 'oracle', '--limit', '1'],
      ['pocket', 'pocket', '--agent', 'oracle', '--tasks', TASK],
      ['wandering', 'pocket', '--agent', 'random', '--tasks', TASK, '--max-steps', '6'],
    ] as const) {
      const { code, stderr } = await runTouchstone(['run', ...words, '--runs', folder, '--run-id', run]);
      expect([code, stderr]).toEqual([0, expect.anything()]);
    }
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

  it.each(LOOKS)('shows every page: $locale, light and dark, wide and narrow', async ({ locale, looks }) => {
    const { page, complaints } = await open('#/', { ...looks[0], locale });
    const found: string[] = [];
    for (const [name, route, shown] of PAGES) {
      await turnTo(page, looks[0]);
      await page.goto(`${viewer.address}${route}`);
      for (const look of looks) {
        await turnTo(page, look);
        await page.waitForSelector(shown);
        await page.waitForFunction(() => !/Loading|载入/.test(document.body.innerText));
        await shoot(page, `${name}-${look.width}-${look.colours}`);
        // What it looks at is alike in every language, and it takes most of the time.
        const findings = IS_WHOLE || locale.startsWith('en') ? await seriousFindings(page) : [];
        found.push(...findings.map((finding) => `${name} ${look.width} ${look.colours}: ${finding}`));
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        const current = page.locator('header nav [aria-current=page]');
        // In sight, which on a telephone the link of a later page is not by itself.
        if ((await current.count()) > 0) {
          const { x, width: across } = await boxOf(current);
          if (x < 0 || x + across > look.width) found.push(`${name} ${look.width}: its link is out of sight`);
        }
        if (width > look.width) found.push(`${name} ${look.width}: ${width} wide`);
      }
    }
    expect(found).toEqual([]);
    expect(await page.evaluate('document.documentElement.lang')).toContain(locale.slice(0, 2));
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

    await page.goto(`${viewer.address}#/align?${WAYS}&item=${TASK}&repeat=0`);
    const columns = page.getByRole('region', { name: 'Screens side by side' });
    await columns.locator('[data-parting=true]').waitFor();
    for (const goThere of [
      () => page.keyboard.press('d'),
      () => page.getByRole('button', { name: 'First divergence' }).click(),
    ]) {
      await page.keyboard.press('ArrowRight');
      await columns.locator('[data-chosen=true]:not([data-parting=true])').waitFor();
      await goThere();
      await columns.locator('[data-chosen=true][data-parting=true]').waitFor();
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('shows an episode in all its ways: hierarchy, play, the screen after, help, and what can be taken along', async () => {
    const { page, complaints } = await open(`#/run/pocket/item/${TASK}/step/1?runs=pocket`);
    await pointAtHierarchy(page);
    await playIt(page);
    await askForHelp(page);
    for (const [name, type, begins] of [
      ['As one HTML file', 'text/html', /^<!doctype html>/i],
      ['Export as animation', 'image/webp', /^RIFF[^]{4}WEBPVP8X/],
      ['GIF', 'image/gif', /^GIF89a/],
    ] as const) {
      const link = page.getByRole('link', { name, exact: true });
      const answer = await page.request.get(await link.evaluate((one: HTMLAnchorElement) => one.href));
      expect(answer.headers()['content-type'], name).toContain(type);
      const body = await answer.body();
      expect(body.toString('latin1')).toMatch(begins);
      if (type.startsWith('image/')) expect((await sharp(body).metadata()).pages).toBeGreaterThan(2);
      else expect(body.length).toBeGreaterThan(100_000);
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('shows on the map and in a list what lint finds in a world', async () => {
    const { page, complaints } = await open('#/graph?runs=tiny');
    const map = page.getByRole('img', { name: /^Map of the app/ });
    await map.locator('canvas').first().waitFor();
    const { found: purple, deadEnd: red } = MAP_COLOURS.light;
    await expect.poll(async () => (await pixels(map, red)).length).toBeGreaterThan(10);
    expect(await pixels(map, purple)).toEqual([]);
    expect(await page.locator('main').innerText()).toMatch(/[1-9]\d* dead ends/);
    await clickIn(map, await pixels(map, red));
    await page.getByText('Nothing leads on from here.').waitFor();
    await page.goto(`${viewer.address}#/graph?runs=tiny`);
    await map.locator('canvas').first().waitFor();
    await page.getByRole('button', { name: 'Check this world' }).click();
    await page.waitForURL(/check=1/);
    const found = page.getByRole('region', { name: 'What lint found' });
    await found.waitFor();
    expect(await found.innerText()).toMatch(/note\s+graph\/dead-end\s+nothing leads on/);
    await expect.poll(async () => (await pixels(map, purple)).length).toBeGreaterThan(100);
    await shoot(page, 'graph-checked');
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
    // By way of another document: a page that is just loading replaces its own address, which ends the wait for going to another
    // part of it, and a reload then is one of the old address.
    await page.goto('about:blank');
    await page.goto(`${viewer.address}#/`);
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
      for (const look of [
        { width: 1280, colours: 'dark', locale: 'en-US' },
        { width: 390, colours: 'light', locale: 'zh-CN' },
      ] as const) {
        const { page, complaints } = await openViewerPage(browser, `${place}#/overview?runs=first`, {
          ...look,
          mayFail,
        });
        const field = page.locator('input[type=password]');
        await field.waitFor();
        expect(await seriousFindings(page), look.locale).toEqual([]);
        await shoot(page, `sign-in-${look.width}-${look.colours}`);
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
        // Who may only read sees how far people agree.
        await page.goto(`${place}#/label?${BOTH}&pass=informed`);
        await page.locator('main table').first().waitFor();
        await shoot(page, `agreement-read-only-${look.width}-${look.colours}`);
        expect(await seriousFindings(page), look.locale).toEqual([]);
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
      .map((line) => JSON.parse(line) as { readonly label: { readonly pass: string } });
    expect(labels.filter(({ label }) => label.pass === 'blind')).toEqual([
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

/** Where somebody looks at pictures of what was tested: none are taken unless it is named. */
const ARTIFACTS = process.env['TOUCHSTONE_ARTIFACTS'];

async function shoot(page: Page, name: string): Promise<void> {
  if (ARTIFACTS === undefined) return;
  // A map is drawn some frames after it is there.
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(ARTIFACTS, `view-${name}.png`), fullPage: true });
}

/** Shows the page that is open as another device would. */
async function turnTo(page: Page, { width, colours }: Omit<Look, 'locale'>): Promise<void> {
  await page.setViewportSize({ width, height: 850 });
  await page.emulateMedia({ colorScheme: colours });
  await page.waitForSelector(`html[data-mantine-color-scheme=${colours}]`);
}

/** Two people who agree of one episode, and of another do not. */
async function labelByTwo(directory: string): Promise<void> {
  const cause = { set: 'sphinx', cause: 'planning' };
  for (const [item, ...labels] of [
    ['task-0001', 'success', 'success'],
    ['task-0002', 'failure', 'failure'],
    ['task-0003', 'success', 'failure'],
  ] as const) {
    for (const [place, label] of labels.entries()) {
      await appendEpisodeLabel(directory, {
        item,
        repeat: 0,
        pass: 'informed',
        label,
        cause: label === 'failure' ? cause : null,
        labeller: ['Ada', 'Ben'][place] ?? '',
        note: HOSTILE,
        at: '2026-03-01T12:00:00.000Z',
      });
    }
  }
}

/** Pointing at the screen marks a box and its line, and pointing at that line marks that box. */
async function pointAtHierarchy(page: Page): Promise<void> {
  const screen = page.locator('main .screen.large');
  await screen.locator('img').waitFor();
  await page.keyboard.press('h');
  const tree = page.getByRole('listbox', { name: 'UI hierarchy' });
  await tree.getByRole('option').first().waitFor();
  const marked = screen.locator('svg path + path');
  const chosen = tree.locator('[aria-selected=true]');
  const { x, y, width, height } = await boxOf(screen);
  const [across, down] = [x + width / 2, y + height / 4];
  await page.mouse.move(across, down);
  await chosen.waitFor();
  const id = (await chosen.getAttribute('id')) ?? '';
  const box = await boxOf(marked);
  expect(box.x <= across && across <= box.x + box.width && box.y <= down && down <= box.y + box.height).toBe(
    true,
  );
  expect(await seriousFindings(page)).toEqual([]);
  await shoot(page, 'hierarchy');
  await page.mouse.move(0, 0);
  await marked.waitFor({ state: 'detached' });
  expect(await chosen.count()).toBe(0);
  await tree.locator(`#${id}`).hover();
  await marked.waitFor();
  expect([await chosen.getAttribute('id'), await boxOf(marked)]).toEqual([id, box]);
  await page.mouse.move(0, 0);
  await page.keyboard.press('h');
  await tree.waitFor({ state: 'detached' });
}

async function boxOf(
  place: Locator,
): Promise<{ readonly x: number; readonly y: number; readonly width: number; readonly height: number }> {
  const box = await place.boundingBox();
  if (box === null) throw new Error('it is not on the page');
  return box;
}

/** Plays to the end at another speed, stops in between when told to, and shows the screen after an action. */
async function playIt(page: Page): Promise<void> {
  const step = (): string | undefined => /step\/(\d+)/.exec(page.url())?.[1];
  const play = page.getByRole('button', { name: 'Play' });
  const picture = page.locator('main .screen.large img');
  const before = await picture.getAttribute('src');
  await page.keyboard.press('b');
  await expect.poll(() => picture.getAttribute('src')).not.toBe(before);
  await page.keyboard.press('b');
  await expect.poll(() => picture.getAttribute('src')).toBe(before);
  await page.keyboard.press('[');
  await page.getByText('0.5 steps per second').waitFor();
  await page.keyboard.press(' ');
  await page.getByRole('button', { name: 'Pause' }).click();
  await play.waitFor();
  for (const speed of ['1 step', '2 steps', '4 steps', '8 steps']) {
    await page.keyboard.press(']');
    await page.getByText(`${speed} per second`, { exact: true }).waitFor();
  }
  await page.keyboard.press('End');
  await expect.poll(step).not.toBe('1');
  const end = step();
  await page.keyboard.press('Home');
  await expect.poll(step).toBe('1');
  await play.click();
  await expect.poll(step).toBe(end);
  await play.waitFor();
}

/** The keys of the page, which a dialog and the palette say. */
async function askForHelp(page: Page): Promise<void> {
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard' });
  await help.getByRole('row').filter({ hasText: 'UI hierarchy' }).locator('kbd', { hasText: 'h' }).waitFor();
  await help.getByRole('row').filter({ hasText: 'Faster' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await shoot(page, 'help');
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('p');
  await page.locator('[aria-controls="palette-list"]:focus').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await shoot(page, 'palette');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // To the page itself Escape would mean to go back to the list.
  expect(page.url()).toContain('/item/');
}

type Point = readonly [x: number, y: number];

/** The points of a map that have a colour, from its left upper corner. */
async function pixels(map: Locator, colour: string): Promise<readonly Point[]> {
  const { data, info } = await sharp(await map.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const found: Point[] = [];
  for (let at = 0; at < data.length; at += info.channels) {
    if (data[at] !== red || data[at + 1] !== green || data[at + 2] !== blue) continue;
    const place = at / info.channels;
    found.push([place % info.width, Math.floor(place / info.width)]);
  }
  return found;
}

/** Clicks the first of some points, and in the dot that it is the edge of. */
async function clickIn(map: Locator, [first]: readonly Point[]): Promise<void> {
  if (first === undefined) throw new Error('nothing of that colour is on the map');
  const [x, y] = first;
  await map.click({ position: { x, y: y + 2 } });
}

/** Each page is opened in the first look of a language, and turned to the other: all pairs of width, colours and language. */
const LOOKS = [
  {
    locale: 'en-US',
    looks: [
      { width: 1280, colours: 'light' },
      { width: 390, colours: 'dark' },
    ],
  },
  {
    locale: 'zh-CN',
    looks: [
      { width: 390, colours: 'light' },
      { width: 1280, colours: 'dark' },
    ],
  },
] as const;

/** Name, address, and what is there once it is shown. */
const PAGES = [
  ['runs', '#/', 'main tbody tr'],
  ['new-run', '#/?dialog=new', '[role=dialog] form'],
  ['notes', '#/?notes=first', '[role=dialog] form'],
  ['live', '#/live', 'main h1'],
  ['overview', `#/overview?${BOTH}`, '.results table'],
  ['tasks', `#/tasks?${BOTH}`, '.rows .row'],
  ['episodes', `#/episodes?${BOTH}`, '.rows .row'],
  ['compare', `#/compare?${BOTH}`, '.finding'],
  ['matrix', '#/matrix', 'main tbody tr'],
  ['trends', '#/trends', 'main tbody tr'],
  ['episode', `#/run/first/item/task-0003/step/2?${BOTH}`, 'main .screen img'],
  ['fork', `#/run/pocket/item/${TASK}/step/2?${WAYS}&fork=1`, 'main form'],
  ['align', `#/align?${BOTH}&item=task-0003&repeat=0`, 'main .screen img'],
  ['no-world', `#/graph?${BOTH}`, 'main p'],
  ['graph', `#/graph?${WAYS}&task=${TASK}`, 'main [role=img] canvas'],
  ['label', '#/label', 'main input[type=checkbox]'],
  ['case', `#/label?${BOTH}&labeller=Eva&pass=blind&wanted=all`, 'main .screen img'],
  ['adjudication', `#/label?${BOTH}&labeller=Cem&pass=adjudication&wanted=all`, 'main .screen img'],
  ['agreement', `#/label?${BOTH}&labeller=Ada&pass=informed&wanted=all`, 'main table'],
] as const;
