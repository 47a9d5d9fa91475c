// npm run demo: installs, builds, and runs every agent that needs no model on the bundled benchmark.
import { join } from 'node:path';
import { ROOT, build, ensureDependencies, run } from './setup.mjs';

ensureDependencies();
build();
run(process.execPath, [join(ROOT, 'dist', 'cli', 'main.js'), 'demo', ...process.argv.slice(2)]);
