import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StatsDocumentSchema } from '../../../src/formats/results/stats-document.js';
import { writeOdysseyDataset } from '../../../src/testing/datasets/odyssey-dataset.js';
import { launchChromium, NO_CHROMIUM, openReport } from '../../fixtures/chromium.js';
import { runTouchstone } from '../run-touchstone.js';

if (NO_CHROMIUM !== null) console.warn(NO_CHROMIUM);

describe.skipIf(NO_CHROMIUM !== null)('the page of touchstone stats in Chromium', () => {
  let folder = '';
  let artifacts = '';
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-stats-'));
    artifacts = process.env['TOUCHSTONE_ARTIFACTS'] ?? join(folder, 'artifacts');
    await mkdir(artifacts, { recursive: true });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('draws recorded episodes, names what could not be read, and asks for nothing', async () => {
    const data = join(folder, 'data');
    const names = await writeOdysseyDataset(data, { episodes: 60, lengthOf: (number) => 5 + (number % 9) });
    await writeFile(join(data, 'annotations', names[3] ?? ''), '{"half": ');
    const classes = join(folder, 'classes.csv');
    await writeFile(classes, 'app,class\nNotes,<b>Writing</b>\nMail,Talking\n');
    const page = join(folder, 'odyssey.html');
    const args = ['stats', 'guiodyssey', '--data', data, '--app-classes', classes, '--out', page, '--json'];
    const done = await runTouchstone(args);
    expect(done.code).toBe(0);
    const { statistics } = StatsDocumentSchema.parse(JSON.parse(done.stdout));
    expect(statistics).toMatchObject({ kind: 'recorded', episodes: 59, broken: { count: 1 } });
    for (const [colours, width] of [
      ['light', 1280],
      ['dark', 1280],
      ['light', 390],
    ] as const) {
      const opened = await openReport(browser, page, { colours, width });
      const charts = await opened.page.locator('section > svg:visible').count();
      expect(charts).toBeGreaterThan(8);
      expect(await opened.page.locator('.touches').count()).toBe(6);
      expect(await opened.page.getByText('<b>Writing</b>').count()).toBeGreaterThan(0);
      expect(await opened.page.locator('section', { hasText: 'Not read' }).innerText()).toContain(
        names[3]?.replace('.json', ''),
      );
      const overflow = await opened.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await opened.page.screenshot({
        path: join(artifacts, `stats-odyssey-${colours}-${width}.png`),
        fullPage: true,
      });
      expect(opened.complaints).toEqual([]);
      await opened.page.context().close();
    }
  });

  it('draws a recorded phone and its tasks, the same every time', async () => {
    const files = [join(folder, 'pocket-1.html'), join(folder, 'pocket-2.html')];
    for (const file of files) {
      const done = await runTouchstone(['stats', 'pocket', '--out', file]);
      expect(done.code).toBe(0);
      expect(done.stdout).toContain('screens');
      expect(done.stdout).toContain('█');
    }
    const [first, second] = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    expect(first).toBe(second);
    const opened = await openReport(browser, files[0] ?? '');
    expect(await opened.page.locator('section > svg').count()).toBeGreaterThan(6);
    await opened.page.screenshot({ path: join(artifacts, 'stats-pocket.png'), fullPage: true });
    expect(opened.complaints).toEqual([]);
    await opened.page.context().close();
  });
});
