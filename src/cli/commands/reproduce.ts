import type { Command } from 'commander';
import { benchmarkExamples } from '../../app/help/benchmark-examples.js';
import { dryCommand } from '../../app/reproduce/dry-run.js';
import { chooseRows, findPaperTables } from '../../app/reproduce/find-paper-tables.js';
import { listPaperTables } from '../../app/reproduce/list-paper-tables.js';
import { paperDocuments } from '../../app/reproduce/paper-documents.js';
import { planRuns } from '../../app/reproduce/plan-runs.js';
import { labelOf } from '../../app/reproduce/run-name.js';
import { showPaperTable } from '../../app/reproduce/show-paper-table.js';
import { openRegistry } from '../../app/run/open-registry.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { SETTINGS, type SettingKey } from '../../app/settings/setting.js';
import { quoteWord } from '../../domain/text/quote-word.js';
import { UserError } from '../../errors.js';
import type { ReproduceDocument } from '../../formats/results/reproduce-document.js';
import type { Table } from '../../metrics/tables/table.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { groupFlags } from '../help/flag-groups.js';
import { introduce } from '../introduce.js';
import { printTables } from '../output/print-tables.js';

const KEYS = Object.keys(SETTINGS) as SettingKey[];

/** `touchstone reproduce`: the tables of papers, how their rows are run, and the runs themselves. */
export function addReproduceCommand(program: Command, context: CommandContext): void {
  const command = addSettings(
    introduce(
      program.command('reproduce'),
      "List the tables of the benchmarks' papers, and run a row of one as its authors did.",
      ['touchstone reproduce', ...benchmarkExamples('reproduce', 6, context.namedBenchmarks)],
    ),
    KEYS,
  )
    .argument('[table]', 'id of a table, or name of a paper (default: all tables are listed)')
    .option('--row <ids>', 'rows to run, comma-separated; * stands for any text')
    .option('--part <names>', 'only these of the runs of a row, comma-separated, such as one of its splits')
    .option(
      '--label <name>',
      "what one's own numbers are called, part of the runs' names (default: the model)",
    )
    .option('--dry-run', 'print the commands that would be run')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action((name: string | undefined, options: Record<string, unknown>) =>
      reproduce(name, options, context),
    );
  groupFlags(command);
}

async function reproduce(
  name: string | undefined,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<void> {
  const { values, origins } = await loadSettings(options, context);
  const registry = await openRegistry(values.plugins, context);
  const all = registry.paperTables();
  const found = name === undefined ? all : findPaperTables(name, all);
  const [table] = found;
  const rows = listOf(options['row']);
  const print = (
    tables: readonly Table[],
    document: Omit<ReproduceDocument, 'formatVersion' | 'tables'>,
  ): void =>
    printTables(tables, {
      json: options['json'] === true,
      context,
      extra: { formatVersion: 1, ...document },
    });
  if (table === undefined || table.id !== name) {
    if (rows !== null)
      throw new UserError('--row is about one table', {
        hint: 'Name it: `touchstone reproduce TABLE --row ROW`.',
      });
    print([listPaperTables(found)], { papers: paperDocuments(found) });
    return;
  }
  if (rows === null) {
    print(showPaperTable(table, all), { papers: paperDocuments([table]) });
    return;
  }
  const given = Object.fromEntries(
    KEYS.filter((key) => origins[key] === 'flag').map((key) => [key, options[key]]),
  );
  const label = labelOf(given, typeof options['label'] === 'string' ? options['label'] : null);
  const planned = planRuns(table, chooseRows(table, rows), {
    tables: all,
    registry,
    given,
    label,
    parts: listOf(options['part']),
  });
  const named = new Set(KEYS.filter((key) => origins[key] !== 'default'));
  const commands = planned.map((run) => dryCommand(run, { registry, named }));
  const lines = commands.map(({ runId, words, open }) => ({
    run: runId,
    words,
    command: ['touchstone', ...words].map(quoteWord).join(' '),
    open,
  }));
  if (options['json'] === true) print([], { commands: lines });
  else context.stdout.write(`${lines.map(({ command }) => command).join('\n')}\n`);
  const open = [...new Set(lines.flatMap((line) => line.open))];
  if (open.length > 0) context.stderr.write(`note: still to be named: ${open.join(', ')}\n`);
}

function listOf(value: unknown): readonly string[] | null {
  if (typeof value !== 'string') return null;
  return value.split(',').map((name) => name.trim());
}
