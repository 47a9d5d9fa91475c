// npm run accept NAME…: does a long proof at its whole length and writes what it measured to docs/proofs/.
import { ROOT, ensureDependencies, run } from './setup.mjs';

ensureDependencies();
run(process.execPath, ['--import', 'tsx', 'test/proofs/accept.ts', ...process.argv.slice(2)], { cwd: ROOT });
