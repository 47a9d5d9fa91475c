import { launchChromium } from '../fixtures/chromium.js';
import type { Proof } from './proof.js';
import { proveAlignment } from './viewer/alignment.js';
import { proveHostile } from './viewer/hostile.js';
import { indexAfterKill } from './viewer/index-after-kill.js';
import { proveLabelling } from './viewer/labelling.js';

/** What the viewer rests on, and what it says of runs, holds. In small, Chromium's parts are tests of the browser. */
export const viewerProof: Proof = {
  name: 'viewer',
  title:
    'The index over a folder of runs equals one made anew after kills; episodes of one task are aligned, and where they part is found; people label at once and agree as a computation of its own says; nothing that others write runs as code.',
  async prove(size, note) {
    const rows = [...(await proveAlignment(size, note)), ...(await indexAfterKill(size, note))];
    if (size === 'small') return rows;
    const browser = await launchChromium();
    try {
      rows.push(...(await proveLabelling(browser, size, note)));
      rows.push(...(await proveHostile(browser, size, note)));
    } finally {
      await browser.close();
    }
    return rows;
  },
};
