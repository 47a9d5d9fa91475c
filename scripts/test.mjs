// npm test: everything. Installs what the tests need, checks types, lint, format and unused code, then runs all tests.
import { join } from 'node:path';
import { ROOT, ensureDependencies, ensureSystemPackages, run } from './setup.mjs';
import { runOpenly, runSteps } from './steps.mjs';

ensureDependencies();
ensureSystemPackages();
const bin = (name) => join(ROOT, 'node_modules', '.bin', name);
const types = (project) => [
  `types of ${project}`,
  bin('tsgo'),
  '--noEmit',
  // More checkers each learn the same types again: twice the processor's time for one, where another step runs beside.
  '--checkers',
  '1',
  '-p',
  project,
];
// What the unit tests have compiled, the others need not.
const kept = ['--experimental.fsModuleCache', '--experimental.fsModuleCachePath=.cache/vitest'];

// The package first, which replaces dist/ while nobody looks at it.
await passing([
  runSteps([['package', join(ROOT, 'scripts', 'package.mjs')]]),
  runSteps(['test/e2e/browser', 'web', 'pocket/live'].map(types)),
]);
// Some unit tests wait, which leaves the processors to the checks.
await passing([
  runSteps([
    types('tsconfig.json'),
    ['lint', bin('oxlint'), '--type-aware', '--deny-warnings'],
    ['unused code', bin('knip')],
    ['format', bin('oxfmt'), '--check'],
  ]),
  runOpenly(bin('vitest'), 'run', '--project', 'unit', ...kept).then((isGood) =>
    isGood ? [] : ['unit tests'],
  ),
]);
run(bin('vitest'), ['run', '--project', 'e2e', ...kept]);
run(process.execPath, [join(ROOT, 'scripts', 'vectors.mjs')]);

/** Waits for what is done at once; ends the process where some of it has failed. @param lanes names of what failed, of each */
async function passing(lanes) {
  const failed = (await Promise.all(lanes)).flat();
  if (failed.length === 0) return;
  process.stdout.write(`\nFailed: ${failed.join(', ')}\n`);
  process.exit(1);
}
