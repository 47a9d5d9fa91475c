import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { launchChromium, NO_CHROMIUM } from '../../fixtures/chromium.js';
import { generateRun } from '../../fixtures/generated-run.js';
import { openViewerPage } from '../../fixtures/viewer-page.js';
import { startViewer } from '../start-viewer.js';

const OLD_RUNS = join(import.meta.dirname, '../../fixtures/old-run');

if (NO_CHROMIUM !== null) console.warn(NO_CHROMIUM);

/** A run whose journal is of a format that comes later. */
async function makeNewer(folder: string): Promise<void> {
  const run = join(folder, 'newer');
  await mkdir(run);
  const journal = await readFile(join(OLD_RUNS, 'oracle', 'journal-main.jsonl'), 'utf8');
  await writeFile(
    join(run, 'journal-main.jsonl'),
    journal.replace(/"formatVersion":\d+/, '"formatVersion":99'),
  );
}

describe.skipIf(NO_CHROMIUM !== null)('the viewer over what is not as it should be', () => {
  let parent = '';
  let browser: Browser;

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'touchstone-broken-'));
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await rm(parent, { recursive: true, force: true });
  });

  it('shows runs of older and newer formats, says what is missing, and goes on when the folder was away', async () => {
    const folder = join(parent, 'runs');
    await cp(OLD_RUNS, folder, { recursive: true });
    await makeNewer(folder);
    const options = { tasks: 3, steps: 3, model: 'm', pictures: true };
    await generateRun(join(folder, 'bare'), { run: 'bare', ...options });
    await rm(join(folder, 'bare', 'files'), { recursive: true });
    const viewer = await startViewer(folder);
    onTestFinished(async () => void (await viewer.stop('SIGKILL')));
    // Pictures that are gone, and a folder that is, are answered by 404: that is said, and is no fault of the page.
    const { page, complaints } = await openViewerPage(browser, viewer.address, { mayFail: /\/api\// });
    const row = (name: string) => page.locator('main tbody tr').filter({ hasText: name });
    await row('newer').getByText('unreadable').waitFor();
    expect(await row('newer').innerText()).toMatch(/99|newer/);
    await row('oracle').getByText('4 / 4').waitFor();

    await page.goto(`${viewer.address}#/overview?runs=oracle&runs=replay&runs=stopped`);
    await page.locator('.results table').waitFor();
    await page.goto(`${viewer.address}#/overview?runs=newer`);
    await page.getByText('Run format version 99 is newer than').waitFor();
    await page.goto(`${viewer.address}#/run/bare/item/task-0001/step/1?runs=bare`);
    await page.getByText('The picture is not in the folder of the run').first().waitFor();
    await page.locator('.details').waitFor();

    await rename(folder, join(parent, 'elsewhere'));
    await page.goto(`${viewer.address}#/`);
    await page.getByText('There is no run in this folder yet').waitFor();
    await page.goto(`${viewer.address}#/run/bare/item/task-0002/step/1?runs=bare`);
    await page.getByText('The episode of the link is not here').waitFor();
    await rename(join(parent, 'elsewhere'), folder);
    await page.locator('.details').waitFor();
    await page.goto(`${viewer.address}#/`);
    await row('bare').getByText('3 / 3').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
    expect(await viewer.stop()).toBe(0);
  });
});
