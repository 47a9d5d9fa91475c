import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openModelEndpoint, type SeenRequest } from '../../../src/testing/models/model-endpoint.js';
import { launchChromium, NO_CHROMIUM } from '../../fixtures/chromium.js';
import { NO_REDIS, startRedis } from '../../fixtures/redis-server.js';
import { openViewerPage } from '../../fixtures/viewer-page.js';
import { spawnTouchstone } from '../run-touchstone.js';
import { startViewer } from '../start-viewer.js';

/** Tasks whose answers come at once; in all others the model thinks until it is told to go on. */
const AT_ONCE = 2;
const WORLDS = join(import.meta.dirname, '../../../worlds');
const AGENT = ['--agent', 'react', '--dialect', 'generic_call', '--model', 'slow'];
const NAVIGATION = ['Live', 'Overview', 'Tasks', 'Episodes', 'Compare', 'Matrix', 'Trends', 'Graph', 'Label'];

if (NO_CHROMIUM !== null) console.warn(NO_CHROMIUM);

/** Chooses something by its name, as the palette lists it. */
async function choose(page: Page, name: string, key = 'p'): Promise<void> {
  await page.keyboard.press(key);
  await page.locator('[aria-controls="palette-list"]:focus').waitFor();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
}

/** Goes on with Tab until what has the focus is called so. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let tabs = 0; tabs < 40; tabs += 1) {
    if ((await page.locator(`${selector}:focus`).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no key leads to ${selector}`);
}

/** Opens every page of the navigation, and waits until it shows something. */
async function visitAll(page: Page): Promise<void> {
  for (const name of NAVIGATION) {
    await choose(page, name);
    await page.waitForURL(new RegExp(`#/${name.toLowerCase()}`));
    await page.waitForFunction(() =>
      /^(?![^]*Loading)[^]*\S/.test(document.querySelector('main')?.innerText ?? ''),
    );
  }
}

/** What the model was sent at the step that is shown, and what of its answer was taken. */
async function readPrompt(page: Page): Promise<void> {
  await tabTo(page, 'main summary:has-text("Raw answer")');
  await page.keyboard.press('Enter');
  await page.locator('main details mark').filter({ hasText: 'Home()' }).waitFor();
  await tabTo(page, 'main summary:has-text("Prompt as sent")');
  await page.keyboard.press('Enter');
  const sent = page.locator('main details ol [data-role=user]').last();
  const [title = ''] = await page.locator('main h1').allInnerTexts();
  await sent.getByText(title).first().waitFor();
}

/** Tags a run with a note, and finds it by both. */
async function noteDown(page: Page, run: string): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type(run);
  const rows = page.locator('main tbody tr');
  await expect.poll(() => rows.count()).toBe(1);
  await tabTo(page, 'main button[aria-haspopup=menu]');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Tags and note …' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Tags and note of ${run}` });
  await dialog.locator('input').first().press('b');
  await page.keyboard.type('est');
  await page.keyboard.press('Enter');
  await dialog.locator('textarea').first().fill('goes back at once');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await rows.getByText('goes back at once').waitFor();
  const filter = page.getByRole('textbox', { name: /^Filter/ });
  for (const [words, count] of [
    ['best at once fork.step=1', 1],
    ['best fork.step=2', 0],
    ['', 2],
  ] as const) {
    await filter.fill(words);
    await expect.poll(() => rows.count()).toBe(count);
  }
}

