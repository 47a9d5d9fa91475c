import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BenchRow } from './bench-row.js';

const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const STARTS = 9;

/** What the built command line costs before it does anything, with `node` alone for comparison. */
export async function run(): Promise<BenchRow[]> {
  if (!existsSync(MAIN)) throw new Error('dist/ is missing: run `npm run build` first');
  const alone = medianOf(['--eval', '0']);
  const rows: BenchRow[] = [{ name: '`node` alone, p50', value: alone, unit: 'ms' }];
  for (const args of ['--version', '--help', 'run --help', 'compare --help', 'phone run --help']) {
    const value = medianOf([MAIN, ...args.split(' ')]);
    rows.push({
      name: `touchstone ${args}, p50`,
      value,
      unit: 'ms',
      ratio: `${(value - alone).toFixed(0)} ms beyond node`,
    });
  }
  return rows;
}

/** Milliseconds from start to end. */
function medianOf(args: readonly string[]): number {
  const times = Array.from({ length: STARTS }, () => {
    const start = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return performance.now() - start;
  });
  return times.toSorted((a, b) => a - b)[Math.floor(STARTS / 2)] ?? Number.NaN;
}
