import { csvLine } from '../formats/csv-line.js';
import type { Cell, Table } from '../metrics/tables/table.js';

/**
 * A table as CSV: a line of titles, then the rows; numbers as they are rather than as they are printed, nothing where there is
 * none. Notes are left out.
 *
 * Source: RFC 4180.
 */
export function tableCsv({ columns, rows }: Table): string {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => row.map(contentOf))];
  return lines.map(csvLine).join('');
}

function contentOf({ text, value }: Cell): string {
  if (value === undefined) return text;
  return value === null ? '' : String(value);
}
