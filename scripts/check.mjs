// npm run check: types, lint, format, unused code and the unit tests at once, as far as the cores go. Says what each has found
// when it is through; fails where one has failed.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT, ensureDependencies } from './setup.mjs';
import { runSteps } from './steps.mjs';

/** Of each project, where what is known of its types is kept. */
const PROJECTS = {
  main: 'tsconfig.json',
  pocket: 'pocket/live',
  web: 'web',
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
  ['format', ['oxfmt', '--check']],
  ['unused code', ['knip', '--cache']],
];

/** What was compiled before is kept: a fifth of the time of a run in which little has changed. */
const KEPT = ['--experimental.fsModuleCache', '--experimental.fsModuleCachePath=.cache/vitest'];
/** One more than there are cores: some tests wait. */
const UNIT = ['vitest', 'run', '--project', 'unit', `--maxWorkers=${availableParallelism() + 1}`, ...KEPT];

ensureDependencies();
const step = ([name, [program, ...args]]) => [name, join(ROOT, 'node_modules', '.bin', program), ...args];

const failed = (
  await Promise.all([runSteps([step(['unit tests', UNIT])]), runSteps(BESIDE.map(step))])
).flat();
if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
