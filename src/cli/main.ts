#!/usr/bin/env node
import { CommanderError } from 'commander';
import { EXIT, exitCodeOf } from './exit-code.js';
import { HELP_FILE } from './help/help-file.js';
import { printError } from './output/print-error.js';
import { buildProgram } from './program.js';
import type { CommandContext } from './command-context.js';

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
process.on('SIGTERM', () => interrupt.abort(new Error('asked to stop')));
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

try {
  const helpFile = new URL(HELP_FILE, import.meta.url);
  const program = await buildProgram(context, process.argv.slice(2), { helpFile });
  await program.parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has printed what there is to say; asking for help is no error.
    process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.user;
  } else {
    report(error);
  }
}

function report(error: unknown): void {
  const reasons: readonly unknown[] = [interrupt.signal.reason, kill.signal.reason];
  if (interrupt.signal.aborted && reasons.includes(error)) {
    process.exitCode = EXIT.interrupted;
    return;
  }
  printError(error, { verbose: process.argv.includes('--verbose'), stream: process.stderr });
  process.exitCode = exitCodeOf(error);
}
