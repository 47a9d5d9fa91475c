import { extname } from 'node:path';
import type { FilePlace } from '../../errors.js';
import { readTextFile } from '../read-json-file.js';
import { CaseCollector } from './case-collector.js';
import { COLUMN_ROLES, type ColumnAssignment } from './column-roles.js';
import { headingOf, readDelimited, type DelimitedOptions } from './read-delimited.js';
import { holdsTableOrList, parseMarkdownCases } from './read-markdown.js';
import { readWorkbook } from './read-workbook.js';
import { valuesOfRow } from './row-values.js';
import { isBlankRow, type TableRow } from './table-row.js';
import { TestCaseFileError } from './test-case-file-error.js';
import type { WrittenCase } from './written-case.js';

/** Most bytes of a Markdown file; its parser is made for what people write, not for what programs print. */
const MAX_MARKDOWN_BYTES = 4 * 1024 * 1024;
/** Rows searched for a heading. */
const HEADING_ROWS = 20;
const WORKBOOKS = new Set(['.xlsx', '.xlsm']);
const MARKDOWN = new Set(['.md', '.markdown', '.mdown']);

export interface ReadTestCasesOptions extends DelimitedOptions {
  /** Ids already taken by other files, with their places; the ids of this one are added. */
  readonly seen?: Map<string, FilePlace>;
  /** Called with what was passed over. */
  readonly onWarning?: (warning: string) => void;
  /** Called with the names of the columns of every table. */
  readonly onHeading?: (names: readonly string[]) => void;
}

/** The roles of the columns of a table, and how many its heading names. */
interface Heading {
  readonly columns: ColumnAssignment;
  readonly width: number;
}

/**
 * The test cases of a file: Markdown and workbooks (.xlsx) by their extension, else delimited text (CSV, TSV).
 *
 * @throws {DatasetError} with file and place: `TestCaseFileError` for the content of the cases, those of
 * `formats/file-errors.ts` where the file cannot be read
 */
export async function readTestCases(
  file: string,
  options: ReadTestCasesOptions,
): Promise<readonly WrittenCase[]> {
  const given: Given = {
    ...options,
    seen: options.seen ?? new Map<string, FilePlace>(),
    onWarning: options.onWarning ?? (() => undefined),
    onHeading: options.onHeading ?? (() => undefined),
  };
  const extension = extname(file).toLowerCase();
  if (MARKDOWN.has(extension)) return readMarkdown(file, given);
  if (WORKBOOKS.has(extension)) return readSheets(file, given);
  const table = new CaseTable(file, given);
  for await (const row of readDelimited(file, options)) {
    table.add(row);
    if (table.isHeadless) break;
  }
  return table.cases() ?? table.refuse();
}

type Given = Required<Pick<ReadTestCasesOptions, 'seen' | 'onWarning' | 'onHeading'>> & ReadTestCasesOptions;

async function readMarkdown(file: string, options: Given): Promise<readonly WrittenCase[]> {
  const { columns, seen, onWarning, onHeading, signal } = options;
  const text = await readTextFile(file, { maxBytes: MAX_MARKDOWN_BYTES, signal });
  const cases = parseMarkdownCases(text, { file, columns, seen, onWarning, onHeading });
  if (cases.length === 0) throw holdsTableOrList(text, file) ? noSteps(file, []) : noTable(file);
  return cases;
}

/** The cases of every sheet that has a heading; others are passed over. */
async function readSheets(file: string, options: Given): Promise<readonly WrittenCase[]> {
  const sheets = await readWorkbook(file, { signal: options.signal });
  const filled = sheets.filter(({ rows }) => rows.some((row) => !isBlankRow(row)));
  const tables = filled.map(({ name, rows }) => {
    const table = new CaseTable(filled.length > 1 ? `${file} [${name}]` : file, options);
    for (const row of rows) table.add(row);
    return { name, table, cases: table.cases() };
  });
  const cases = tables.flatMap((one) => one.cases ?? []);
  if (cases.length === 0) return tables[0]?.table.refuse() ?? raise(noTable(file));
  for (const one of tables) {
    if (one.cases === null) options.onWarning(`the sheet "${one.name}" of ${file} holds no test cases`);
  }
  return cases;
}

function raise(error: Error): never {
  throw error;
}

/** Rows of which the first few hold a heading, and the cases below it. */
class CaseTable {
  readonly #file: string;
  readonly #options: Given;
  readonly #collector: CaseCollector;
  readonly #waiting: TableRow[] = [];
  #heading: Heading | null = null;
  #isHeadless = false;

  constructor(file: string, options: Given) {
    this.#file = file;
    this.#options = options;
    this.#collector = new CaseCollector(file, options.seen);
  }

  /** Whether as many rows have passed as may stand above a heading, and none is one. */
  get isHeadless(): boolean {
    return this.#isHeadless;
  }

  add(row: TableRow): void {
    if (isBlankRow(row) || this.#isHeadless) return;
    if (this.#heading !== null) this.#collect(row, this.#heading);
    else {
      this.#waiting.push(row);
      if (this.#waiting.length === HEADING_ROWS) this.#begin();
    }
  }

  /** All cases once every row was added; null where there is no heading, or nothing below it. */
  cases(): readonly WrittenCase[] | null {
    if (this.#heading === null && !this.#isHeadless) this.#begin();
    if (this.#heading === null) return null;
    const cases = this.#collector.finish();
    return cases.length > 0 ? cases : null;
  }

  /** @throws {TestCaseFileError} why there are no cases */
  refuse(): never {
    if (this.#heading === null) {
      throw this.#waiting.some(isOfTable) ? noSteps(this.#file, this.#waiting) : noTable(this.#file);
    }
    throw new TestCaseFileError('the file has a heading and no test cases', {
      place: { file: this.#file },
      hint: 'Write a row for every case, or for every step.',
    });
  }

  #begin(): void {
    const found = headingOf(this.#waiting, this.#options.columns);
    if (found === null) {
      this.#isHeadless = true;
      return;
    }
    const names = this.#waiting[found.index]?.cells.map(({ text }) => text) ?? [];
    this.#options.onHeading(names);
    this.#heading = { columns: found.columns, width: names.length };
    for (const row of this.#waiting.slice(found.index + 1)) this.#collect(row, this.#heading);
  }

  #collect(row: TableRow, { columns, width }: Heading): void {
    this.#collector.addRow(valuesOfRow(row, columns, { file: this.#file, width }), row.line);
  }
}

/** Whether a row can be one of a table: a sentence with a comma in it is none. */
function isOfTable({ cells }: TableRow): boolean {
  return cells.length > 1 && !/[.!?。！？]\s*$/u.test(cells.at(-1)?.text ?? '');
}

function noTable(file: string): TestCaseFileError {
  return new TestCaseFileError('no table or list was found', {
    place: { file },
    hint: 'Write the cases as CSV, TSV or .xlsx with a heading, or as Markdown (.md) with tables or lists of steps; docs/test-cases.md shows each.',
  });
}

function noSteps(file: string, rows: readonly TableRow[]): TestCaseFileError {
  const [first] = rows;
  const names = (first?.cells ?? []).map(({ text }) => text.trim()).filter((text) => text !== '');
  const found = names.length === 0 ? '' : ` among: ${names.join(', ')}`;
  return new TestCaseFileError(`no column says what to do at each step${found}`, {
    place: { file, ...(first === undefined ? {} : { line: first.line }) },
    hint: `Call it "Step" or "步骤", or say which it is: --columns "NAME=action" (roles: ${COLUMN_ROLES.join(', ')}).`,
  });
}
