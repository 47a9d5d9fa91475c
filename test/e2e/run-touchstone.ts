import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { runProgram as RunProgram } from '../../src/cli/run-program.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The built program. */
export const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** In place of the folder of whoever runs the tests. */
export const USER_FOLDER = join(tmpdir(), 'touchstone-e2e-user');

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads on its standard input; nothing unless given. */
  readonly input?: string;
  /** Sent once stderr or stdout holds this text, then the next when its text appears. */
  readonly signals?: readonly { readonly after: string; readonly signal: NodeJS.Signals }[];
  /** Called with the process, once it is started. */
  readonly onSpawn?: (child: ChildProcess) => void;
}

/**
 * Runs the built command line as a user would, and waits for its end: in a process of its own where signals, a process or an input
 * are at stake, else in this one, which has it loaded.
 */
export function runTouchstone(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const { signals, onSpawn, input } = options;
  const needsProcess = signals !== undefined || onSpawn !== undefined || input !== undefined;
  return needsProcess ? spawnTouchstone(args, options) : callTouchstone(args, options);
}

/** Folder and variables of a call. */
function surroundings({ cwd, env }: RunOptions): {
  readonly cwd: string;
  readonly env: Record<string, string>;
} {
  return {
    cwd: cwd ?? ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      TOUCHSTONE_HOME: USER_FOLDER,
      ...env,
    },
  };
}

/** Runs the built command line within this process. @param main the program; that of this checkout unless given */
export async function callTouchstone(
  args: readonly string[],
  options: RunOptions,
  main: string = MAIN,
): Promise<Finished> {
  const built: unknown = await import(
    /* @vite-ignore */ pathToFileURL(main.replace(/main\.js$/, 'run-program.js')).href
  );
  const { runProgram } = built as { readonly runProgram: typeof RunProgram };
  const { cwd, env } = surroundings(options);
  const never = new AbortController().signal;
  let code = 0;
  const [stdout, stderr] = [new Collected(), new Collected()];
  await runProgram(
    {
      stdin: Readable.from([]),
      stdout,
      stderr,
      environment: env,
      workingDirectory: cwd,
      interrupted: never,
      killed: never,
      sayOnInterrupt: () => {},
      setExitCode: (given) => {
        code = given;
      },
    },
    args,
    pathToFileURL(main.replace(/main\.js$/, 'help.json')),
  );
  return { code, signal: null, stdout: stdout.text, stderr: stderr.text };
}

/** What is written to a stream that is no terminal. */
class Collected extends Writable {
  text = '';

  override _write(chunk: Buffer | string, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Runs the built command line in a process of its own. */
export function spawnTouchstone(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  if (!existsSync(MAIN)) throw new Error('dist/ is missing: run `npm run build` first');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...args], {
      ...surroundings(options),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    options.onSpawn?.(child);
    child.stdin.on('error', () => undefined).end(options.input ?? '');
    let stdout = '';
    let stderr = '';
    const waiting = [...(options.signals ?? [])];
    const look = (): void => {
      const next = waiting[0];
      if (next === undefined || !(stderr.includes(next.after) || stdout.includes(next.after))) return;
      waiting.shift();
      child.kill(next.signal);
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      look();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      look();
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}
