import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { FileTooLargeError } from '../../files/file-errors.js';
import { readBytes } from '../../files/read-bytes.js';
import type { TableRow } from './table-row.js';
import { TestCaseFileError } from './test-case-file-error.js';
import { unpackWorkbook } from './unpack-workbook.js';

/** Most bytes of a workbook as it is stored. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Most rows of all its sheets, and most cells; a sheet's last cell decides, however empty it is. */
const MAX_ROWS = 100_000;
const MAX_CELLS = 4_000_000;
/** Where the last cell of a sheet lies so far out that its reader would only fill its memory before it ends. */
const HOPELESS_CELLS = 40_000_000;
const SMALLER = 'Divide it, or save the sheet with the cases as "CSV UTF-8".';
/** Memory for its reader; a sheet whose one cell lies far out would take all there is. */
const MAX_HEAP_MIB = 384;

/** One sheet of a workbook. */
export interface WorkbookSheet {
  readonly name: string;
  readonly rows: readonly TableRow[];
}

const CellValueSchema = z.union([z.string(), z.number(), z.boolean(), z.date(), z.null()]);
const AnswerSchema = z.union([
  z.object({ sheets: z.array(z.object({ sheet: z.string(), data: z.array(z.array(CellValueSchema)) })) }),
  z.object({ rows: z.number(), cells: z.number() }),
  z.object({ failure: z.string() }),
]);

/**
 * What the reader's process does. The package is loaded there alone, when a workbook is read. Rows are counted before they are
 * handed over.
 */
const READER = `
const [reader, maxRows, maxCells] = process.argv.slice(1);
process.once('message', (bytes) => {
  const archive = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const say = (answer) => process.send(answer, () => process.disconnect());
  require(reader).default(archive).then(
    (sheets) => {
      const rows = sheets.reduce((sum, { data }) => sum + data.length, 0);
      const cells = sheets.reduce((sum, { data }) => data.reduce((more, row) => more + row.length, sum), 0);
      say(rows > Number(maxRows) || cells > Number(maxCells) ? { rows, cells } : { sheets });
    },
    (error) => say({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
`;

/**
 * The sheets of a workbook (.xlsx), read in a process of its own with memory of its own.
 *
 * @throws {FileUnreadableError | FileTooLargeError | TestCaseFileError} with the file
 */
export async function readWorkbook(
  file: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly WorkbookSheet[]> {
  const bytes = await readBytes(file, { maxBytes: MAX_BYTES, tooLargeHint: SMALLER, signal });
  const archive = unpackWorkbook(bytes, file);
  if (lastCells(archive) > HOPELESS_CELLS) throw tooLarge(file, 'its sheets reach too far');
  const answer = await askReader(archive, { file, signal });
  if ('failure' in answer) {
    throw new TestCaseFileError(`the workbook cannot be read: ${answer.failure}`, {
      place: { file },
      hint: 'Open it, save it as .xlsx once more, or save the sheet with the cases as "CSV UTF-8".',
    });
  }
  if ('rows' in answer) {
    const { rows, cells } = answer;
    throw tooLarge(file, rows > MAX_ROWS ? `its sheets have ${rows} rows` : `its sheets have ${cells} cells`);
  }
  return answer.sheets.map(({ sheet, data }) => ({
    name: sheet,
    rows: data.map((cells, index) => ({
      line: index + 1,
      cells: cells.map((value, at) => ({ text: textOf(value), line: index + 1, column: at + 1 })),
    })),
  }));
}

/** Cells up to the last one of any sheet, by the places that cells of an unpacked workbook name. */
function lastCells(archive: Uint8Array): number {
  let [rows, columns] = [0, 0];
  const text = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength).toString('latin1');
  for (const [, letters = '', digits] of text.matchAll(/<c [^>]{0,200}?\br="([A-Z]{1,9})(\d{1,15})"/g)) {
    rows = Math.max(rows, Number(digits));
    let column = 0;
    for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
    columns = Math.max(columns, column);
  }
  return rows * columns;
}

/** A thread would not do: an array that outgrows the memory of a thread ends the whole process. */
async function askReader(
  archive: Uint8Array,
  { file, signal }: { readonly file: string; readonly signal: AbortSignal },
): Promise<z.infer<typeof AnswerSchema>> {
  signal.throwIfAborted();
  const reader = createRequire(import.meta.url).resolve('read-excel-file/universal');
  const limits = [`--max-old-space-size=${MAX_HEAP_MIB}`, '--no-warnings'];
  const root = process.env['SystemRoot'];
  const child = spawn(
    process.execPath,
    [...limits, '-e', READER, reader, String(MAX_ROWS), String(MAX_CELLS)],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      env: root === undefined ? {} : { SystemRoot: root },
      windowsHide: true,
    },
  );
  let onAbort = (): void => undefined;
  try {
    return await new Promise((resolve, reject) => {
      onAbort = () => reject(signal.reason as Error);
      signal.addEventListener('abort', onAbort, { once: true });
      child.once('message', (message) => resolve(AnswerSchema.parse(message)));
      child.once('error', reject);
      // Without an answer: it has run out of memory.
      child.once('exit', () => reject(tooLarge(file, 'its sheets reach too far')));
      child.send(archive, (error) => {
        if (error !== null) reject(error);
      });
    });
  } finally {
    signal.removeEventListener('abort', onAbort);
    child.kill('SIGKILL');
  }
}

/** A cell as it is read on: days without a time as days. */
function textOf(value: z.infer<typeof CellValueSchema>): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return String(value).replace(/\r\n?/g, '\n');
}

function tooLarge(file: string, what: string): FileTooLargeError {
  return new FileTooLargeError(`${what}; at most ${MAX_ROWS} rows and ${MAX_CELLS} cells are read`, {
    place: { file },
    hint: `Remove what lies far below or right of the cases. ${SMALLER}`,
  });
}
