import type { Command } from 'commander';
import { explain, type GlossaryTerm } from '../domain/text/glossary.js';

/** Columns that the explanations take, indentation left out. */
const WIDTH = 98;

/** Says at the end of a command's help what the words of its results mean. */
export function explainWords(command: Command, ...terms: readonly GlossaryTerm[]): Command {
  return command.addHelpText('after', () => {
    const wrapped = terms.map((name) => command.createHelp().boxWrap(explain(name), WIDTH));
    const lines = wrapped.flatMap((text) =>
      text.split('\n').map((line, row) => (row === 0 ? `  ${line}` : `    ${line}`)),
    );
    return `\nWords of the result (all: docs/concepts.md):\n${lines.join('\n')}`;
  });
}
