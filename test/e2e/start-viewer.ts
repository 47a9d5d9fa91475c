import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { MAIN, USER_FOLDER } from './run-touchstone.js';

/** `touchstone view` at work. */
export interface StartedViewer {
  readonly address: string;
  readonly pid: number;
  /** Ends it, by Ctrl-C unless another signal is given; the exit code, null where the signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the built viewer over a folder of runs, on a free port. */
export async function startViewer(
  folder: string,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<StartedViewer> {
  const args = [MAIN, 'view', folder, '--no-open', '--json', '--port', '0', ...flags];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TOUCHSTONE_HOME: USER_FOLDER, ...env },
  });
  const exited = once(child, 'exit');
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return {
    ...(JSON.parse(text) as { address: string; pid: number }),
    stop: async (signal = 'SIGINT') => {
      child.kill(signal);
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}
