// npm run bench [NAME…]: measures speed and memory and prints one table.
import { ROOT, ensureDependencies, run } from './setup.mjs';

ensureDependencies();
run(process.execPath, ['--expose-gc', '--import', 'tsx', 'bench/run-benches.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
});
