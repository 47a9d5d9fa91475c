// npm run check: types, lint, format, unused code and the unit tests at once, as far as the cores go. Says what each has found
// when it is through; fails where one has failed.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT, ensureDependencies } from './setup.mjs';

/** Of each project, where what is known of its types is kept. */
const PROJECTS = {
  main: 'tsconfig.json',
  pocket: 'pocket/live',
  viewer: 'src/report/viewer',
  browser: 'test/e2e/browser',
};

const types = Object.entries(PROJECTS).map(([name, project]) => [
  `types of ${project}`,
  [
    'tsgo',
    '--noEmit',
    '-p',
    project,
    '--incremental',
    '--tsBuildInfoFile',
    `.cache/types/${name}.tsbuildinfo`,
  ],
]);
/** One after the other in parallel with the tests, which use every core: the slowest comes first. */
const BESIDE = [
  ...types,
  ['lint', ['oxlint', '--type-aware', '--deny-warnings']],
  ['format', ['prettier', '--check', '--cache', '--log-level', 'warn', '.']],
  ['unused code', ['knip', '--cache']],
];

/** What was compiled before is kept: a fifth of the time of a run in which little has changed. */
const KEPT = ['--experimental.fsModuleCache', '--experimental.fsModuleCachePath=.cache/vitest'];
/** One more than there are cores: some tests wait. */
const UNIT = ['vitest', 'run', '--project', 'unit', `--maxWorkers=${availableParallelism() + 1}`, ...KEPT];

ensureDependencies();
const failed = [];
/** The quicker command line of prettier, which the other is only kept for in CI; it reads of a folder what changed. */
const ENVIRONMENT = { ...process.env, PRETTIER_EXPERIMENTAL_CLI: '1' };

async function beside() {
  for (const [name, command] of BESIDE) await step(name, command);
}

await Promise.all([step('unit tests', UNIT), beside()]);
if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Runs a program of the packages; its output in one piece, so that two do not mix. */
function step(name, [program, ...args]) {
  const started = performance.now();
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', '.bin', program), ...args], {
    cwd: ROOT,
    env: { ...ENVIRONMENT, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pieces = [];
  child.stdout.on('data', (piece) => pieces.push(piece));
  child.stderr.on('data', (piece) => pieces.push(piece));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      if (code !== 0) failed.push(name);
      const output =
        code === 0
          ? ''
          : Buffer.concat(pieces)
              .toString()
              .replaceAll(/^.*✓.*\n/gm, '');
      process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name}, ${seconds} s\n${output}`);
      resolve();
    });
  });
}
