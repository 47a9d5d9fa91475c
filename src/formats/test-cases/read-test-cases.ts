import { extname } from 'node:path';
import type { FilePlace } from '../../errors.js';
import { readTextFile } from '../read-json-file.js';
import { CaseCollector } from './case-collector.js';
import { COLUMN_ROLES, type ColumnAssignment } from './column-roles.js';
import { headingOf, readDelimited, type DelimitedOptions } from './read-delimited.js';
import { holdsTableOrList, parseMarkdownCases } from './read-markdown.js';
import { valuesOfRow } from './row-values.js';
import { isBlankRow, type TableRow } from './table-row.js';
import { TestCaseFileError } from './test-case-file-error.js';
import type { WrittenCase } from './written-case.js';

/** Most bytes of a Markdown file; its parser is made for what people write, not for what programs print. */
const MAX_MARKDOWN_BYTES = 4 * 1024 * 1024;
/** Rows searched for a heading. */
const HEADING_ROWS = 20;
const MARKDOWN = new Set(['.md', '.markdown', '.mdown']);

export interface ReadTestCasesOptions extends DelimitedOptions {
  /** Ids already taken by other files, with their places; the ids of this one are added. */
  readonly seen?: Map<string, FilePlace>;
  /** Called with what was passed over. */
  readonly onWarning?: (warning: string) => void;
  /** Called with the names of the columns of every table. */
  readonly onHeading?: (names: readonly string[]) => void;
}

/** The roles of the columns of a delimited file, and how many its heading names. */
interface Heading {
  readonly columns: ColumnAssignment;
  readonly width: number;
}

/**
 * The test cases of a file: Markdown by its extension, else delimited text (CSV, TSV).
 *
 * @throws {DatasetError} with file and place: `TestCaseFileError` for the content of the cases, those of
 * `formats/file-errors.ts` where the file cannot be read
 */
export async function readTestCases(
  file: string,
  options: ReadTestCasesOptions,
): Promise<readonly WrittenCase[]> {
  const seen = options.seen ?? new Map<string, FilePlace>();
  const onWarning = options.onWarning ?? (() => undefined);
  const onHeading = options.onHeading ?? (() => undefined);
  if (MARKDOWN.has(extname(file).toLowerCase())) {
    const text = await readTextFile(file, { maxBytes: MAX_MARKDOWN_BYTES, signal: options.signal });
    const cases = parseMarkdownCases(text, { file, columns: options.columns, seen, onWarning, onHeading });
    if (cases.length === 0) throw holdsTableOrList(text, file) ? noSteps(file, []) : noTable(file);
    return cases;
  }
  const collector = new CaseCollector(file, seen);
  const add = (row: TableRow, { columns, width }: Heading): void => {
    if (!isBlankRow(row)) collector.addRow(valuesOfRow(row, columns, { file, width }), row.line);
  };
  const waiting: TableRow[] = [];
  const begin = (): Heading => {
    const found = headingOf(waiting, options.columns);
    if (found === null) throw waiting.some(isOfTable) ? noSteps(file, waiting) : noTable(file);
    const names = waiting[found.index]?.cells.map(({ text }) => text) ?? [];
    onHeading(names);
    const heading = { columns: found.columns, width: names.length };
    for (const row of waiting.slice(found.index + 1)) add(row, heading);
    return heading;
  };
  let heading: Heading | null = null;
  for await (const row of readDelimited(file, options)) {
    if (heading !== null) add(row, heading);
    else if (!isBlankRow(row)) {
      waiting.push(row);
      if (waiting.length === HEADING_ROWS) heading = begin();
    }
  }
  if (heading === null) begin();
  const cases = collector.finish();
  if (cases.length > 0) return cases;
  throw new TestCaseFileError('the file has a heading and no test cases', {
    place: { file },
    hint: 'Write a row for every case, or for every step.',
  });
}

/** Whether a row can be one of a table: a sentence with a comma in it is none. */
function isOfTable({ cells }: TableRow): boolean {
  return cells.length > 1 && !/[.!?。！？]\s*$/u.test(cells.at(-1)?.text ?? '');
}

function noTable(file: string): TestCaseFileError {
  return new TestCaseFileError('no table or list was found', {
    place: { file },
    hint: 'Write the cases as CSV or TSV with a heading, or as Markdown (.md) with tables or lists of steps; docs/test-cases.md shows each.',
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
