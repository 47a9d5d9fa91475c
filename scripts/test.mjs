// npm test: everything. Installs what the tests need, checks types, lint, format and unused code, then runs all tests.
import { join } from 'node:path';
import { ROOT, ensureDependencies, ensureSystemPackages, run } from './setup.mjs';
import { runSteps } from './steps.mjs';

ensureDependencies();
ensureSystemPackages();
const bin = (name) => join(ROOT, 'node_modules', '.bin', name);
// Two at a time, which are as long together.
const checks = [
  ['tsconfig.json', 'pocket/live', 'web', 'test/e2e/browser'].map((project) => [
    `types of ${project}`,
    bin('tsgo'),
    '--noEmit',
    // More checkers each learn the same types again: twice the processor's time for one, where another step runs beside.
    '--checkers',
    '1',
    '-p',
    project,
  ]),
  [
    ['format', bin('oxfmt'), '--check'],
    ['lint', bin('oxlint'), '--type-aware', '--deny-warnings'],
    ['unused code', bin('knip')],
    ['package', join(ROOT, 'scripts', 'package.mjs')],
  ],
];
const failed = (await Promise.all(checks.map((steps) => runSteps(steps)))).flat();
if (failed.length > 0) {
  process.stdout.write(`\nFailed: ${failed.join(', ')}\n`);
  process.exit(1);
}
// What the unit tests have compiled, the others need not.
const kept = ['--experimental.fsModuleCache', '--experimental.fsModuleCachePath=.cache/vitest'];
run(bin('vitest'), ['run', '--project', 'unit', ...kept]);
run(bin('vitest'), ['run', '--project', 'e2e', ...kept]);
run(process.execPath, [join(ROOT, 'scripts', 'vectors.mjs')]);
