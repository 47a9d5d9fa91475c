import type { RowValues } from './case-collector.js';
import type { ColumnAssignment } from './column-roles.js';
import { saysNothing } from './split-items.js';
import type { TableRow } from './table-row.js';
import { TestCaseFileError } from './test-case-file-error.js';

/**
 * The values of a row, by role; of several columns of one role the first that is not empty.
 *
 * @throws {TestCaseFileError} when the row has more cells than the heading, and one of those is not empty
 */
export function valuesOfRow(
  row: TableRow,
  columns: ColumnAssignment,
  heading: { readonly file: string; readonly width: number },
): RowValues {
  const extra = row.cells.slice(heading.width).find(({ text }) => text.trim() !== '');
  if (extra !== undefined) {
    throw new TestCaseFileError(
      `this row has ${row.cells.length} cells, and the heading names ${heading.width} columns`,
      {
        place: { file: heading.file, line: extra.line, column: extra.column },
        hint: 'Put quotes around fields of CSV that hold the delimiter; write \\| for a bar in a Markdown table.',
      },
    );
  }
  const values: RowValues = {};
  for (const [role, indices] of columns) {
    for (const index of indices) {
      const cell = row.cells[index];
      // A case may well be called "None".
      const isName = role === 'id' || role === 'title';
      if (cell === undefined || (isName ? cell.text.trim() === '' : saysNothing(cell.text))) continue;
      values[role] = { ...cell, text: cell.text.trim() };
      break;
    }
  }
  return values;
}
