// npx tsx pocket/build.ts: draws the bundled phone anew and writes worlds/pocket.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { liveFiles } from './live/live-files.js';
import { fontProblems } from './render/fonts.js';
import { findChromium } from '../src/environments/chromium/launch-chromium.js';
import { PhonePage } from './render/phone-page.js';
import { renderWorld } from './render-world.js';

const folder = fileURLToPath(new URL('../worlds/pocket', import.meta.url));

const problems = await fontProblems();
const executable = findChromium();
if (executable === null) problems.push('Chromium is missing; install the Debian package chromium');
if (executable === null || problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(4);
}
await using phone = await PhonePage.open(executable);
const files = new Map([...(await renderWorld(phone)), ...(await liveFiles())]);
await rm(folder, { recursive: true, force: true });
let bytes = 0;
for (const [path, content] of files) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
  bytes += content.length;
}
process.stdout.write(
  `${files.size} files, ${(bytes / 1e6).toFixed(2)} MB, drawn with Chromium ${phone.version}\n`,
);
