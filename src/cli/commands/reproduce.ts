import { resolve } from 'node:path';
import type { Command } from 'commander';
import { benchmarkExamples } from '../../app/help/benchmark-examples.js';
import { collateRuns, type LineRuns } from '../../app/reproduce/collate-runs.js';
import { comparisonTables } from '../../app/reproduce/comparison-tables.js';
import { dryCommand } from '../../app/reproduce/dry-run.js';
import { namedLineRuns, runsOfRows } from '../../app/reproduce/find-line-runs.js';
import { chooseRows, chooseRunnable, findPaperTables } from '../../app/reproduce/find-paper-tables.js';
import { listPaperTables } from '../../app/reproduce/list-paper-tables.js';
import { lineDocuments, paperDocuments } from '../../app/reproduce/paper-documents.js';
import { planRuns, type PlannedRun } from '../../app/reproduce/plan-runs.js';
import { labelOf } from '../../app/reproduce/run-name.js';
import { showPaperTable } from '../../app/reproduce/show-paper-table.js';
import { openRegistry } from '../../app/run/open-registry.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { SETTINGS, type SettingKey, type SettingOrigins, type Settings } from '../../app/settings/setting.js';
import type { PaperRow, PaperTable } from '../../benchmarks/paper-tables/paper-table.js';
import { quoteWord } from '../../domain/text/quote-word.js';
import { UserError } from '../../errors.js';
import type { ReproduceDocument } from '../../formats/results/reproduce-document.js';
import type { Table } from '../../metrics/tables/table.js';
import type { Registry } from '../../registry/registry.js';
import { addSettings } from '../add-settings.js';
import { NO_PREFLIGHT, NO_PREFLIGHT_HELP } from '../ask-before-run.js';
import type { CommandContext } from '../command-context.js';
import { groupFlags } from '../help/flag-groups.js';
import { introduce } from '../introduce.js';
import { printTables } from '../output/print-tables.js';
import { runPlanned } from '../run-planned.js';

const KEYS = Object.keys(SETTINGS) as SettingKey[];

/** `touchstone reproduce`: the tables of papers, how their rows are run, and the runs themselves. */
export function addReproduceCommand(program: Command, context: CommandContext): void {
  const command = addSettings(
    introduce(
      program.command('reproduce'),
      "Run a row of a paper's table as its authors did, and set one's own numbers next to the printed ones.",
      [
        'touchstone reproduce  all tables: what each needs, and what of it cannot be had',
        ...benchmarkExamples('reproduce', 6, context.namedBenchmarks),
      ],
    ),
    KEYS,
  )
    .argument('[table]', 'id of a table, or name of a paper (default: all tables are listed)')
    .argument('[runs...]', 'runs that are there already, to be set next to the paper: RUN, or ROW=RUN')
    .option('--row <ids>', 'rows to run, comma-separated; * stands for any text')
    .option('--part <names>', 'only these of the runs of a row, comma-separated, such as one of its splits')
    .option(
      '--label <name>',
      "what one's own numbers are called, part of the runs' names (default: the model)",
    )
    .option('--dry-run', 'print the commands that would be run')
    .option('--collate', 'run nothing: show what rows were run before')
    .option('--retry-voided', 'do items once more that a failure voided')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option(NO_PREFLIGHT, NO_PREFLIGHT_HELP)
    .option('--events', 'write every event as a JSON line on stderr')
    .option('--json', 'print one JSON document')
    .action((name: string | undefined, runs: readonly string[], options: Record<string, unknown>) =>
      reproduce(name, runs, options, context),
    );
  groupFlags(command);
}

