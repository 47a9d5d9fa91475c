// npx tsx pocket/build-live.ts: writes the live form of the bundled phone, worlds/pocket/live.json and worlds/pocket/live.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { liveFiles } from './live/live-files.js';

const folder = fileURLToPath(new URL('../worlds/pocket', import.meta.url));
for (const [path, content] of await liveFiles()) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
  process.stdout.write(`${path}: ${(content.length / 1e3).toFixed(0)} kB\n`);
}
