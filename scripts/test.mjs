// npm test: everything. Installs what the tests need, checks types, lint, format and unused code, then runs all tests.
import { join } from 'node:path';
import { ROOT, ensureDependencies, ensureSystemPackages, run } from './setup.mjs';

ensureDependencies();
ensureSystemPackages();
const bin = (name) => join(ROOT, 'node_modules', '.bin', name);
for (const project of ['tsconfig.json', 'pocket/live', 'src/report/viewer', 'test/e2e/browser']) {
  run(bin('tsgo'), ['--noEmit', '-p', project]);
}
run(bin('oxlint'), ['--type-aware', '--deny-warnings']);
run(bin('prettier'), ['--check', '--log-level', 'warn', '.']);
run(bin('knip'), []);
run(process.execPath, [join(ROOT, 'scripts', 'package.mjs')]);
run(bin('vitest'), ['run', '--project', 'unit']);
run(bin('vitest'), ['run', '--project', 'e2e']);
run(process.execPath, [join(ROOT, 'scripts', 'vectors.mjs')]);
