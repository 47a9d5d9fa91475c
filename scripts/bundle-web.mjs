// Bundles the application (web/) for the server into dist/web/: its page, scripts and style sheets.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const web = fileURLToPath(new URL('../web/', import.meta.url));

/** @param {string} target folder that is made anew */
export async function bundleWeb(target) {
  await build({
    root: web,
    configFile: false,
    logLevel: 'warn',
    base: './',
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      outDir: target,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // Two parts: the application, and what only large pictures need. Nothing is loaded from elsewhere, so size costs little.
      chunkSizeWarningLimit: 1500,
      rolldownOptions: {
        // Libraries mark what runs on a page, which says nothing here.
        onLog: (level, log, otherwise) => {
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') otherwise(level, log);
        },
      },
    },
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await bundleWeb(fileURLToPath(new URL('../dist/web/', import.meta.url)));
}
