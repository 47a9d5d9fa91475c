import type { Cell, TableRow } from './table-row.js';
import { TestCaseFileError } from './test-case-file-error.js';

/** Most characters of one quoted field. What is longer is a quote that nobody closed. */
const MAX_FIELD = 1024 * 1024;

/** Where the scanner is: before a field, in a plain one, in a quoted one, or behind its closing quote. */
type State = 'start' | 'plain' | 'quoted' | 'closed';

/**
 * Rows of delimited text (CSV, TSV), which is given piece by piece as it is read; each cell has its place. Fields may
 * be quoted, and then hold delimiters, line breaks and doubled quotes; a quote inside a plain field is an ordinary
 * character, as spreadsheets write it. Lines end with CR, LF or both.
 *
 * Source: RFC 4180.
 *
 * @throws {TestCaseFileError} for a quote that is never closed, and for text behind a closing quote
 */
export class DelimitedScanner {
  readonly #file: string;
  readonly #delimiter: string;
  #state: State = 'start';
  #text: string[] = [];
  #length = 0;
  #cells: Cell[] = [];
  #line = 1;
  #column = 1;
  /** Place of the field that is being read. */
  #start = { line: 1, column: 1 };
  #lastWasReturn = false;

  constructor(file: string, delimiter: string) {
    this.#file = file;
    this.#delimiter = delimiter;
  }

  /** Rows that end within this piece. */
  push(piece: string): TableRow[] {
    const rows: TableRow[] = [];
    for (let at = 0; at < piece.length; at += 1) {
      const sign = piece.charAt(at);
      const follows = this.#lastWasReturn && sign === '\n';
      this.#lastWasReturn = sign === '\r';
      // The second half of a line end.
      if (follows) continue;
      const isBreak = sign === '\n' || sign === '\r';
      if (this.#state === 'quoted') this.#quoted(isBreak ? '\n' : sign);
      else if (isBreak) this.#endRow(rows);
      else this.#unquoted(sign);
      if (isBreak) {
        this.#line += 1;
        this.#column = 1;
      } else this.#column += 1;
      if (this.#state === 'start') this.#start = { line: this.#line, column: this.#column };
    }
    return rows;
  }

  /** The last row, where the text does not end with a line end. */
  end(): TableRow[] {
    if (this.#state === 'quoted') throw this.#unclosed();
    const rows: TableRow[] = [];
    if (this.#state !== 'start' || this.#cells.length > 0) this.#endRow(rows);
    return rows;
  }

  #quoted(sign: string): void {
    if (sign === '"') this.#state = 'closed';
    else this.#add(sign);
  }

  #unquoted(sign: string): void {
    if (this.#state === 'closed' && sign === '"') {
      this.#state = 'quoted';
      this.#add('"');
    } else if (sign === this.#delimiter) {
      this.#endField();
    } else if (this.#state === 'closed') {
      // White space between a closing quote and the delimiter is common and means nothing.
      if (sign === ' ' || sign === '\t') return;
      throw new TestCaseFileError('text follows the closing quote of a field', {
        place: { file: this.#file, line: this.#line, column: this.#column },
        hint: 'Put quotes around the whole field, and double those within it: "a ""b"" c".',
      });
    } else if (this.#state === 'start' && sign === '"') {
      this.#state = 'quoted';
    } else {
      this.#state = 'plain';
      this.#add(sign);
    }
  }

  #add(sign: string): void {
    this.#text.push(sign);
    this.#length += 1;
    if (this.#length > MAX_FIELD) throw this.#unclosed();
  }

  #endField(): void {
    this.#cells.push({ text: this.#text.join(''), ...this.#start });
    this.#text = [];
    this.#length = 0;
    this.#state = 'start';
  }

  #endRow(rows: TableRow[]): void {
    this.#endField();
    rows.push({ line: this.#cells[0]?.line ?? this.#line, cells: this.#cells });
    this.#cells = [];
  }

  #unclosed(): TestCaseFileError {
    return new TestCaseFileError(
      this.#length > MAX_FIELD
        ? 'a field has more than a million characters'
        : 'a quoted field is never closed',
      {
        place: { file: this.#file, ...this.#start },
        hint: 'Close the quote that stands here, or double it ("") where it belongs to the text.',
      },
    );
  }
}
