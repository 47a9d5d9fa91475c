import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statsPage } from '../../../src/report/stats/stats-page.js';
import { writeReport } from '../../../src/report/html/write-report.js';
import { collectStatistics } from '../../../src/app/stats/collect-statistics.js';
import { pocketBenchmark } from '../../../src/benchmarks/pocket/pocket-benchmark.js';
import { writeWholeFile } from '../../../src/files/write-whole-file.js';
import { seriousFindings } from '../../fixtures/axe.js';
import { launchChromium, NO_CHROMIUM, openReport } from '../../fixtures/chromium.js';
import { generateRun } from '../../fixtures/generated-run.js';
import { IS_WHOLE } from '../../fixtures/whole-tests.js';

const { signal } = new AbortController();

/** Where somebody looks at pictures of what was tested: none are taken unless it is named. */
const ARTIFACTS = process.env['TOUCHSTONE_ARTIFACTS'];

async function shoot(page: Page, name: string): Promise<void> {
  if (ARTIFACTS === undefined) return;
  await page.screenshot({ path: join(ARTIFACTS, `${name}.png`), fullPage: true });
}

if (NO_CHROMIUM !== null) console.warn(NO_CHROMIUM);

describe.skipIf(NO_CHROMIUM !== null)('what axe-core says of', () => {
  let folder = '';
  let report = '';
  let stats = '';
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-axe-'));
    const runs = [
      { run: 'first', agent: 'direct', model: 'vl-7b', repeats: 3, skill: 0.4 },
      { run: 'second', agent: 'react', model: 'vl-32b', repeats: 3, skill: 0.9 },
      { run: 'look-away', agent: 'no-op', skill: 0 },
    ];
    for (const run of runs) await generateRun(join(folder, run.run), { tasks: 30, pictures: true, ...run });
    report = join(folder, 'report.html');
    const directories = [...runs.map(({ run }) => join(folder, run)), join(folder, 'nowhere')];
    await writeReport({ runs: directories, output: report, touchstone: '0.0.0' });
    await using pocket = await pocketBenchmark.open({ mode: 'corrected', signal });
    stats = join(folder, 'stats.html');
    const statistics = await collectStatistics(pocket, { classes: null, signal });
    const about = { title: pocketBenchmark.title, subtitle: 'pocket', touchstone: '0.0.0' };
    await writeWholeFile(stats, statsPage(statistics, about));
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const pages = [
    ['index', '', '.results table'],
    ['tasks', '#/tasks', '.rows .row'],
    ['episodes', '#/episodes', '.rows .row'],
    ['episode', '#/run/first/item/task-0003/step/2', '.details'],
    ['compare', '#/compare', '.finding'],
  ] as const;
  // Both widths, both colours and both languages are in two of the four.
  const looks = [
    { width: 1440, colours: 'light', locale: 'zh-CN' },
    { width: 390, colours: 'dark', locale: 'en-US' },
    ...(IS_WHOLE
      ? ([
          { width: 1440, colours: 'dark', locale: 'en-US' },
          { width: 390, colours: 'light', locale: 'zh-CN' },
        ] as const)
      : []),
  ] as const;

  it.each(looks)('every page: nothing serious ($width, $colours, $locale)', async (look) => {
    const { page, go } = await openReport(browser, report, { ...look, height: 900 });
    const found: string[] = [];
    for (const [name, route, shown] of pages) {
      await go(route);
      await page.waitForSelector(shown);
      await page.evaluate(() => {
        for (const fold of document.querySelectorAll('details')) fold.open = true;
      });
      await page.waitForFunction(() => !/Loading|载入/.test(document.body.innerText));
      await shoot(page, `axe-${name}-${look.width}-${look.colours}`);
      found.push(...(await seriousFindings(page)).map((finding) => `${name}: ${finding}`));
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > look.width) found.push(`${name}: ${width} wide`);
    }
    expect(found).toEqual([]);
    await page.context().close();
  });

  it.each(looks)('the page of statistics: nothing serious ($width, $colours)', async (look) => {
    const { page } = await openReport(browser, stats, look);
    await shoot(page, `axe-stats-${look.width}-${look.colours}`);
    expect(await seriousFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('words that are explained: reached by keyboard, explained on focus, closed by Escape', async () => {
    const { page } = await openReport(browser, report, { width: 1440 });
    const word = page.getByRole('button', { name: 'Bounds' }).first();
    await word.focus();
    await expect.poll(() => page.locator('.tip').innerText()).toContain('had all passed');
    expect(await word.getAttribute('aria-description')).toContain('without a verdict');
    const box = await page.locator('.tip').boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 9999) <= 1440).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.locator('.tip').count()).toBe(0);
    expect(page.url()).not.toContain('#/tasks');
    await page.context().close();
  });
});
