#!/usr/bin/env node
import type { CommandContext } from './command-context.js';
import { HELP_FILE } from './help/help-file.js';
import { runProgram } from './run-program.js';

const interrupt = new AbortController();
const kill = new AbortController();
let interruptText = 'finishing the step in flight; press Ctrl-C again to stop at once';
process.on('SIGINT', () => {
  if (interrupt.signal.aborted) {
    kill.abort(new Error('interrupted twice'));
    return;
  }
  process.stderr.write(`\nInterrupted: ${interruptText}.\n`);
  interrupt.abort(new Error('interrupted'));
});
process.on('SIGTERM', () => {
  if (interrupt.signal.aborted) kill.abort(new Error('asked to stop twice'));
  else interrupt.abort(new Error('asked to stop'));
});
// A reader that closes the pipe (`| head`) is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// Nobody reads the progress any more; the run itself continues.
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const context: CommandContext = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
  workingDirectory: process.cwd(),
  interrupted: interrupt.signal,
  killed: kill.signal,
  sayOnInterrupt: (what) => {
    interruptText = what;
  },
  setExitCode: (code) => {
    process.exitCode = code;
  },
};

await runProgram(context, process.argv.slice(2), new URL(HELP_FILE, import.meta.url));
