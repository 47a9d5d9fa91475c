import { CommanderError } from 'commander';
import { EXIT, exitCodeOf } from './exit-code.js';
import { printError } from './output/print-error.js';
import { buildProgram } from './program.js';
import type { CommandContext } from './command-context.js';

/**
 * Runs one call of the command line to its end. Every error ends in a message on the context's stderr and in an exit code.
 *
 * @param args what follows the program's name
 * @param helpFile what the build wrote down of every command's help
 */
export async function runProgram(
  context: CommandContext,
  args: readonly string[],
  helpFile: URL,
): Promise<void> {
  try {
    const program = await buildProgram(context, args, { helpFile });
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    context.setExitCode(report(error, context, args));
  }
}

function report(error: unknown, context: CommandContext, args: readonly string[]): number {
  // Commander has printed what there is to say; asking for help is no error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.user;
  const { interrupted, killed, stderr } = context;
  const reasons: readonly unknown[] = [interrupted.reason, killed.reason];
  if (interrupted.aborted && reasons.includes(error)) return EXIT.interrupted;
  const [first, second = ''] = args;
  const stage = first === 'build' ? { stage: `${first} ${second}` } : {};
  printError(error, { verbose: args.includes('--verbose'), stream: stderr, ...stage });
  return exitCodeOf(error);
}
