// npm run test:vectors: checks every recorded vector file against our code.
import { ROOT, ensureDependencies, run } from './setup.mjs';

ensureDependencies();
run(process.execPath, ['--import', 'tsx', 'test/vectors/run-vectors.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
});
