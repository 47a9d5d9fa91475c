import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { UserError } from '../../../errors.js';
import { listJournals } from '../../../formats/run/run-folder.js';

/** Where runs are started from. */
export interface ControlOptions {
  /** That runs are kept in; absolute. */
  readonly folder: string;
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** This program, as it is started: executable and arguments. */
  readonly program: readonly string[];
  /** Folder of the folders of all teams, where `folder` is one of them; null where one person has the server alone. */
  readonly teams: string | null;
  readonly signal: AbortSignal;
}

/** How long a run may take to begin before nobody waits for it any more; it goes on all the same. */
const LONGEST_START_MS = 60_000;
const LOOK_AGAIN_MS = 100;
/** Characters of what a program said before it gave up. */
const MOST_WORDS = 2_000;

/** Whether a folder holds a run that has begun. */
export async function hasBegun(directory: string): Promise<boolean> {
  return listJournals(directory).then(
    (journals) => journals.length > 0,
    () => false,
  );
}

/**
 * Starts this program again as a process of its own, which goes on when the viewer ends, and waits until it is up. No shell
 * reads its arguments.
 *
 * @param isUp gets the process that was started: another one may be at the same run already
 * @throws {UserError} with the words of a run that could not begin
 */
export async function launchRun(
  args: readonly string[],
  { program, workingDirectory, environment, signal }: ControlOptions,
  isUp: (pid: number) => Promise<boolean>,
): Promise<void> {
  const [executable = process.execPath, ...own] = program;
  const child = spawn(executable, [...own, ...args], {
    cwd: workingDirectory,
    env: { ...environment, NO_COLOR: '1' },
    // Ctrl-C in the viewer's terminal is not for the run.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  let said = '';
  // Read to the end: a full pipe would hold the run up.
  child.stderr.on('data', (piece: Buffer) => {
    said = (said + piece.toString('utf8')).slice(-MOST_WORDS);
  });
  let ended: { readonly code: number | null } | null = null;
  child.once('error', (error) => {
    said = error.message;
    ended = { code: null };
  });
  child.once('close', (code) => {
    ended ??= { code };
  });
  // Neither keeps the viewer from ending.
  child.unref();
  (child.stderr as unknown as { unref?(): void }).unref?.();
  for (let waited = 0; waited < LONGEST_START_MS; waited += LOOK_AGAIN_MS) {
    await wait(LOOK_AGAIN_MS, undefined, { signal });
    // Set by the events, which the compiler does not see.
    const end = ended as { readonly code: number | null } | null;
    if (end?.code === 0 || (await isUp(child.pid ?? -1))) return;
    if (end !== null) {
      throw new UserError(said.trim() === '' ? 'the run could not begin' : said.trim(), {
        hint: `The same on the command line: touchstone ${args[0] ?? ''}.`,
      });
    }
  }
}