async function reproduce(
  name: string | undefined,
  runs: readonly string[],
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<void> {
  const { values, origins } = await loadSettings(options, context);
  const registry = await openRegistry(values.plugins, context);
  const all = registry.paperTables();
  const found = name === undefined ? all : findPaperTables(name, all);
  const [table] = found;
  const print: Print = (tables, document) =>
    printTables(tables, {
      json: options['json'] === true,
      context,
      extra: { formatVersion: 1, ...document },
    });
  const asksRows = ['row', 'part', 'dryRun', 'collate', 'label'].some((key) => options[key] !== undefined);
  if (table === undefined || table.id !== name) {
    if (asksRows) {
      throw new UserError('rows are those of one table', {
        hint: 'Name it: `touchstone reproduce TABLE --row ROW`.',
      });
    }
    print([listPaperTables(found)], { papers: paperDocuments(found) });
    return;
  }
  const call: Call = { table, runs, options, values, origins, registry, context, print };
  if (runs.length > 0) return collateNamed(call);
  if (options['collate'] === true) return collateFound(call);
  if (options['row'] !== undefined) return runRows(call);
  if (asksRows) {
    throw new UserError('no row is named', {
      hint: `\`touchstone reproduce ${table.id}\` shows them; then --row.`,
    });
  }
  print(showPaperTable(table), { papers: paperDocuments([table]) });
}

type Print = (
  tables: readonly Table[],
  document: Omit<ReproduceDocument, 'formatVersion' | 'tables'>,
) => void;

/** A call about one table. */
interface Call {
  readonly table: PaperTable;
  readonly runs: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly values: Settings;
  readonly origins: SettingOrigins;
  readonly registry: Registry;
  readonly context: CommandContext;
  readonly print: Print;
}

/** Runs the rows, or prints the commands that would; then sets what they came to next to the paper. */
async function runRows(call: Call): Promise<void> {
  const { table, options, origins, registry, context } = call;
  const { rows, left } = chooseRunnable(table, listOf(options['row']) ?? []);
  for (const { id, status } of left) context.stderr.write(`note: ${id} is left out: ${status}\n`);
  const given = Object.fromEntries(
    KEYS.filter((key) => origins[key] === 'flag').map((key) => [key, options[key]]),
  );
  const label = labelOf(given, textOf(options['label']));
  const parts = listOf(options['part']);
  const planned = planRuns(table, rows, { registry, given, label, parts });
  if (options['dryRun'] === true) {
    printCommands(planned, call);
    return;
  }
  if (!(await runPlanned(planned, options, context))) return;
  const lines = await runsOfRows(table, rows, { ...findOptions(call), labels: [label] });
  collate(lines, call);
}

function printCommands(
  planned: readonly PlannedRun[],
  { options, origins, registry, context, print }: Call,
): void {
  const named = new Set(KEYS.filter((key) => origins[key] !== 'default'));
  const commands = planned.map((run) => {
    const { runId, words, open } = dryCommand(run, { registry, named });
    return { run: runId, words, command: ['touchstone', ...words].map(quoteWord).join(' '), open };
  });
  if (options['json'] === true) print([], { commands });
  else context.stdout.write(`${commands.map(({ command }) => command).join('\n')}\n`);
  const open = [...new Set(commands.flatMap((command) => command.open))];
  if (open.length > 0) context.stderr.write(`note: still to be named: ${open.join(', ')}\n`);
}

async function collateNamed(call: Call): Promise<void> {
  const { table, runs, options, context } = call;
  const lines = await namedLineRuns(table, runs, {
    ...findOptions(call),
    rows: rowsOf(call),
    label: textOf(options['label']),
    workingDirectory: context.workingDirectory,
  });
  collate(lines, call);
}

async function collateFound(call: Call): Promise<void> {
  const { table, options, values } = call;
  const rows = rowsOf(call);
  const label = textOf(options['label']);
  const lines = await runsOfRows(table, rows, {
    ...findOptions(call),
    labels: label === null ? null : [label],
  });
  if (lines.length === 0) {
    throw new UserError(`${values.runs} has no run of ${rows.map(({ id }) => id).join(', ')}`, {
      hint: `Run a row with \`touchstone reproduce ${table.id} --row ROW\`, or name runs of your own: ROW=RUN.`,
    });
  }
  collate(lines, call);
}

function collate(found: readonly LineRuns[], { table, registry, print }: Call): void {
  const lines = collateRuns(found, { table, registry });
  print(comparisonTables(table, lines), { lines: lineDocuments(table, lines) });
}

function findOptions({ values, registry, context }: Call) {
  const { workingDirectory, environment, interrupted: signal } = context;
  return {
    registry,
    runsFolder: resolve(workingDirectory, values.runs),
    dataDirectory: values.data === null ? null : resolve(workingDirectory, values.data),
    environment,
    signal,
  };
}

/** The rows that the call names; all where it names none. */
function rowsOf({ table, options }: Call): readonly PaperRow[] {
  const patterns = listOf(options['row']);
  return patterns === null ? table.rows : chooseRows(table, patterns);
}

function listOf(value: unknown): readonly string[] | null {
  return typeof value === 'string' ? value.split(',').map((name) => name.trim()) : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
