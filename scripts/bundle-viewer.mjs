// Bundles the viewer of HTML reports (src/report/viewer) into one script and one style sheet.
// Run by itself it writes them to dist/viewer/, where the built report writer looks for them.
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const viewer = fileURLToPath(new URL('../src/report/viewer/', import.meta.url));

/** @returns {Promise<{ script: string, style: string }>} */
export async function bundleViewer() {
  const bundles = await build({
    root: viewer,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: `${viewer}main.ts`, formats: ['iife'], name: 'touchstoneReport', fileName: 'viewer' },
    },
  });
  const outputs = [bundles].flat().flatMap(({ output }) => output);
  const script = outputs.find(({ type }) => type === 'chunk')?.code;
  const style = outputs.find(({ fileName }) => fileName.endsWith('.css'))?.source;
  if (script === undefined || style === undefined)
    throw new Error('the bundle lacks its script or its style');
  return { script, style: String(style) };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { script, style } = await bundleViewer();
  const target = fileURLToPath(new URL('../dist/viewer/', import.meta.url));
  await mkdir(target, { recursive: true });
  await writeFile(`${target}viewer.js`, script);
  await writeFile(`${target}viewer.css`, style);
}
