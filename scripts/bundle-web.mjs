// Bundles the application (web/): for the server into dist/web/ (its page, scripts and style sheets), and for report files into
// one script and one style sheet in dist/report-app/. What must be said of the packages in them goes to dist/web/.
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { bundledPackages, thirdPartyNotices } from './third-party-notices.mjs';

const web = fileURLToPath(new URL('../web/', import.meta.url));

const shared = {
  root: web,
  configFile: false,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic' } },
};
const rolldownOptions = {
  // Libraries mark what runs on a page, which says nothing here; nor does how long the bundler took.
  onLog: (level, log, otherwise) => {
    if (!['MODULE_LEVEL_DIRECTIVE', 'PLUGIN_TIMINGS'].includes(log.code)) otherwise(level, log);
  },
};

/**
 * @param {string} target folder that is made anew
 * @returns packages that it holds
 */
export async function bundleWeb(target) {
  const bundles = await buildForUse({
    ...shared,
    base: './',
    build: {
      outDir: target,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // Two parts: the application, and what only large pictures need. Nothing is loaded from elsewhere, so size costs little.
      chunkSizeWarningLimit: 1500,
      // The viewer, and the page of served phones.
      rolldownOptions: { ...rolldownOptions, input: [`${web}index.html`, `${web}phone.html`] },
    },
  });
  return bundledPackages(outputsOf(bundles));
}

/** The application over the file that it is in: pages of a report alone, and nothing that is loaded later. */
export async function bundleReport() {
  const bundles = await buildForUse({
    ...shared,
    // A library keeps what its user's bundler would fill in.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      write: false,
      target: 'es2022',
      chunkSizeWarningLimit: 1500,
      lib: {
        entry: `${web}report-main.tsx`,
        formats: ['iife'],
        name: 'touchstoneReport',
        fileName: 'report',
      },
      rolldownOptions,
    },
  });
  const outputs = outputsOf(bundles);
  const script = outputs.find(({ type }) => type === 'chunk')?.code;
  const style = outputs.find(({ fileName }) => fileName.endsWith('.css'))?.source;
  if (script === undefined || style === undefined)
    throw new Error('the bundle lacks its script or its style');
  return { script, style: String(style), packages: bundledPackages(outputs) };
}

/** A test runner says `test` in the environment, and the bundler would take libraries' versions for development. */
async function buildForUse(options) {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    return await build(options);
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

function outputsOf(bundles) {
  return [bundles].flat().flatMap(({ output }) => output);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const target = fileURLToPath(new URL('../dist/web/', import.meta.url));
  const ofServer = await bundleWeb(target);
  const { script, style, packages } = await bundleReport();
  const forReports = fileURLToPath(new URL('../dist/report-app/', import.meta.url));
  await mkdir(forReports, { recursive: true });
  await writeFile(`${forReports}report.js`, script);
  await writeFile(`${forReports}report.css`, style);
  const notices = thirdPartyNotices(new Map([...ofServer, ...packages]));
  await writeFile(`${target}THIRD-PARTY-NOTICES.txt`, notices);
}
