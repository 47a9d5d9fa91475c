import { expect, it } from 'vitest';
import { lintApart } from './lint-apart.js';

const WORLD = { benchmark: '--x world', data: '/data', mode: 'reference' };
const OPTIONS = { environment: {}, signal: new AbortController().signal };

/** A program that says what it was asked, and ends so. */
function program(report: string, code: number): readonly string[] {
  const script = `process.stderr.write(process.argv.slice(1).join(' ')); process.stdout.write(${report}); process.exitCode = ${code}`;
  return [process.execPath, '-e', script, '--'];
}

it('takes the report of a linter that found errors, and the words of one that could not look', async () => {
  const asked = `JSON.stringify({ formatVersion: 1, benchmark: process.argv.slice(1).join(' '), folder: '', mode: 'reference', files: [], findings: [], proofs: [] })`;
  expect((await lintApart(program(asked, 1), WORLD, OPTIONS)).benchmark).toBe(
    'lint --json --no-pictures --data /data --mode reference -- --x world',
  );
  await expect(lintApart(program(`'no report'`, 2), WORLD, OPTIONS)).rejects.toThrow('lint --json');
  await expect(lintApart(['/no/such/program'], WORLD, OPTIONS)).rejects.toThrow('could not be checked');
});
