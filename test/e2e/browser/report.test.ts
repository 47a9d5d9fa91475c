import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeReport } from '../../../src/report/html/write-report.js';
import { firstRowsMs, launchChromium, NO_CHROMIUM, openReport, pageMemory } from '../../fixtures/chromium.js';
import { generateRun } from '../../fixtures/generated-run.js';

/** Pictures of the pages are taken only where somebody names a folder for them. */
const ARTIFACTS = process.env['TOUCHSTONE_ARTIFACTS'];
const TASKS = 1000;
const REPEATS = 10;
/** What a page that holds 10,000 episodes may take, megabytes. */
const MOST_MEMORY = 400;
const HOSTILE =
  '</script><script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">{{7*7}}<svg onload=alert(1)>';

if (NO_CHROMIUM !== null) console.warn(NO_CHROMIUM);

describe.skipIf(NO_CHROMIUM !== null)('an HTML report in Chromium', () => {
  let folder = '';
  let large = '';
  let small = '';
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-report-'));
    await generateRun(join(folder, 'large'), {
      run: 'large',
      tasks: TASKS,
      repeats: REPEATS,
      steps: 2,
      model: 'vl-7b',
      pictures: true,
    });
    large = join(folder, 'large', 'report.html');
    await writeReport({ runs: [join(folder, 'large')], output: large, touchstone: '0.0.0' });
    const runs = [
      { run: 'first', agent: 'direct', model: 'vl-7b', repeats: 3, skill: 0.5 },
      { run: 'second', agent: 'react', model: 'vl-32b', repeats: 3, skill: 0.9 },
      { run: 'look-away', agent: 'no-op', skill: 0 },
      { run: 'shown', agent: 'oracle', privileged: true, skill: 1 },
    ];
    for (const run of runs) await generateRun(join(folder, run.run), { tasks: 30, pictures: true, ...run });
    small = join(folder, 'small.html');
    await writeReport({ runs: runs.map(({ run }) => join(folder, run)), output: small, touchstone: '0.0.0' });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** For somebody who looks at pictures of what was tested. */
  const shoot = async (page: Page, name: string): Promise<void> => {
    if (ARTIFACTS !== undefined) await page.screenshot({ path: join(ARTIFACTS, `report-${name}.png`) });
  };

  /** How long what a key does may take to show. */
  const SOON = { timeout: 120_000 };

  describe('of 10,000 episodes', () => {
    it('shows its first rows and keeps only those in sight in the document', async () => {
      const { page, complaints } = await openReport(browser, large, { route: '#/episodes' });
      expect(await firstRowsMs(page)).toBeGreaterThan(0);
      expect(await page.getAttribute('[role=grid]', 'aria-rowcount')).toBe(String(TASKS * REPEATS + 1));
      expect(await page.locator('.rows .row').count()).toBeLessThan(60);
      await shoot(page, 'episodes');
      expect(complaints).toEqual([]);
      await page.context().close();
    });

    it('scrolls to its end, and takes little memory while somebody looks around', async () => {
      const { page, go } = await openReport(browser, large, { route: '#/episodes' });
      const grid = page.locator('[role=grid]');
      for (let round = 0; round < 16; round += 1) {
        await grid.evaluate(
          (list, share) => {
            list.scrollTop = list.scrollHeight * share;
          },
          ((round * 7) % 16) / 16,
        );
        await nextFrame(page);
        expect(await rowsInSight(page)).toBeGreaterThan(5);
      }
      await page.keyboard.press('End');
      await page.waitForSelector(`[aria-rowindex="${TASKS * REPEATS + 1}"][aria-selected=true]`);
      for (let task = 1; task <= 20; task += 1) {
        await go(
          `#/run/large/item/task-${String(task * 40).padStart(4, '0')}/repeat/${task % REPEATS}/step/1`,
        );
        await page.waitForSelector('.details');
      }
      expect(await pageMemory(browser)).toBeLessThan(MOST_MEMORY);
      await page.context().close();
    });

    it('finds, narrows and sorts', async () => {
      const { page } = await openReport(browser, large, { route: '#/episodes' });
      await page.keyboard.press('/');
      await page.keyboard.type('entry 777');
      await expectCount(page, `${REPEATS} of 10\u202f000 episodes`);
      await page.getByRole('button', { name: 'passed' }).click();
      const outcomes = await page.locator('.rows .outcome').allInnerTexts();
      expect(outcomes.length).toBeGreaterThan(0);
      expect(outcomes.every((text) => text.includes('passed'))).toBe(true);
      expect(page.url()).toContain('text=entry+777');
      await page.getByRole('button', { name: 'Clear all' }).click();
      await expectCount(page, '10\u202f000 episodes');

      await page.getByRole('combobox', { name: 'App', exact: true }).selectOption('Shop');
      expect(
        (await page.locator('.rows .task .below').allInnerTexts()).every((text) => text.includes('Shop')),
      ).toBe(true);

      await page.getByRole('columnheader', { name: 'Steps' }).getByRole('button').click();
      await page.getByRole('columnheader', { name: 'Steps' }).getByRole('button').click();
      expect(await page.getByRole('columnheader', { name: 'Steps' }).getAttribute('aria-sort')).toBe(
        'descending',
      );
      const steps = (await page.locator('.rows .steps').allInnerTexts()).map(Number);
      expect(steps).toEqual(steps.toSorted((a, b) => b - a));
      await page.context().close();
    });

    it('is read with the keyboard alone', async () => {
      const { page } = await openReport(browser, large, { route: '#/tasks' });
      for (const key of ['j', 'j', 'j', 'k', 'ArrowDown']) await page.keyboard.press(key);
      const selected = page.locator('.row[aria-selected=true]');
      // The page answers a key when it comes to it: on a busy machine later than the next line of this test.
      await expect.poll(() => selected.getAttribute('aria-rowindex'), SOON).toBe('5');
      const active = await selected.getAttribute('id');
      await expect.poll(() => page.getAttribute('[role=grid]', 'aria-activedescendant'), SOON).toBe(active);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.details');
      const step = page.locator('.step-bar output');
      await expect.poll(() => page.url(), SOON).toContain('/item/task-0004/');
      await expect.poll(() => step.innerText(), SOON).toMatch(/^Step 1 of/);
      await page.keyboard.press('j');
      await expect.poll(() => step.innerText(), SOON).toMatch(/^Step 2 of/);
      await expect.poll(() => page.url(), SOON).toMatch(/step\/2$/);
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => page.url(), SOON).toMatch(/step\/1$/);
      await expect.poll(() => step.innerText(), SOON).toMatch(/^Step 1 of/);
      const before = page.url();
      await page.keyboard.press('n');
      await page.waitForFunction((url) => location.href !== url, before);
      await page.keyboard.press('Escape');
      await page.waitForSelector('.tasks-list');
      await page.keyboard.press('Escape');
      await page.waitForSelector('.results table');
      await page.context().close();
    });

    it('leaves an episode although it still goes to another step', async () => {
      const { page } = await openReport(browser, large, {
        route: '#/run/large/item/task-0004/repeat/0/step/1',
      });
      await page.waitForSelector('.details');
      await page.evaluate(() => {
        for (const key of ['Escape', 'j'])
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      });
      await page.waitForSelector('.tasks-list');
      await page.context().close();
    });

    it('opens a step by its link, without the list', async () => {
      const { page, complaints } = await openReport(browser, large, {
        route: '#/run/large/item/task-0500/repeat/3/step/2',
      });
      await page.waitForSelector('.details');
      expect(await page.locator('.step-bar output').innerText()).toMatch(/^Step 2 of/);
      expect(await page.locator('h1').innerText()).toContain('entry 500');
      await page.waitForFunction(() => [...document.images].some((image) => image.naturalWidth > 0));
      await shoot(page, 'step');
      expect(complaints).toEqual([]);
      await page.context().close();
    });

    it('says so when a link leads to an episode that it does not hold', async () => {
      const { page } = await openReport(browser, large, { route: '#/run/other/item/task/step/1' });
      expect(await page.locator('main').innerText()).toContain('is not here');
      await page.context().close();
    });
  });

  describe('of several runs', () => {
    it('compares agents with the oracle and the blind baselines', async () => {
      const { page, complaints } = await openReport(browser, small);
      const results = page.getByRole('region', { name: 'Results' });
      expect(await results.locator('tr.kind').allInnerTexts()).toMatchObject([
        expect.stringMatching(/^Agents/),
        expect.stringMatching(/^Oracle/),
        expect.stringMatching(/^Blind baselines/),
      ]);
      expect(await results.innerText()).toMatch(/\d+\.\d\u202f%\s+\d+\.\d – \d+\.\d/);
      expect(await page.locator('main').innerText()).toContain(
        'The best blind baseline, no-op, reaches 0.0\u202f%.',
      );
      expect(await page.getByRole('img', { name: /^Capabilities of/ }).count()).toBe(1);
      await shoot(page, 'overview');
      expect(complaints).toEqual([]);
      await page.context().close();
    });

    it('follows a number to the episodes behind it', async () => {
      const { page } = await openReport(browser, small);
      const row = page.getByRole('region', { name: 'Results' }).getByRole('row', { name: /direct/ });
      const counted = row.getByRole('link').nth(1);
      const n = await counted.innerText();
      await counted.click();
      await expectCount(page, `${n} of 240 episodes`);
      await page.context().close();
    });

    it('compares them task by task, down to the first differing step', async () => {
      const { page, complaints } = await openReport(browser, small, { route: '#/compare' });
      await page.waitForFunction(() => !document.body.innerText.includes('Loading'));
      expect(await page.locator('.finding').innerText()).toMatch(
        /^react · vl-32b is \d+\.\d points above direct · vl-7b in success, 95\s% \d+\.\d to \d+\.\d, p < 0\.001\.$/,
      );
      expect(await page.locator('.parting').first().innerText()).toMatch(/^Step \d+, (screen|action|end)/);
      await shoot(page, 'compare');
      await page.locator('.parting a').first().click();
      await page.waitForSelector('.details');
      expect(complaints).toEqual([]);
      await page.context().close();
    });

    it('draws what was done on the picture and says what the phone did', async () => {
      const { page } = await openReport(browser, small, { route: '#/run/first/item/task-0001/step/1' });
      await page.waitForSelector('.details');
      const drawn = new Set<string>();
      for (let step = 0; step < 40; step += 1) {
        const marks = await page
          .locator('.screen.large .mark')
          .evaluateAll((found) => found.map((mark) => mark.classList[1] ?? ''));
        for (const mark of marks) drawn.add(mark);
        const said = await page.locator('.screen.large .said').allInnerTexts();
        if (said.some((text) => text.startsWith('Type'))) drawn.add('text');
        if (said.some((text) => text.startsWith('Press'))) drawn.add('key');
        if ((await page.locator('.details').innerText()).includes('No transition matched')) drawn.add('rule');
        await page.keyboard.press((await page.locator('.step-bar button').last().isDisabled()) ? 'n' : 'j');
        await page.waitForSelector('.details');
      }
      expect([...drawn].sort()).toEqual(['arrow', 'hold', 'key', 'rule', 'tap', 'text']);
      await page.context().close();
    });

    it('is dark where the system is, and where the reader says so', async () => {
      const dark = await openReport(browser, small, { colours: 'dark' });
      expect(await brightness(dark.page)).toBeLessThan(60);
      await shoot(dark.page, 'dark');
      await dark.page.getByRole('combobox', { name: 'Colours' }).selectOption('light');
      expect(await brightness(dark.page)).toBeGreaterThan(200);
      await dark.page.context().close();
      const light = await openReport(browser, small);
      expect(await brightness(light.page)).toBeGreaterThan(200);
      await light.page.getByRole('combobox', { name: 'Colours' }).selectOption('dark');
      expect(await brightness(light.page)).toBeLessThan(60);
      await light.page.context().close();
    });

    it('speaks Chinese where the browser does, and either language on request', async () => {
      const { page, complaints } = await openReport(browser, small, { locale: 'zh-CN', route: '#/tasks' });
      expect(await page.getAttribute('html', 'lang')).toBe('zh-Hans');
      expect(await page.locator('.rows .instruction').first().innerText()).toContain('打开');
      await page.getByRole('link', { name: '总览' }).click();
      expect(await page.locator('main').innerText()).toContain('原子能力');
      await shoot(page, 'chinese');
      await page.getByRole('combobox', { name: '语言' }).selectOption('en');
      expect(await page.locator('main').innerText()).toContain('Atomic capabilities');
      expect(complaints).toEqual([]);
      await page.context().close();
    });

    it.each(['', '#/tasks', '#/episodes', '#/compare', '#/run/first/item/task-0003/step/2'])(
      'fits a telephone: %s',
      async (route) => {
        const { page } = await openReport(browser, small, { route, width: 390, height: 844 });
        if (route.startsWith('#/run')) await page.waitForSelector('.details');
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
        await shoot(page, `narrow-${route.split('/')[1] ?? 'overview'}`);
        await page.context().close();
      },
    );

    it('has text that can be read on what is behind it, in light and dark', async () => {
      for (const colours of ['light', 'dark'] as const) {
        const pages = [
          ['', '.results table'],
          ['#/tasks', '.rows .row'],
          ['#/compare', '.finding'],
          ['#/run/first/item/task-0003/step/1', '.details'],
        ] as const;
        const { page, go } = await openReport(browser, small, { colours });
        for (const [route, shown] of pages) {
          await go(route);
          await page.waitForSelector(shown);
          expect(await poorContrasts(page), `${colours} ${route}`).toEqual([]);
        }
        await page.context().close();
      }
    });
  });

  it('runs nothing that a model or a benchmark wrote', async () => {
    const runs = ['bad-a', 'bad-b'].map((run) => join(folder, run));
    for (const [number, run] of runs.entries()) {
      await generateRun(run, {
        run: `bad ${HOSTILE} ${number}`,
        agent: `agent ${HOSTILE} ${number}`,
        tasks: 3,
        model: HOSTILE,
        hostile: HOSTILE,
      });
    }
    const output = join(folder, 'hostile.html');
    await writeReport({ runs, output, touchstone: HOSTILE, title: HOSTILE });
    const { page, complaints, go } = await openReport(browser, output);
    for (const route of ['#/', '#/tasks', '#/episodes', '#/compare']) {
      await go(route);
      const written = page.locator('main .instruction, main h1, main .finding', { hasText: 'onerror=' });
      await written.first().waitFor();
    }
    await go(`#/run/${encodeURIComponent(`bad ${HOSTILE} 0`)}/item/task-0001/step/1`);
    await page.waitForSelector('.details');
    for (const closed of await page.locator('.details summary').all()) await closed.click();
    expect(await page.locator('.details').innerText()).toContain('onerror="window.hacked = 2"');
    expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('shows words where a picture is missing, damaged or was never taken', async () => {
    const run = join(folder, 'spoilt');
    await generateRun(run, { run: 'spoilt', tasks: 3, pictures: true });
    const output = join(run, 'report.html');
    await writeReport({ runs: [run], output, touchstone: '0.0.0' });
    const files = (await readdir(join(run, 'files'), { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile(),
    );
    for (const [number, file] of files.entries()) {
      const path = join(file.parentPath, file.name);
      if (number % 2 === 0) await rm(path);
      else await writeFile(path, 'this is no picture');
    }
    const { page, complaints } = await openReport(browser, output, {
      route: '#/run/spoilt/item/task-0001/step/1',
    });
    await page.waitForSelector('.screen.large .no-picture');
    expect(await page.locator('.screen.large').innerText()).toContain(
      'did not come with the report, or is damaged',
    );
    expect(await page.locator('.details').innerText()).toContain('What the phone did');
    await shoot(page, 'no-picture');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('says in words what is wrong with a run that crashed, and shows the rest', async () => {
    const run = join(folder, 'crashed');
    await generateRun(run, { run: 'crashed', tasks: 12, crashAfter: 7 });
    const output = join(folder, 'crashed.html');
    await writeReport({ runs: [run, join(folder, 'nowhere')], output, touchstone: '0.0.0' });
    const { page, complaints } = await openReport(browser, output);
    const problems = await page.locator('.problems').innerText();
    expect(problems).toContain('7 of 12 episodes are done');
    expect(problems).toContain('nowhere');
    expect(problems).not.toMatch(/\bat .*\.ts:\d+/);
    await shoot(page, 'crashed');
    await page.getByRole('link', { name: 'Episodes' }).click();
    await expectCount(page, '8 episodes');
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

async function expectCount(page: Page, text: string): Promise<void> {
  await page.waitForSelector('.count');
  expect(await page.locator('.count').innerText()).toBe(text);
}

function nextFrame(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
}

/** Rows that lie within the list's window. */
function rowsInSight(page: Page): Promise<number> {
  return page.evaluate(() => {
    const list = document.querySelector('[role=grid]')?.getBoundingClientRect();
    if (list === undefined) return 0;
    return [...document.querySelectorAll('.rows .row')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > list.top && top < list.bottom;
    }).length;
  });
}

/** Of the page behind everything, 0–255. */
function brightness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const colour = getComputedStyle(document.documentElement).backgroundColor;
    const parts = (colour.match(/\d+/g) ?? []).slice(0, 3).map(Number);
    return parts.reduce((sum, part) => sum + part, 0) / parts.length;
  });
}

/** Texts whose contrast with the colour behind them is below 4.5 to 1 (WCAG 2, AA). */
function poorContrasts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const known = new Map<string, number[]>();
    const rgba = (colour: string): number[] => {
      const seen = known.get(colour);
      if (seen !== undefined) return seen;
      if (canvas === null) return [0, 0, 0, 255];
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const drawn = [...canvas.getImageData(0, 0, 1, 1).data];
      known.set(colour, drawn);
      return drawn;
    };
    const luminance = ([r = 0, g = 0, b = 0]: number[]): number => {
      const [x = 0, y = 0, z = 0] = [r, g, b].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const behind = (start: Element): number[] => {
      for (let at: Element | null = start; at !== null; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.backgroundImage !== 'none') return [];
        const colour = rgba(style.backgroundColor);
        if ((colour[3] ?? 0) > 250) return colour;
      }
      return [255, 255, 255, 255];
    };
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const text = walker.currentNode.textContent?.trim() ?? '';
      const element = walker.currentNode.parentElement;
      if (
        text === '' ||
        element === null ||
        element.closest('script, noscript, option, dialog, .said, [disabled]') !== null
      )
        continue;
      if (element.getClientRects().length === 0) continue;
      const back = behind(element);
      if (back.length === 0) continue;
      const [a, b] = [luminance(rgba(getComputedStyle(element).color)), luminance(back)];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (ratio < 4.5) found.push(`${text.slice(0, 30)} (${element.className}): ${ratio.toFixed(2)}`);
    }
    return [...new Set(found)];
  });
}
