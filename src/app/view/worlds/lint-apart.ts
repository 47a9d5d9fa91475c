import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { LintReportSchema, type LintReport } from '../../../formats/lint/lint-report.js';
import { UserError } from '../../../errors.js';
import type { WorldPlace } from './world-place.js';

/** Characters of what the linter said before it gave up. */
const MOST_WORDS = 2_000;

/**
 * Checks a world by this program in a process of its own: to prove its tasks takes minutes of a processor, in which a viewer
 * would answer nobody.
 *
 * @param program executable and arguments
 * @throws {UserError} with the words of a linter that could not check it
 */
export async function lintApart(
  program: readonly string[],
  { benchmark, data, mode }: Pick<WorldPlace, 'benchmark' | 'data' | 'mode'>,
  {
    environment,
    signal,
  }: {
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly signal: AbortSignal;
  },
): Promise<LintReport> {
  const [executable = process.execPath, ...own] = program;
  const flags = [...(data === null ? [] : ['--data', data]), ...(mode === null ? [] : ['--mode', mode])];
  const child = spawn(executable, [...own, 'lint', '--json', '--no-pictures', ...flags, '--', benchmark], {
    env: { ...environment, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    signal,
  });
  const [pieces, said]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  child.stderr.on('data', (piece: Buffer) => said.push(piece));
  const problem = await once(child, 'close').then(
    () => null,
    (error: unknown) => error,
  );
  signal.throwIfAborted();
  const report = reportOf(Buffer.concat(pieces).toString('utf8'));
  if (problem === null && report !== null) return report;
  const words = Buffer.concat(said).toString('utf8').trim().slice(-MOST_WORDS);
  throw new UserError(words === '' ? 'the world could not be checked' : words, {
    hint: `The same on the command line: touchstone lint ${benchmark}`,
  });
}

/** It ends with 1 where there are errors, and with a report all the same. */
function reportOf(text: string): LintReport | null {
  try {
    return LintReportSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
