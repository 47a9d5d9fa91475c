import type { Command } from 'commander';
import { showExamples } from './output/show-examples.js';

/**
 * Gives a command its help: one sentence, then examples, then (commander's part) usage and flags.
 *
 * @param examples the explanation of a call follows it after two spaces
 */
export function introduce(command: Command, sentence: string, examples: readonly string[]): Command {
  const shown = examples.length === 0 ? '' : `\nExamples:\n${showExamples(examples)}`;
  return command.summary(sentence).addHelpText('before', `${sentence}\n${shown}`);
}
