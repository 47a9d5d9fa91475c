import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../src/environments/chromium/launch-chromium.js';
import { readHandRecording } from '../../src/formats/recording/read-hand-recording.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { NO_CHROMIUM } from '../fixtures/chromium.js';
import { MAIN, runTouchstone } from './run-touchstone.js';

let browser: Browser;
beforeAll(async () => {
  if (NO_CHROMIUM !== null) return;
  browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  });
});
afterAll(async () => await browser?.close());

/** `record start` in a process of its own, until it ends or is disposed of. */
async function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [MAIN, 'record', 'start', ...args, '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const exited = once(child, 'exit');
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  if (text === '') throw new Error(`it did not start: ${said}`);
  // Printed by the command: one JSON document.
  const { url } = JSON.parse(text) as { readonly url: string };
  return {
    url,
    said: () => said,
    exited,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Touches the recorded phone in the row where it says something. @param x share of the width */
async function touch(page: Page, text: string, x: number): Promise<void> {
  const image = page.locator('#screen');
  const box = await image.boundingBox();
  const { seen } = await (await page.request.get(new URL('state', page.url()).href)).json();
  for (let top = 0; top < 0.98; top += 0.01) {
    const answer = await page.request.post(new URL(`words/${seen}`, page.url()).href, {
      data: { box: [0, top, 1, top + 0.02] },
    });
    const words: unknown = (await answer.json()).text;
    if (typeof words !== 'string' || !words.includes(text) || box === null) continue;
    await image.click({ position: { x: x * box.width, y: (top + 0.01) * box.height } });
    return;
  }
  throw new Error(`nothing says ${text}`);
}

/** What lint found, notes left out: that nothing leads on from a last screen is one. */
function seriousIn(report: string): unknown[] {
  const { findings } = JSON.parse(report) as { readonly findings: readonly { readonly severity: string }[] };
  return findings.filter(({ severity }) => severity !== 'note');
}

describe.skipIf(NO_CHROMIUM !== null)(
  `recording by hand${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    it('makes a world, an AndroidLens task and a GUIOdyssey episode of what a person did', async () => {
      await using folder = await temporaryFolder();
      const out = join(folder.path, 'session');
      await using recording = await start('./examples/live', '--task', 'add-milk', '--out', out);
      const page = await browser.newPage({ viewport: { width: 1000, height: 1000 } });
      await page.goto(recording.url);
      const steps = page.locator('#steps li');
      await page.locator('#screen[src]').waitFor();
      await touch(page, 'Item', 0.5);
      await expect.poll(() => steps.count()).toBe(1);
      await page.locator('#text').fill('Milk');
      await page.keyboard.press('Enter');
      await expect.poll(() => steps.count()).toBe(2);
      await touch(page, 'Add', 0.1);
      await expect.poll(() => steps.count()).toBe(3);
      await page.locator('h1').click();
      // A milestone, keyboard first: m, a box on the screen, the form.
      await page.keyboard.press('m');
      const glass = await page.locator('#screen').boundingBox();
      if (glass === null) throw new Error('the screen is not shown');
      await page.mouse.move(glass.x + 2, glass.y + 2);
      await page.mouse.down();
      await page.mouse.move(glass.x + glass.width - 2, glass.y + glass.height - 2, { steps: 4 });
      await page.mouse.up();
      await page.locator('#sub-target').fill('Milk is on the list');
      await page.locator('#milestone button[value=save]').click();
      await expect.poll(() => page.locator('#milestones li').count()).toBe(1);
      await page.keyboard.press('Escape');
      await page.keyboard.press('e');
      await page.locator('#notes').fill('as a user would');
      await page.locator('#end button[value=save]').click();
      expect(await recording.exited).toEqual([0, null]);
      await page.close();
      expect(recording.said()).toContain('3 steps, 1 milestone, COMPLETE');
      const recorded = await readHandRecording(out);
      expect(recorded.end).toMatchObject({ status: 'complete', notes: 'as a user would' });
      expect(recorded.milestones[0]?.text).toContain('Milk');
      expect(recorded.instruction).toBe('Add Milk to the list.');

      const world = join(folder.path, 'world');
      expect(await runTouchstone(['record', 'world', out, '--out', world])).toMatchObject({ code: 0 });
      const lint = await runTouchstone(['lint', world, '--json']);
      expect(seriousIn(lint.stdout)).toEqual([]);
      const runs = join(folder.path, 'runs');
      const oracle = await runTouchstone([
        'run',
        world,
        '--agent',
        'oracle',
        '--runs',
        runs,
        '--min-success',
        '100%',
      ]);
      expect(oracle).toMatchObject({ code: 0 });

      const lens = join(folder.path, 'lens');
      expect(await runTouchstone(['export', 'androidlens-tasks', out, '--out', lens])).toMatchObject({
        code: 0,
      });
      const mapping = ['--benchmark-option', `mapping=${join(lens, 'mapping.json')}`];
      const check = await runTouchstone(['lint', 'androidlens', '--data', lens, '--json']);
      expect(seriousIn(check.stdout)).toEqual([]);
      const lensRun = await runTouchstone([
        'run',
        'androidlens',
        '--data',
        lens,
        ...mapping,
        '--agent',
        'oracle',
        '--runs',
        runs,
      ]);
      expect(lensRun).toMatchObject({ code: 0 });
      const [language] = await readdir(join(lens, 'test'));
      expect(language).toBe('en');
      const [first] = JSON.parse(await readFile(join(lens, 'test', 'en', 'session', 'session.json'), 'utf8'));
      expect(first.milestones).toMatchObject([{ idx: 0, 'sub-target': 'Milk is on the list', end_step: 2 }]);

      const odyssey = join(folder.path, 'odyssey');
      expect(await runTouchstone(['export', 'guiodyssey-episodes', out, '--out', odyssey])).toMatchObject({
        code: 0,
      });
      const episodes = await runTouchstone(['lint', 'guiodyssey', '--data', odyssey, '--json']);
      expect(seriousIn(episodes.stdout)).toEqual([]);
      const odysseyRun = await runTouchstone([
        'run',
        'guiodyssey',
        '--data',
        odyssey,
        '--split',
        'all',
        '--agent',
        'oracle',
        '--runs',
        runs,
      ]);
      expect(odysseyRun).toMatchObject({ code: 0 });
    });

    it('keeps what was recorded when it is killed', async () => {
      await using folder = await temporaryFolder();
      const out = join(folder.path, 'killed');
      await using recording = await start('./examples/live', '--out', out);
      const { seen } = (await (await fetch(new URL('state', recording.url))).json()) as { seen: number };
      await fetch(new URL('act', recording.url), {
        method: 'POST',
        body: JSON.stringify({ seen, input: { type: 'wait', durationMs: 0 } }),
      });
      recording.kill('SIGKILL');
      await recording.exited;
      const shown = await runTouchstone(['record', 'show', out]);
      expect(shown).toMatchObject({ code: 0 });
      expect(shown.stdout).toContain('1  wait');
      expect(shown.stdout).toContain('It was stopped before its end.');
      const again = await runTouchstone(['record', 'start', './examples/live', '--out', out]);
      expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('holds a recording already') });
    });

    it.each([
      [['--out', 'x'], 'nothing says which phone is recorded'],
      [['--out', 'x', '--url', 'nothing'], 'is no address of a web app'],
      [['./examples/live', '--out', 'x', '--task', 'add-mlk'], 'has no task "add-mlk"'],
      [['./examples/live', '--out', 'x', '--mask', '0,1'], 'is no area'],
      [['./examples/live', '--out', 'x', '--host', '0.0.0.0'], 'a token is needed'],
    ])('refuses %j', async (args, message) => {
      await using folder = await temporaryFolder();
      const given = args.map((arg) => (arg === 'x' ? join(folder.path, 'x') : arg));
      const done = await runTouchstone(['record', 'start', ...given, '--port', '0']);
      expect(done).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    });
  },
);
