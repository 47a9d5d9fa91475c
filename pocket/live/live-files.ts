import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { LiveFile } from '../../src/formats/live/live-file.js';
import { PICTURE_SIZE, SCREEN } from '../render/screen.js';
import { readStyle } from '../render/style.js';
import { standardNames } from '../standard-names.js';
import { pocketWorld } from '../world.js';

/** The page that every app of the live phone is. */
const PAGE = 'live/index.html';

/** Files of the live phone by their path inside `worlds/pocket`. The same sources and bundler give the same bytes. */
export async function liveFiles(): Promise<Map<string, Uint8Array>> {
  const text = new TextEncoder();
  const { launcher, apps } = pocketWorld();
  const live: LiveFile = {
    formatVersion: 1,
    home: `${PAGE}#${launcher.id}`,
    apps: apps.map((app) => ({
      name: app.name,
      aliases: [...app.aliases, ...standardNames(app.id).packages],
      package: app.package,
      url: `${PAGE}#${app.id}`,
    })),
    screen: { ...PICTURE_SIZE, ratio: SCREEN.ratio },
    locale: 'en-GB',
  };
  return new Map([
    ['live.json', text.encode(`${JSON.stringify(live, null, 2)}\n`)],
    [PAGE, text.encode(documentOf(await readStyles(), await script()))],
  ]);
}

async function readStyles(): Promise<string> {
  return `${await readStyle()}\n${await readFile(new URL('live.css', import.meta.url), 'utf8')}`;
}

/** The pages and what moves them as one script. */
async function script(): Promise<string> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('page/main.ts', import.meta.url)),
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    platform: 'browser',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    // Packages would come with a licence of their own; the page has none.
    external: (id) => {
      if (!/^[./\0]|^[A-Z]:\\/.test(id)) throw new Error(`the live phone asks for the package ${id}`);
      return false;
    },
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  // A script ends at the first `</script`, also in a string.
  return output[0].code.replaceAll('</script', String.raw`<\/script`);
}

function documentOf(style: string, code: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, maximum-scale=1">
<title>Pocket</title>
<style>
${style}
</style>
<body></body>
<script>
${code.trim()}
</script>
</html>
`;
}
