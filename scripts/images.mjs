// npm run images: does the demo and draws the pictures of the README from its reports, in Chromium, light and dark.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, build, ensureDependencies, run } from './setup.mjs';

ensureDependencies();
const { chromium } = await import('playwright-core');
const { default: sharp } = await import('sharp');

const TARGET = join(ROOT, 'docs', 'images');
/** An attempt that gets two thirds of the way: what people open a report for. */
const EPISODE = { agent: 'tap-text', task: 'dentist-event', step: 4 };

/** Pages of the demo's reports, by the name of the picture. */
function pagesOf(runs) {
  const episode = runs.find((name) => name.includes(`-${EPISODE.agent}-`));
  return {
    episode: {
      report: 'demo-report.html',
      route: `#/run/${episode}/item/${EPISODE.task}/step/${EPISODE.step}`,
      height: 1000,
    },
    profile: { report: 'demo-profile.html', route: '#/', height: 900, section: 'Profile' },
  };
}

if (!process.argv.includes('--built')) build();
const folder = await mkdtemp(join(tmpdir(), 'touchstone-images-'));
try {
  run(process.execPath, [join(ROOT, 'dist', 'cli', 'main.js'), 'demo'], { cwd: folder });
  await mkdir(TARGET, { recursive: true });
  const pages = pagesOf(await readdir(join(folder, 'runs')));
  const executablePath = process.env.TOUCHSTONE_CHROMIUM ?? ['/usr/bin/chromium'].find(existsSync);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    for (const colorScheme of ['light', 'dark']) {
      for (const [name, { report, route, height, section }] of Object.entries(pages)) {
        const context = await browser.newContext({
          viewport: { width: 1280, height },
          colorScheme,
          deviceScaleFactor: 1.5,
        });
        const page = await context.newPage();
        await page.goto(`${pathToFileURL(join(folder, 'runs', report)).href}${route}`);
        await page.waitForFunction(() => [...document.images].every((image) => image.complete));
        const shown =
          section === undefined
            ? page
            : page.locator('section', { has: page.getByRole('heading', { name: section }) }).last();
        const file = join(TARGET, `${name}-${colorScheme}.png`);
        await sharp(await shown.screenshot())
          .png({ palette: true, compressionLevel: 9 })
          .toFile(file);
        await context.close();
      }
    }
  } finally {
    await browser.close();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
