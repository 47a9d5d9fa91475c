import type { PaperRow, PaperTable } from '../../benchmarks/paper-tables/paper-table.js';
import { ROW_STATUSES } from '../../benchmarks/paper-tables/row-status.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import { namePattern } from '../run/name-pattern.js';

/**
 * The table of this id, or all tables of the paper of this name.
 *
 * @throws {UserError} naming what there is
 */
export function findPaperTables(name: string, tables: readonly PaperTable[]): readonly PaperTable[] {
  const found = tables.filter(({ id }) => id === name || paperOf(id) === name);
  if (found.length > 0) return found;
  const papers = [...new Set(tables.map(({ id }) => paperOf(id)))];
  const ofPaper = tables.map(({ id }) => id).filter((id) => paperOf(id) === paperOf(name));
  const near = didYouMean(name, ofPaper.length > 0 ? ofPaper : [...papers, ...tables.map(({ id }) => id)]);
  throw new UserError(`there is no table "${name}"`, {
    hint: `${near}${
      ofPaper.length > 0 ? `There are ${ofPaper.join(', ')}.` : `There are papers ${papers.join(', ')}.`
    } \`touchstone reproduce\` lists all tables.`,
  });
}

/**
 * The rows whose ids the patterns name, in the table's order.
 *
 * @param patterns ids separated by commas; `*` stands for any text
 * @throws {UserError} for a pattern that names no row
 */
export function chooseRows({ id, rows }: PaperTable, patterns: readonly string[]): readonly PaperRow[] {
  const named = patterns.flatMap((text) => text.split(',')).map((text) => text.trim());
  const matching = named.map((pattern) => {
    const test = namePattern(pattern);
    const found = rows.filter((row) => test(row.id));
    if (found.length > 0) return found;
    const ids = rows.map((row) => row.id);
    throw new UserError(`${id} has no row "${pattern}"`, {
      hint: `${didYouMean(pattern, ids)}Its rows: ${ids.join(', ')}.`,
    });
  });
  const chosen = new Set(matching.flat());
  return rows.filter((row) => chosen.has(row));
}

/**
 * As `chooseRows`, of rows that can be run: those that only `*` names and that cannot are left out.
 *
 * @throws {UserError} as well for a row that is named by its id and cannot be run
 */
export function chooseRunnable(
  table: PaperTable,
  patterns: readonly string[],
): { readonly rows: readonly PaperRow[]; readonly left: readonly PaperRow[] } {
  const chosen = chooseRows(table, patterns);
  const rows = chosen.filter(({ id, runs }) => patterns.includes(id) || runs.length > 0);
  for (const row of rows) requireRuns(table, row);
  return { rows, left: chosen.filter((row) => !rows.includes(row)) };
}

/** @throws {UserError} for a row that cannot be run, with the reason */
function requireRuns(table: PaperTable, row: PaperRow): void {
  if (row.runs.length > 0) return;
  const { means, next } = ROW_STATUSES[row.status];
  throw new UserError(`${table.id}, row ${row.id}, cannot be run: ${means} (${row.status})`, {
    hint: `${row.why ?? ''} ${next}`.trim(),
  });
}

function paperOf(id: string): string {
  return id.split('/')[0] ?? id;
}
