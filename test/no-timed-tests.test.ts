import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Anything that measures how long something took. `Date` without a moment is one too. */
const CLOCK =
  /\b(?:performance\s*\.\s*(?:now|measure|timeOrigin)|Date\s*\.\s*now|cpuUsage|hrtime|resourceUsage|process\s*\.\s*uptime|monitorEventLoopDelay|console\s*\.\s*time)\b|\bnew\s+Date\s*\(\s*\)/;

/** Clocks that decide nothing: when a page paints, which tests only wait for, and a program's own progress. */
const ALLOWED: readonly string[] = [
  'test/fixtures/chromium.ts: requestAnimationFrame(',
  'test/proofs/accept.ts: ',
  // Speed is what it is about, on request; leases are lengths of time.
  'test/proofs/scale/',
  'src/testing/queue/memory-run-queue.ts: ',
  // Signatures of the protocol carry the time, and servers refuse clocks that are far off.
  'src/storage/s3/s3-store.test.ts: body: ',
  'test/fixtures/s3-server.ts: if (!(Math.abs(time - Date.now())',
  // A page of a web app: a clock that explorers have to pass over.
  'test/fixtures/generated-app/generated-app.ts: const clock = ',
];

/** Tests, and what tests are built from: an assertion in a contract is one in each test that runs it. */
function testFiles(): string[] {
  const all = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  return all.filter((file) => {
    if (!file.endsWith('.ts') || file === relative(ROOT, fileURLToPath(import.meta.url))) return false;
    return /^test[/\\]/.test(file) || file.endsWith('.test.ts') || /^src[/\\]testing[/\\]/.test(file);
  });
}

/** Lines that read a clock. */
function clockLines(text: string): string[] {
  return text.split('\n').filter((line) => CLOCK.test(line));
}

describe('tests', () => {
  // On a busy machine time says nothing about the code: count the work, inject a clock, or take an input so large that
  // work which grows wrongly outlasts the test. How fast things are is measured in bench/.
  it('read no clock', () => {
    const files = testFiles();
    expect(files.length).toBeGreaterThan(400);
    const found = files.flatMap((file) =>
      clockLines(readFileSync(join(ROOT, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
    );
    expect(found.filter((line) => !ALLOWED.some((allowed) => line.startsWith(allowed)))).toEqual([]);
  });

  it.each([
    'const start = performance.now();',
    'expect(Date.now() - before).toBeLessThan(5)',
    'const before = process.cpuUsage();',
    'process.hrtime.bigint()',
    'const at = new Date();',
  ])('are caught with %s', (line) => {
    expect(clockLines(`a\n${line}\nb`)).toEqual([line]);
  });
});
