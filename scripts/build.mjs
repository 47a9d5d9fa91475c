// npm run build: TypeScript to dist/, the viewer of reports bundled, and the command line made executable.
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, ensureDependencies, run } from './setup.mjs';

ensureDependencies();
rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
run(process.execPath, [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json']);
run(process.execPath, [join(ROOT, 'scripts', 'bundle-viewer.mjs')]);
chmodSync(join(ROOT, 'dist', 'cli', 'main.js'), 0o755);
