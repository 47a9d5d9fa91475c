import type { Table } from '../../metrics/tables/table.js';
import { renderTable } from '../../report/terminal-table.js';
import { terminalOptions } from '../../report/terminal-options.js';
import type { CommandContext } from '../command-context.js';

/** Tables on stdout: drawn for people, or one JSON document that also holds `extra`. */
export function printTables(
  tables: readonly Table[],
  options: {
    readonly json: boolean;
    readonly context: CommandContext;
    readonly extra?: Readonly<Record<string, unknown>>;
  },
): void {
  const { stdout, environment } = options.context;
  if (options.json) {
    stdout.write(`${JSON.stringify({ ...options.extra, tables: tables.map(asDocument) }, null, 2)}\n`);
    return;
  }
  const terminal = terminalOptions(stdout, environment);
  stdout.write(`${tables.map((table) => renderTable(table, terminal)).join('\n\n')}\n`);
}

/** A table as its schema has it: without what says how to draw it. */
function asDocument(table: Table): Table {
  const columns = table.columns.map(({ title, align, group }) => ({
    title,
    align,
    ...(group !== undefined && { group }),
  }));
  return { ...table, columns };
}
