import { streamBytes } from '../../files/stream-bytes.js';
import { TextDecoder } from 'node:util';
import { FileEncodingError } from '../file-errors.js';
import { assignColumns, type ColumnAssignment, type ColumnRole } from './column-roles.js';
import { DelimitedScanner } from './scan-delimited.js';
import { isBlankRow, type TableRow } from './table-row.js';

/** Most bytes of a file of test cases. */
const MAX_BYTES = 64 * 1024 * 1024;
const TOO_LARGE = 'Divide it; cases of several files can be imported into one suite.';
/** Characters searched for the delimiter, and rows among which the heading must be. */
const SNIFFED = 64 * 1024;
const HEADING_ROWS = 20;
const DELIMITERS = [',', ';', '\t', '|'] as const;
/** A first line that spreadsheets take the delimiter from. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/;

export interface DelimitedOptions {
  /** normal name → role that the user gives it; null leaves the column out. */
  readonly columns: ReadonlyMap<string, ColumnRole | null>;
  /** Label of the encoding; by its byte order mark, else UTF-8, unless given. */
  readonly encoding?: string;
  readonly signal: AbortSignal;
}

/**
 * Rows of a delimited file, read as a stream; its delimiter is the one under which some row reads best as a heading.
 *
 * @throws {FileUnreadableError | FileTooLargeError | FileEncodingError | TestCaseFileError} with file and place
 */
export async function* readDelimited(file: string, options: DelimitedOptions): AsyncGenerator<TableRow> {
  let scanner: DelimitedScanner | null = null;
  let waiting = '';
  for await (const piece of readPieces(file, options)) {
    if (scanner !== null) {
      yield* scanner.push(piece);
      continue;
    }
    waiting += piece;
    if (waiting.length < SNIFFED) continue;
    const begun = begin(waiting, file, options);
    ({ scanner } = begun);
    yield* begun.rows;
  }
  if (scanner === null) {
    const begun = begin(waiting, file, options);
    ({ scanner } = begun);
    yield* begun.rows;
  }
  yield* scanner.end();
}

/** Which row is the heading, and the roles of its columns; null where none has the action. */
export function headingOf(
  rows: readonly TableRow[],
  columns: DelimitedOptions['columns'],
): { readonly index: number; readonly columns: ColumnAssignment } | null {
  for (const [index, row] of rows.slice(0, HEADING_ROWS).entries()) {
    const assigned = assignColumns(
      row.cells.map(({ text }) => text),
      columns,
    );
    if (assigned.has('action') && assigned.size > 1) return { index, columns: assigned };
  }
  return null;
}

function begin(
  text: string,
  file: string,
  options: DelimitedOptions,
): { scanner: DelimitedScanner; rows: TableRow[] } {
  const named = SEPARATOR_LINE.exec(text);
  const delimiter = named?.[1] ?? sniffDelimiter(text, options.columns);
  const scanner = new DelimitedScanner(file, delimiter);
  return { scanner, rows: scanner.push(text).filter((_, index) => named === null || index > 0) };
}

/** The delimiter that gives the most columns a role in some row; then the one that gives the most columns. */
function sniffDelimiter(text: string, columns: DelimitedOptions['columns']): string {
  let best = { delimiter: ',', roles: 0, cells: 0 };
  for (const delimiter of DELIMITERS) {
    const rows = firstRows(text, delimiter);
    const roles = Math.max(
      0,
      ...rows.map(({ cells }) => {
        const names = cells.map((cell) => cell.text);
        return assignColumns(names, columns).size;
      }),
    );
    const cells = Math.max(0, ...rows.map((row) => row.cells.length));
    if (roles > best.roles || (roles === best.roles && cells > best.cells))
      best = { delimiter, roles, cells };
  }
  return best.delimiter;
}

/** The first rows under a delimiter, as far as they can be read: under a wrong one text may follow a quote. */
function firstRows(text: string, delimiter: string): TableRow[] {
  const scanner = new DelimitedScanner('', delimiter);
  const rows: TableRow[] = [];
  for (const line of text.slice(0, SNIFFED).split(/(?<=[\n\r])/)) {
    try {
      rows.push(...scanner.push(line).filter((row) => !isBlankRow(row)));
    } catch {
      break;
    }
    if (rows.length >= HEADING_ROWS) return rows;
  }
  // A heading is a row even where nothing follows it.
  return rows.length > 0 ? rows : scanner.push('\n');
}

async function* readPieces(file: string, { encoding, signal }: DelimitedOptions): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder?.decode(bytes, { stream: bytes !== undefined }) ?? '';
    } catch (cause) {
      throw new FileEncodingError(`the file is not ${decoder?.encoding.toUpperCase() ?? 'text'}`, {
        place: { file },
        hint: 'Save it as UTF-8 (in Excel: "CSV UTF-8"), or name its encoding: --encoding gb18030, windows-1252, …',
        cause,
      });
    }
  };
  for await (const chunk of streamBytes(file, { maxBytes: MAX_BYTES, tooLargeHint: TOO_LARGE, signal })) {
    decoder ??= new TextDecoder(encoding ?? markedEncoding(chunk), { fatal: true });
    yield decode(chunk);
  }
  yield decode();
}

/** The encoding that a byte order mark names. */
function markedEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
