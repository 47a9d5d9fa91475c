// Bundles the application (web/): for the server into dist/web/ (its page, scripts and style sheets), and for report files into
// dist/report-app/: the application as one script and one style sheet, a script that runs before it, and the module that writes the
// first rows into a file. What must be said of the packages in them goes to dist/web/.
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { bundledPackages, thirdPartyNotices } from './third-party-notices.mjs';

const web = fileURLToPath(new URL('../web/', import.meta.url));

// A library keeps what its user's bundler would fill in.
const inProduction = { 'process.env.NODE_ENV': JSON.stringify('production') };
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

/**
 * The application over the file that it is in: pages of a report alone, and nothing that is loaded later. Apart from it a short
 * script that runs long before.
 */
export async function bundleReport() {
  const outputs = await bundleScript('report-main.tsx');
  const style = outputs.find(({ fileName }) => fileName.endsWith('.css'))?.source;
  if (style === undefined) throw new Error('the bundle lacks its style');
  const start = codeOf(await bundleScript('report-start.ts')).trim();
  return { script: codeOf(outputs), style: String(style), start, packages: bundledPackages(outputs) };
}

/** One script without modules, as a page can hold it. */
async function bundleScript(entry) {
  const bundles = await buildForUse({
    ...shared,
    define: inProduction,
    build: {
      write: false,
      target: 'es2022',
      chunkSizeWarningLimit: 1500,
      lib: { entry: `${web}${entry}`, formats: ['iife'], name: 'touchstoneReport', fileName: 'report' },
      rolldownOptions,
    },
  });
  return outputsOf(bundles);
}

/** What writes the first rows of a report into its file: a module for Node, whole by itself. */
export async function bundleFirstRows() {
  const bundles = await buildForUse({
    ...shared,
    define: inProduction,
    ssr: { noExternal: true, target: 'node' },
    build: {
      write: false,
      target: 'node20',
      minify: true,
      chunkSizeWarningLimit: 1500,
      ssr: `${web}report-first-rows.tsx`,
      rolldownOptions,
    },
  });
  const outputs = outputsOf(bundles);
  return { script: codeOf(outputs), packages: bundledPackages(outputs) };
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

function codeOf(outputs) {
  const chunks = outputs.filter(({ type }) => type === 'chunk');
  if (chunks.length !== 1) throw new Error(`the bundle is ${chunks.length} scripts, and has to be one`);
  return chunks[0].code;
}

function outputsOf(bundles) {
  return [bundles].flat().flatMap(({ output }) => output);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const target = fileURLToPath(new URL('../dist/web/', import.meta.url));
  const ofServer = await bundleWeb(target);
  const { script, style, start, packages } = await bundleReport();
  const firstRows = await bundleFirstRows();
  const forReports = fileURLToPath(new URL('../dist/report-app/', import.meta.url));
  await mkdir(forReports, { recursive: true });
  await writeFile(`${forReports}report.js`, script);
  await writeFile(`${forReports}report.css`, style);
  await writeFile(`${forReports}start.js`, start);
  await writeFile(`${forReports}first-rows.js`, firstRows.script);
  const notices = thirdPartyNotices(new Map([...ofServer, ...packages, ...firstRows.packages]));
  await writeFile(`${target}THIRD-PARTY-NOTICES.txt`, notices);
}
