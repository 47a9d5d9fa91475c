import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../../fixtures/axe.js';
import { launchChromium, NO_CHROMIUM } from '../../fixtures/chromium.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const hasPrograms = spawnSync('adb', ['version']).status === 0 && NO_CHROMIUM === null;
if (!hasPrograms) console.warn(NO_CHROMIUM ?? 'skipped: there is no adb');

interface Served {
  readonly url: string;
  readonly phones: readonly { readonly id: string; readonly env: Record<string, string> }[];
}

let child: ChildProcess;
let served: Served;
beforeAll(async () => {
  if (!hasPrograms) return;
  child = spawn(
    process.execPath,
    ['dist/cli/main.js', 'phone', 'serve', 'pocket', '--task', 'dark-theme', '--port', '0', '--json'],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let text = '';
  for await (const chunk of child.stdout?.setEncoding('utf8') ?? []) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  served = JSON.parse(text) as Served;
});
afterAll(async () => {
  if (!hasPrograms) return;
  child.kill('SIGINT');
  await once(child, 'exit');
});

function adb(...words: readonly string[]): string {
  const { phones } = served;
  const { stdout } = spawnSync('adb', words, {
    env: { PATH: process.env['PATH'], ...phones[0]?.env },
    encoding: 'utf8',
  });
  return stdout;
}

async function ask(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(new URL(path, served.url), {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers,
  });
}

describe.skipIf(!hasPrograms)('touchstone phone serve', () => {
  it('shows the phone live, and lets a user of the page and adb drive the same phone', async () => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(String(error)));
      await page.goto(served.url);
      const screen = page.locator('#screen');
      await expect.poll(() => screen.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(540);
      adb('shell', 'input', 'tap', '445', '1040');
      await expect.poll(() => page.locator('#log').textContent()).toContain('home.screen → settings.list');
      const box = await screen.boundingBox();
      // The row "Display", wherever the page has put it.
      if (box !== null) await page.mouse.click(box.x + box.width / 2, box.y + (box.height * 780) / 1170);
      await expect.poll(() => adb('shell', 'dumpsys', 'window')).toContain('mCurrentFocus');
      await expect
        .poll(async () => (await ask('phones/1')).json())
        .toMatchObject({ state: 'settings.display', actions: 2 });
      await page.getByRole('button', { name: 'Back' }).click();
      await expect.poll(async () => (await ask('phones/1')).json()).toMatchObject({ state: 'settings.list' });
      await page.getByRole('button', { name: 'Start again' }).click();
      await expect
        .poll(async () => (await ask('phones/1')).json())
        .toMatchObject({ state: 'home.screen', actions: 0 });
      const said = (): Promise<string | null> => page.locator('#said').textContent();
      await expect.poll(said).toContain('(0 of 30 actions)');
      await page.getByRole('button', { name: 'Back' }).click();
      await expect.poll(said).toContain('(1 of 30 actions)');
      await ask('phones/1/finish', {});
      await expect
        .poll(said)
        .toBe('The agent is done (2 of 30 actions, its end among them). Press “Start again” to go on.');
      await page.getByRole('button', { name: 'Start again' }).click();
      await expect.poll(said).toContain('(0 of 30 actions)');
      for (let count = 0; count < 31; count += 1) await ask('phones/1/input', { type: 'key', code: 4 });
      await expect.poll(said).toBe('No actions left (30 of 30). Press “Start again” to go on.');
      for (const [width, colorScheme] of [
        [1280, 'light'],
        [390, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height: 850 });
        await page.emulateMedia({ colorScheme });
        expect(await seriousFindings(page), `${width} ${colorScheme}`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
      expect(problems).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it('answers the control API, and says what does not fit', async () => {
    const made = await ask('phones', { task: 'weekday-alarm', seed: 3 });
    expect(made.status).toBe(201);
    const phone = (await made.json()) as { id: string };
    await ask(`phones/${phone.id}/answer`, { text: '42' });
    expect(await (await ask(`phones/${phone.id}/finish`, { status: 'success' })).json()).toMatchObject({
      status: 'over',
    });
    expect(await (await ask(`phones/${phone.id}/trajectory`)).json()).toMatchObject({
      actions: [{ action: { type: 'stop', status: 'success', answer: '42' } }],
    });
    expect((await ask('phones', { task: 'no-such-task' })).status).toBe(400);
    expect((await ask(`phones/${phone.id}/input`, { type: 'tap', x: 'left' })).status).toBe(400);
    for (const path of ['phones/99', 'phones/99/screen', 'phones/99/events', 'phones/0']) {
      const missing = await ask(path);
      expect(missing.status).toBe(404);
      expect(await missing.json()).toMatchObject({ code: 'NO_SUCH_PHONE' });
    }
    for (const path of ['phones/first', 'phones/-1', 'phones/1.5']) {
      expect((await ask(path)).status).toBe(400);
    }
    expect((await ask('phones/99/reset', {})).status).toBe(404);
    expect((await fetch(new URL(`phones/${phone.id}`, served.url), { method: 'DELETE' })).status).toBe(204);
    expect((await ask(`phones/${phone.id}`)).status).toBe(404);
  });

  it('keeps pages of other origins and other names of this machine out', async () => {
    expect((await ask('phones', undefined, { origin: 'http://evil.example' })).status).toBe(403);
  });
});
