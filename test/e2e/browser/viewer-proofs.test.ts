import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, NO_CHROMIUM } from '../../fixtures/chromium.js';
import { proveHostile } from '../../proofs/viewer/hostile.js';
import { proveLabelling } from '../../proofs/viewer/labelling.js';

if (NO_CHROMIUM !== null) console.warn(NO_CHROMIUM);

describe.skipIf(NO_CHROMIUM !== null)('what `npm run accept viewer` does in Chromium, in small', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it.each([
    ['labelling', proveLabelling],
    ['hostile texts', proveHostile],
  ])('%s', async (_name, prove) => {
    const rows = await prove(browser, 'small', () => undefined);
    expect(rows.length).toBeGreaterThan(0);
  });
});
