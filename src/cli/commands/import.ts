import type { Command } from 'commander';
import { importCases } from '../../app/import/import-cases.js';
import { UserError } from '../../errors.js';
import { COLUMN_ROLES, normalName, type ColumnRole } from '../../formats/test-cases/column-roles.js';
import { importTable } from '../../report/import-table.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { printTables } from '../output/print-tables.js';
import { printWarnings } from '../output/print-warnings.js';

const EXAMPLES = [
  'touchstone import test-cases cases.md --out my-world         a heading and a table of steps for every case',
  'touchstone import test-cases export.csv --out my-world       as TestRail, Zephyr, Xray, Azure or ZenTao export it',
  'touchstone import test-cases cases.csv --out my-world --columns "What to do=action" --columns "Note=ignore"',
  'touchstone import test-cases cases.md --out my-world --dry-run     what has changed since the last import',
];

interface ImportFlags {
  readonly out: string;
  readonly columns: readonly string[];
  readonly encoding?: string;
  readonly language?: string;
  readonly importer?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** `touchstone import KIND`: what others have written, as tasks. */
export function addImportCommand(program: Command, context: CommandContext): void {
  const importing = introduce(
    program.command('import'),
    'Make tasks of what others have written.',
    EXAMPLES.slice(0, 2),
  );
  const command = introduce(
    importing.command('test-cases'),
    "Turn a QA team's test cases into tasks, or update tasks from them; rules are proposed, and count once a person confirms them.",
    EXAMPLES,
  );
  addSettings(command, ['plugins'])
    .argument(
      '<files...>',
      'Markdown with tables or lists, CSV, TSV, .xlsx; with --importer, what that reads',
    )
    .requiredOption('--out <folder>', 'world folder whose suite.json is written or brought up to date')
    .option(
      '--columns <name=role>',
      `what a column says, where its name does not tell: ${COLUMN_ROLES.join(', ')} or ignore; may be given several times`,
      (value: string, before: readonly string[]) => [...before, value],
      [],
    )
    .option(
      '--encoding <name>',
      'encoding of CSV files, such as gb18030 (default: UTF-8, or by byte order mark)',
    )
    .option('--language <tag>', 'language of the instructions (default: by the text, en or zh)')
    .option('--importer <name>', 'importer of a plug-in that reads the files, or its module: ./mine.mjs')
    .option('--dry-run', 'say what would change, write nothing')
    .option('--json', 'print one JSON document')
    .option('--verbose', 'print stacks of errors')
    .action(async (files: readonly string[], options: ImportFlags) => {
      const { workingDirectory, stderr, interrupted: signal } = context;
      const { values } = await loadSettings({ ...options }, context, ['plugins']);
      const report = await importCases(files, options.out, {
        columns: columnsOf(options.columns),
        encoding: requireEncoding(options.encoding),
        language: options.language ?? null,
        importer: options.importer ?? null,
        plugins: values.plugins,
        dryRun: options.dryRun === true,
        workingDirectory,
        signal,
      });
      if (options.json === true) {
        context.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
        return;
      }
      printWarnings(report.warnings, context);
      printTables([importTable(report)], { json: false, context });
      const isOpen = report.cases.some(({ expectations: { draft, unfinished } }) => draft + unfinished > 0);
      if (isOpen && !report.dryRun) {
        stderr.write(`\nNext: touchstone tasks review ${options.out}  shows each draft and asks\n`);
      }
    });
}

/** @throws {UserError} for what is not written as name=role, and for roles there are not */
function columnsOf(given: readonly string[]): ReadonlyMap<string, ColumnRole | null> {
  const columns = new Map<string, ColumnRole | null>();
  for (const text of given) {
    const at = text.lastIndexOf('=');
    const [name, role] = [normalName(text.slice(0, Math.max(at, 0))), text.slice(at + 1).trim()];
    const known = COLUMN_ROLES.find((one) => one === role);
    if (name === '' || (known === undefined && role !== 'ignore')) {
      throw new UserError(`--columns: ${JSON.stringify(text)} is not written as name=role`, {
        hint: `Roles: ${COLUMN_ROLES.join(', ')}, ignore. Example: --columns "What to do=action".`,
      });
    }
    columns.set(name, known ?? null);
  }
  return columns;
}

/** @throws {UserError} for an encoding that there is not */
function requireEncoding(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    // Only asked whether it can be made.
    void new TextDecoder(label).encoding;
    return label;
  } catch (cause) {
    throw new UserError(`--encoding: there is no ${JSON.stringify(label)}`, {
      cause,
      hint: 'Examples: utf-8, gb18030, utf-16le, windows-1252, shift_jis.',
    });
  }
}
