// npm run build: the sources bundled into few files in dist/, since a program of a thousand modules takes a second to start;
// their types (left out by --no-types), and the application of the viewer and of reports.
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, ensureDependencies, run } from './setup.mjs';

ensureDependencies();
// Imported only now: a fresh clone has it from here on.
const { rolldown } = await import('rolldown');

const { exports, bin, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
/** Run once, below: writes every command's help next to the program. */
const helpWriter = 'dist/cli/write-help-file.js';
/** One call of the program within a process, for tests. */
const callable = 'dist/cli/run-program.js';
const entries = Object.values(exports).map((entry) => entry.default);
const built = [...entries, ...Object.values(bin), callable, helpWriter];
/** What dist/ holds → the source it is built from: all that package.json names, in one build, so that they share modules. */
const input = Object.fromEntries(
  built.map((file) => {
    const name = file.replace(/^(?:\.\/)?dist\/|\.js$/g, '');
    return [name, join(ROOT, 'src', `${name}.ts`)];
  }),
);

rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
const bundle = await rolldown({
  input,
  cwd: ROOT,
  platform: 'node',
  // Packages stay what npm installed; only the bundler's own helpers are written out.
  external: (id) => !/^[./\0]|^[A-Z]:\\|^@oxc-project\/runtime\//.test(id),
  transform: { target: `node${engines.node.replace('>=', '')}` },
  onLog: (level, log) => {
    throw new Error(`The build says (${level}): ${log.message}`);
  },
});
await bundle.write({
  dir: join(ROOT, 'dist'),
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
});
await bundle.close();
run(process.execPath, [join(ROOT, helpWriter)]);
rmSync(join(ROOT, helpWriter));
run(process.execPath, [join(ROOT, 'scripts', 'bundle-web.mjs')]);
if (!process.argv.includes('--no-types')) {
  // The native compiler: the same declarations in a tenth of the time.
  const tsgo = join(ROOT, 'node_modules', '@typescript', 'native-preview', 'bin', 'tsgo');
  run(process.execPath, [tsgo, '-p', 'tsconfig.build.json']);
}
chmodSync(join(ROOT, 'dist', 'cli', 'main.js'), 0o755);
