import type { Command } from 'commander';
import type { CommandContext } from '../command-context.js';

/** The variable that names the database where no flag does; what a flag names is in lists of processes. */
const INDEX_VARIABLE = 'TOUCHSTONE_INDEX';

export function addIndexOption(command: Command): Command {
  return command.option(
    '--index <url>',
    `database that the index is in, postgres://USER@HOST:PORT/DATABASE, instead of a file [${INDEX_VARIABLE}]`,
  );
}

/** Null where none is named: the index is in a file. */
export function chosenIndex(
  { index }: { readonly index?: string | undefined },
  { environment }: CommandContext,
): string | null {
  const named = index ?? environment[INDEX_VARIABLE];
  return named === undefined || named === '' ? null : named;
}
