import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { ChromiumError, NoChromiumError } from './chromium-errors.js';

/** Places of Chromium by system; the user's own choice is `TOUCHSTONE_CHROMIUM`. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
];

/** No first page, no sounds, nothing asked for that no page asked for. */
const ARGUMENTS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--mute-audio',
  '--hide-scrollbars',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-color-profile=srgb',
];

/** Where Chromium is; null where there is none. */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | null {
  const own = environment['TOUCHSTONE_CHROMIUM'];
  return [...(own === undefined ? [] : [own]), ...PLACES].find((place) => existsSync(place)) ?? null;
}

/**
 * Starts a headless Chromium.
 *
 * @throws {NoChromiumError} where it or the package that drives it is missing
 * @throws {ChromiumError} where it does not start
 */
export async function launchChromium(executablePath = findChromium()): Promise<Browser> {
  if (executablePath === null) {
    throw new NoChromiumError('there is no Chromium on this machine', {
      hint: 'Install it (Debian: apt-get install chromium), or name it in TOUCHSTONE_CHROMIUM.',
    });
  }
  const { chromium } = await import('playwright-core').catch((cause: unknown) => {
    throw new NoChromiumError('the package playwright-core, which drives Chromium, is not installed', {
      cause,
      hint: 'npm install playwright-core@1.65.1',
    });
  });
  // Chromium refuses its sandbox to the administrator of a Linux machine.
  const isRoot = process.getuid?.() === 0;
  try {
    return await chromium.launch({
      executablePath,
      args: [...ARGUMENTS, ...(isRoot ? ['--no-sandbox'] : [])],
    });
  } catch (cause) {
    throw new ChromiumError(`Chromium did not start: ${firstLine(cause)}`, {
      cause,
      hint: `Start ${executablePath} --version by hand; TOUCHSTONE_CHROMIUM names another one.`,
    });
  }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
