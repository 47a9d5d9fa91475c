import { relative } from 'node:path';
import { quoteWord } from '../../domain/text/quote-word.js';

/** A flag and its values, as they are typed. */
export type FlagWords = readonly [flag: string, ...values: string[]];

/**
 * The command that resumes a run, as a line for a shell in the working directory.
 *
 * @param again flags without which this run would not continue as before
 */
export function resumeCommand(
  directory: string,
  workingDirectory: string,
  again: readonly FlagWords[] = [],
): string {
  return runCommand('resume', directory, workingDirectory, again);
}

/** A command about a run, such as `touchstone report runs/mine`, as a line for a shell in the working directory. */
export function runCommand(
  command: string,
  directory: string,
  workingDirectory: string,
  flags: readonly FlagWords[] = [],
): string {
  const shown = relative(workingDirectory, directory) || directory;
  return `touchstone ${command} ${[shown, ...flags.flat()].map(quoteWord).join(' ')}`;
}
