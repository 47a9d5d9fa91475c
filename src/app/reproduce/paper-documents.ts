import type { PaperTable } from '../../benchmarks/paper-tables/paper-table.js';
import { ROW_STATUSES } from '../../benchmarks/paper-tables/row-status.js';
import type { ReproduceDocument } from '../../formats/results/reproduce-document.js';
import type { OwnLine } from './own-line.js';

/** Tables of papers as a document has them. */
export function paperDocuments(tables: readonly PaperTable[]): NonNullable<ReproduceDocument['papers']> {
  return tables.map(({ columns, rows, ...table }) => ({
    ...table,
    columns: columns.map(({ title, group, digits, unit }) => ({
      title,
      digits,
      ...(group === undefined ? {} : { group }),
      ...(unit === undefined ? {} : { unit }),
    })),
    rows: rows.map((row) => {
      const { means, next } = ROW_STATUSES[row.status];
      return {
        ...row,
        means,
        next,
        runs: row.runs.map((recipe) => {
          const { forbid, ...settings } = recipe.settings;
          if (forbid === undefined) return { ...recipe, settings: { ...settings } };
          return { ...recipe, settings: { ...settings, forbid: forbid.join(',') || 'none' } };
        }),
      };
    }),
  }));
}

/** One's own lines of a table as a document has them. */
export function lineDocuments(
  { id }: PaperTable,
  lines: readonly OwnLine[],
): NonNullable<ReproduceDocument['lines']> {
  return lines.map(({ row, label, values, runs, missing }) => ({
    table: id,
    row: row.id,
    label,
    values: values.map((own, index) => {
      if (own === null) return null;
      const published = row.published[index] ?? null;
      const isComparable = published !== null && row.status !== 'recordings';
      const { value, interval } = own;
      return { value, interval, published, difference: isComparable ? value - published : null };
    }),
    runs: runs.map(({ run, part, conditions }) => {
      const { name, directory, identityHash, planned, judged, voided } = run;
      const counts = { identityHash, planned, judged, voided };
      return { run: name, directory, ...(part === undefined ? {} : { part }), ...counts, conditions };
    }),
    missing,
  }));
}
