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
  const shown = relative(workingDirectory, directory) || directory;
  return `touchstone resume ${[shown, ...again.flat()].map(quoteWord).join(' ')}`;
}
