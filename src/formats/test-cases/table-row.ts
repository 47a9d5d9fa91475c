/** One cell of a table in a file. Lines and columns count from 1; columns count UTF-16 units. */
export interface Cell {
  /** Lines are separated by `\n`, however the file writes them. */
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** One row of a table in a file. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly Cell[];
}

/** Whether nothing but white space stands in a row. */
export function isBlankRow(row: TableRow): boolean {
  return row.cells.every(({ text }) => text.trim() === '');
}
