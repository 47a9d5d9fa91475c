import { describe, expect, it } from 'vitest';
import { chromiumVersion, versionIn } from './chromium-version.js';

describe('versionIn', () => {
  it.each([
    ['Chromium 150.0.7871.100 built on Debian GNU/Linux 12 (bookworm)\n', 'Chromium 150.0.7871.100'],
    ['Google Chrome 149.0.1.2 \n', 'Google Chrome 149.0.1.2'],
    ['', null],
    ['no version here', null],
  ])('finds name and version in %j', (text, expected) => {
    expect(versionIn(text)).toBe(expected);
  });
});

describe('chromiumVersion', () => {
  it('knows none where there is no browser', async () => {
    expect(await chromiumVersion('/nowhere/chromium')).toBeNull();
  });
});
