import { streamText } from '../files/stream-text.js';
import { FileSchemaError } from './file-errors.js';
import { DelimitedScanner } from './test-cases/scan-delimited.js';
import { isBlankRow, type TableRow } from './test-cases/table-row.js';

/** A row of a CSV file by the names of its columns; white space around cells is dropped. */
export interface CsvRow<Name extends string> {
  readonly cells: Partial<Readonly<Record<Name, string>>>;
  /** From 1. */
  readonly line: number;
}

export interface CsvTableOptions<Name extends string> {
  /** Columns that are read; others are passed over. */
  readonly columns: readonly Name[];
  /** Those that the first row has to name. */
  readonly required: readonly Name[];
  /** What the reader of an error can do. */
  readonly hint: string;
  readonly signal: AbortSignal;
}

/**
 * Rows of a CSV file whose first row names its columns, in any order and case, one after another: the file is never held
 * whole. Blank rows are passed over.
 *
 * @throws {DatasetError} naming file and line: it cannot be read, lacks a column, or a quote is never closed
 */
export async function* csvTable<Name extends string>(
  file: string,
  options: CsvTableOptions<Name>,
): AsyncGenerator<CsvRow<Name>> {
  let names: readonly (Name | undefined)[] | null = null;
  for await (const row of rowsOf(file, options.signal)) {
    if (isBlankRow(row)) continue;
    if (names === null) {
      names = namesOf(row, file, options);
      continue;
    }
    const cells: Partial<Record<Name, string>> = {};
    row.cells.forEach(({ text }, index) => {
      const name = names?.[index];
      if (name !== undefined) cells[name] = text.trim();
    });
    yield { cells, line: row.line };
  }
}

async function* rowsOf(file: string, signal: AbortSignal): AsyncGenerator<TableRow> {
  const scanner = new DelimitedScanner(file, ',');
  let isFirst = true;
  for await (const piece of streamText(file, { maxBytes: Infinity, signal })) {
    // A byte order mark would make the first cell's quote an ordinary character.
    yield* scanner.push(isFirst && piece.startsWith('\uFEFF') ? piece.slice(1) : piece);
    if (piece !== '') isFirst = false;
  }
  yield* scanner.end();
}

function namesOf<Name extends string>(
  { cells, line }: TableRow,
  file: string,
  { columns, required, hint }: CsvTableOptions<Name>,
): readonly (Name | undefined)[] {
  const names = cells.map(({ text }) => {
    const name = text.trim().toLowerCase();
    return columns.find((column) => column === name);
  });
  const place = { file, line };
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new FileSchemaError(`the first row names no column ${missing.join(' and ')}`, { place, hint });
  }
  const twice = names.find((name, index) => name !== undefined && names.indexOf(name) !== index);
  if (twice === undefined) return names;
  throw new FileSchemaError(`the first row names the column ${twice} twice`, { place, hint });
}
