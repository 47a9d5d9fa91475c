import type { Command } from 'commander';
import { listTable, LISTS } from '../../app/list/list-table.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { printTables } from '../output/print-tables.js';

/** `touchstone list WHAT`: what there is to run, to run with, and what was run. */
export function addListCommand(program: Command, context: CommandContext): void {
  const command = introduce(
    program.command('list'),
    'List benchmarks, agents, dialects, judges, providers, formats of exports, or runs.',
    ['touchstone list benchmarks', 'touchstone list runs --json'],
  );
  addSettings(command, ['runs', 'plugins'])
    .argument('[what]', LISTS.join(' | '), 'benchmarks')
    .option('--json', 'print one JSON document')
    .action(async (what: string, options: Record<string, unknown>) => {
      const kind = LISTS.find((known) => known === what);
      if (kind === undefined) {
        throw new UserError(`there is no list of "${what}"`, {
          hint: `${didYouMean(what, LISTS)}Known lists: ${LISTS.join(', ')}.`,
        });
      }
      const { values } = await loadSettings(options, context, ['plugins']);
      const table = await listTable(kind, values, context);
      printTables([table], { json: options['json'] === true, context });
    });
}
