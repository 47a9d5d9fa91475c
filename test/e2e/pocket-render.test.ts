import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explore } from '../../pocket/explore.js';
import { liveFiles } from '../../pocket/live/live-files.js';
import { pageOf } from '../../pocket/place.js';
import { fontProblems } from '../../pocket/render/fonts.js';
import { wholeChromiumInThisFile } from '../fixtures/whole-chromium.js';
import { IS_WHOLE } from '../fixtures/whole-tests.js';
import { PhonePage } from '../../pocket/render/phone-page.js';
import { findChromium } from '../../src/environments/chromium/launch-chromium.js';
import { renderWorld } from '../../pocket/render-world.js';
import { pocketWorld } from '../../pocket/world.js';
import { POCKET_FOLDER } from '../../src/benchmarks/pocket/pocket-benchmark.js';

// The one that drew what is shipped: without windows some edges are of another shade.
wholeChromiumInThisFile();
const executable = findChromium();
const missing = [...(executable === null ? ['Chromium is not installed'] : []), ...(await fontProblems())];
const isPromised = (process.env['TOUCHSTONE_REQUIRE'] ?? '').split(',').includes('chromium');
if (missing.length > 0 && !isPromised) {
  process.stderr.write(`skipped, the screens of Pocket cannot be drawn here: ${missing.join('; ')}\n`);
}

/** Several hundred screens are drawn, on a machine that may be busy with other things. */
const TIMEOUT_MS = 900_000;

/** The first screen of each page, which has its layout, and every so many of all. */
function firstOfPageAndEvery(count: number): (id: string) => boolean {
  const pages = new Set<string>();
  let number = 0;
  return (id) => {
    const isFirst = !pages.has(pageOf(id));
    pages.add(pageOf(id));
    number += 1;
    return isFirst || number % count === 0;
  };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(missing.length > 0 && !isPromised)('the drawn phone', () => {
  it('has what it needs to be drawn', () => {
    expect(missing).toEqual([]);
  });

  it(
    'is drawn byte for byte as it is shipped',
    async () => {
      await using phone = await PhonePage.open(executable ?? '');
      const isPictured = IS_WHOLE ? () => true : firstOfPageAndEvery(16);
      const drawn = new Map([...(await renderWorld(phone, { isPictured })), ...(await liveFiles())]);
      const shipped = readdirSync(POCKET_FOLDER, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(POCKET_FOLDER.length + 1));
      const isCompared = (path: string): boolean => IS_WHOLE || !path.endsWith('.png') || drawn.has(path);
      expect([...drawn.keys()].toSorted()).toEqual(shipped.filter(isCompared).toSorted());
      // Each picture stands beside the hierarchy of its screen, and each page has one that was drawn.
      const screensOf = (paths: readonly string[], end: string): string[] =>
        paths
          .filter((path) => path.startsWith('screens/') && path.endsWith(end))
          .map((path) => path.slice(8, -4));
      expect(screensOf(shipped, '.png').toSorted()).toEqual(screensOf(shipped, '.xml').toSorted());
      const pagesOf = (end: string): Set<string> => new Set(screensOf([...drawn.keys()], end).map(pageOf));
      expect(pagesOf('.png')).toEqual(pagesOf('.xml'));
      const different: string[] = [];
      for (const [path, bytes] of drawn) {
        if (sha256(bytes) !== sha256(await readFile(join(POCKET_FOLDER, path)))) different.push(path);
      }
      expect(different, `drawn with Chromium ${phone.version}`).toEqual([]);
    },
    TIMEOUT_MS,
  );

  // As long as the first: what it decides changes with Pocket's pages alone.
  it.runIf(IS_WHOLE)(
    'looks different on every page, even with all words left out',
    async () => {
      await using phone = await PhonePage.open(executable ?? '');
      const pagesByPicture = new Map<string, Set<string>>();
      const nodes = await explore(pocketWorld(), (app, view, scroll) =>
        phone.draw(app, view, scroll, { bare: true }),
      );
      for (const { id, screenshot } of nodes) {
        if (screenshot === null) throw new Error(`${id} has no picture`);
        const picture = sha256(screenshot);
        pagesByPicture.set(picture, (pagesByPicture.get(picture) ?? new Set()).add(pageOf(id)));
      }
      expect(pagesByPicture.size).toBeGreaterThan(80);
      expect([...pagesByPicture.values()].filter((pages) => pages.size > 1)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