/** Starts a run again whose model is waited for, stops the new one in its middle, and goes on with it. */
async function startStopAndGoOn(page: Page, answerIt: () => void): Promise<void> {
  const press = async (run: string, name: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions for ${run}`, exact: true }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await press('going', 'Start again');
  const begun = page.getByText('has begun');
  const again = /^\s*(\S+) has begun/.exec(await begun.innerText())?.[1] ?? '';
  expect(again).not.toBe('going');
  const row = page.locator('main tbody tr').filter({ hasText: again });
  await row.getByText('running').waitFor();
  await press(again, 'Stop');
  await page.getByText(`${again} finishes its steps in flight`).waitFor();
  answerIt();
  await row.getByText('interrupted').waitFor();
  expect(await row.innerText()).not.toContain('4 / 4');
  await press(again, 'Go on');
  await page.getByText(`${again} goes on`).waitFor();
  await row.getByText('4 / 4').waitFor();
  await row.getByText('complete').waitFor();
}

/** Answers the first tasks at once, and keeps all others waiting until it is told to go on. */
function heldAnswers(instructions: readonly string[]): {
  readonly answer: (seen: SeenRequest) => Promise<string>;
  readonly goOn: () => void;
  /** Keeps everything waiting once more. */
  readonly hold: () => void;
} {
  let goOn: () => void = () => undefined;
  let told: Promise<void>;
  const begun = new Set<string>();
  let atOnce = AT_ONCE;
  const close = (): void => {
    told = new Promise<void>((resolve) => {
      goOn = resolve;
    });
  };
  close();
  const answer = async ({ texts }: SeenRequest): Promise<string> => {
    const instruction = instructions.find((one) => texts.some((text) => text.includes(one))) ?? '';
    if (begun.size < atOnce) begun.add(instruction);
    if (!begun.has(instruction)) await told;
    return 'Action: Home()';
  };
  const hold = (): void => {
    atOnce = 0;
    begun.clear();
    close();
  };
  return { answer, goOn: () => goOn(), hold };
}

/** In English, the longer first: one may be the beginning of another. */
async function instructionsOfPocket(): Promise<readonly string[]> {
  const suite = JSON.parse(await readFile(join(WORLDS, 'pocket', 'suite.json'), 'utf8')) as {
    readonly tasks: readonly { readonly instructions: { readonly en: string } }[];
  };
  return suite.tasks.map(({ instructions }) => instructions.en).toSorted((a, b) => b.length - a.length);
}

describe.skipIf(NO_CHROMIUM !== null)('the viewer over a run in progress', () => {
  let folder = '';
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-live-'));
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('shows it come, go on and end, on every page, and forks it, by keyboard alone', async () => {
    const { answer, goOn, hold } = heldAnswers(await instructionsOfPocket());
    await using model = await openModelEndpoint(answer);
    const viewer = await startViewer(folder);
    onTestFinished(async () => {
      goOn();
      await viewer.stop('SIGKILL');
    });
    const { page, complaints } = await openViewerPage(browser, viewer.address);
    await page.getByText('There is no run in this folder yet').waitFor();
    const length = ['--limit', '4', '--max-steps', '2', '--concurrency', '2'];
    const run = spawnTouchstone([
      'run',
      'pocket',
      ...AGENT,
      '--base-url',
      model.baseUrl,
      ...length,
      '--runs',
      folder,
      '--run-id',
      'going',
    ]);
    const row = page.locator('main tbody tr').filter({ hasText: 'going' });
    await row.getByText('2 / 4').waitFor();
    expect(await row.innerText()).toMatch(/running[\s\S]* left/);
    await page.keyboard.press('x');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/overview\?/);
    await visitAll(page);
    await choose(page, 'Live');
    const phones = page.locator('main li').filter({ hasText: 'going' });
    await phones.nth(1).waitFor();
    await phones.first().locator('img').waitFor();
    expect([await phones.count(), await phones.first().innerText()]).toEqual([
      2,
      expect.stringMatching(/step/i),
    ]);
    await tabTo(page, 'main li a');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/item\//);
    await page.getByText('under way').first().waitFor();
    await page.locator('main .screen img').first().waitFor();
    goOn();
    // The page that is open goes on with it.
    await page.getByText('under way').first().waitFor({ state: 'detached' });
    await page.waitForURL(/\/step\/[23]/);
    await choose(page, 'Live');
    await page.getByText('Nothing is running').waitFor();
    expect((await run).code).toBe(0);
    await choose(page, 'Runs');
    await row.getByText('4 / 4').waitFor();
    await row.getByText('complete').waitFor();

    await choose(page, 'Graph');
    await tabTo(page, 'main select');
    await page.keyboard.press('ArrowDown');
    await page.locator('main li').filter({ hasText: 'going' }).waitFor();
    expect(await page.locator('main canvas').count()).toBeGreaterThan(0);

    // A letter pressed now would choose a task.
    await choose(page, 'Episodes', 'Control+k');
    await page.locator('.rows .row').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/item\//);
    await page.locator('main .screen img').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/\/step\/2/);
    await readPrompt(page);
    await page.keyboard.press('f');
    await tabTo(page, 'main form input');
    await tabTo(page, 'main textarea[placeholder]');
    await page.keyboard.type('{"type":"key","key":"BACK"}');
    await tabTo(page, 'main form button');
    await page.keyboard.press('Enter');
    const forked = page.getByRole('status').filter({ hasText: 'has begun' });
    await forked.waitFor();
    const fork = (await forked.innerText()).split(' ')[0] ?? '';
    await choose(page, 'Runs');
    const future = page.locator('main tbody tr').filter({ hasText: fork });
    await future.getByText('complete').waitFor();
    expect(await future.innerText()).toContain('fork of going');
    expect(await readFile(join(folder, fork, 'journal-main.jsonl'), 'utf8')).toContain('"BACK"');
    await noteDown(page, fork);
    hold();
    await startStopAndGoOn(page, goOn);
    expect(complaints).toEqual([]);
    await page.context().close();
    expect(await viewer.stop()).toBe(0);
  });

  it.skipIf(NO_REDIS !== null)(
    'shows a run that two workers do go on by itself, and an episode of it while they do others',
    async () => {
      const runs = join(folder, 'shared');
      await mkdir(runs);
      const { answer, goOn } = heldAnswers(await instructionsOfPocket());
      await using model = await openModelEndpoint(answer);
      await using redis = await startRedis();
      const viewer = await startViewer(runs);
      const started: ChildProcess[] = [];
      onTestFinished(async () => {
        goOn();
        for (const child of started) child.kill('SIGKILL');
        await viewer.stop('SIGKILL');
      });
      const onSpawn = (child: ChildProcess): void => void started.push(child);
      const queue = ['--queue', redis.url, '--runs', runs];
      const workers = ['a', 'b'].map((name) =>
        spawnTouchstone(['worker', ...queue, '--name', name, '--concurrency', '1'], { onSpawn }),
      );
      const length = ['--limit', '4', '--max-steps', '2', '--run-id', 'many'];
      const run = spawnTouchstone(
        ['run', 'pocket', ...AGENT, '--base-url', model.baseUrl, ...length, ...queue],
        { onSpawn },
      );
      const { page, complaints } = await openViewerPage(browser, viewer.address);
      const row = page.locator('main tbody tr').filter({ hasText: 'many' });
      // Three processes start, on a machine that may have other things to do.
      await row.getByText('2 / 4').waitFor({ timeout: 120_000 });
      expect(await row.innerText()).toContain('running');
      // What follows is in a page of its own: this one is left alone until the end.
      const other = await openViewerPage(browser, `${viewer.address}#/live`);
      const phones = other.page.locator('main li').filter({ hasText: 'many' });
      await phones.nth(1).waitFor();
      await other.page.goto(`${viewer.address}#/episodes?runs=many`);
      await other.page.locator('.rows .row').first().waitFor();
      await other.page.keyboard.press('Enter');
      await other.page.waitForURL(/\/item\//);
      await other.page.locator('main .screen img').first().waitFor();
      const names = ['a', 'b'].map((name) => `journal-${name}.jsonl`);
      expect(await readdir(join(runs, 'many'))).toEqual(expect.arrayContaining(names));
      expect(await row.innerText()).toMatch(/running[^]*2 \/ 4/);
      goOn();
      await row.getByText('4 / 4').waitFor();
      await row.getByText('complete').waitFor();
      expect((await run).code).toBe(0);
      for (const child of started) child.kill('SIGTERM');
      for (const worker of workers) expect((await worker).code).toBe(0);
      expect([complaints, other.complaints]).toEqual([[], []]);
      await page.context().close();
      await other.page.context().close();
    },
  );
});
