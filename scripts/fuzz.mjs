// npm run fuzz [-- --inputs N --seed S --reader NAME]: gives every reader inputs made from valid ones.
import { ROOT, ensureDependencies, run } from './setup.mjs';

ensureDependencies();
run(process.execPath, ['--import', 'tsx', 'fuzz/run-fuzz.ts', ...process.argv.slice(2)], { cwd: ROOT });
