import type { PaperTable } from '../../benchmarks/paper-tables/paper-table.js';
import { ROW_STATUSES } from '../../benchmarks/paper-tables/row-status.js';
import type { ReproduceDocument } from '../../formats/results/reproduce-document.js';

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
        runs: row.runs.map((recipe) => ({ ...recipe, settings: { ...recipe.settings } })),
      };
    }),
  }));
}
