import type { Command } from 'commander';

/** Gives a command its help: one sentence, then examples, then (commander's part) usage and flags. */
export function introduce(command: Command, sentence: string, examples: readonly string[]): Command {
  const shown = examples.map((example) => `  ${example}\n`).join('');
  return command.summary(sentence).addHelpText('before', `${sentence}\n\nExamples:\n${shown}`);
}
