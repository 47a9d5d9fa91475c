import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findChromium } from './launch-chromium.js';

/** Milliseconds that a browser may take to say its version. */
const DEADLINE_MS = 10_000;

/**
 * Name and version of the browser that would be started, such as `Chromium 150.0.7871.100`; null where there is none, or where
 * it does not say. No page is opened.
 */
export async function chromiumVersion(executablePath = findChromium()): Promise<string | null> {
  // On Windows a browser that is asked for its version opens a window.
  if (executablePath === null || process.platform === 'win32') return null;
  const options = { timeout: DEADLINE_MS };
  const said = await promisify(execFile)(executablePath, ['--version'], options).catch(() => null);
  return versionIn(said?.stdout ?? '');
}

/** What `--version` says, without what a distribution adds. */
export function versionIn(text: string): string | null {
  return /^\s*([A-Z][\w ]*? \d+(?:\.\d+)+)/m.exec(text)?.[1] ?? null;
}
