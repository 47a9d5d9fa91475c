import { isAscii, isUtf8 } from 'node:buffer';
import type { ActionMatrix, MatrixAction } from '../../../domain/construction/action-matrix.js';
import { FileContentError, FileEncodingError, FileSchemaError } from '../../../formats/file-errors.js';
import { csvLine } from '../../../formats/csv-line.js';
import { isFields } from './is-fields.js';
import { parsePythonLiteral, printPythonLiteral, PythonLiteralError } from './python-literal.js';

/** A matrix as CSV: names above and in front, in each cell `0` or a list of actions, as Python prints it unless `print` says otherwise. */
export function matrixCsv(
  { names, rows }: ActionMatrix,
  print: (actions: readonly MatrixAction[]) => string = printPythonLiteral,
): string {
  const lines = [csvLine(['', ...names])];
  for (const source of names) {
    const row = rows.get(source);
    const cells = names.map((target) => {
      const actions = row?.get(target);
      return actions === undefined ? '0' : print(actions);
    });
    lines.push(csvLine([source, ...cells]));
  }
  return lines.join('');
}

/** Which page each screenshot is of, as the published conversion writes it next to a matrix. */
export function screenshotInfoCsv({ names, pages }: ActionMatrix): string {
  const lines = names.flatMap((name) => {
    const page = pages.get(name);
    return page === undefined ? [] : [csvLine([name, String(page)])];
  });
  return csvLine(['screenshot', 'node_id']) + lines.join('');
}

/**
 * What a matrix alone does not say: which screens a graph lists by themselves, and the order of screens and edges, by which it draws.
 * A line an edge; a screen without edges has an empty target.
 */
export function orderCsv({ rows }: ActionMatrix): string {
  const lines = [...rows].flatMap(([source, row]) =>
    row.size === 0 ? [csvLine([source, ''])] : [...row.keys()].map((target) => csvLine([source, target])),
  );
  return csvLine(['source', 'target']) + lines.join('');
}

/** Encodings in the order in which the published tool tries them. Those without a mark of their own fit any bytes. */
const ENCODINGS = ['utf-8', 'gbk', 'gb18030', 'latin1'] as const;

/**
 * The text of a matrix file: UTF-8, GBK (with GB2312), Latin-1, or UTF-16 where it begins with its mark.
 *
 * @throws {FileEncodingError}
 */
export function decodeMatrix(
  bytes: Uint8Array,
  file: string,
): { readonly text: string; readonly encoding: string } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(buffer)) return { text: buffer.toString('latin1'), encoding: 'utf-8' };
  const [first, second] = buffer;
  // Latin-1, which fits all bytes, comes before UTF-16 in the published list.
  if (first === 0xff && second === 0xfe)
    return { text: decoded('utf-16le', buffer) ?? '', encoding: 'utf-16' };
  if (first === 0xfe && second === 0xff)
    return { text: decoded('utf-16be', buffer) ?? '', encoding: 'utf-16' };
  for (const encoding of ENCODINGS) {
    if (encoding === 'utf-8' && !isUtf8(buffer)) continue;
    const text = encoding === 'latin1' ? buffer.toString('latin1') : decoded(encoding, buffer);
    if (text !== null) return { text, encoding };
  }
  throw new FileEncodingError('the file is in no encoding that such files have', { place: { file } });
}

function decoded(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

export interface ParseMatrixOptions {
  /** Texts of the files next to it, where they are there. */
  readonly info?: string;
  readonly order?: string;
  /** Leave cells out that cannot be read, instead of giving up. */
  readonly repair: boolean;
}

/**
 * A matrix from its text.
 *
 * @returns the matrix, and what was left out where `repair` says so
 * @throws {DatasetError} naming line, row and column: rows that do not match the columns, a cell that is no list of actions
 */
export function parseMatrixCsv(
  text: string,
  file: string,
  { info, order, repair }: ParseMatrixOptions,
): { readonly matrix: ActionMatrix; readonly leftOut: readonly string[] } {
  const lines = csvRows(text.replace(/^\uFEFF/, ''), file);
  const header = lines.next();
  if (header.done === true) throw new FileSchemaError('the file is empty', { place: { file } });
  const names = header.value.cells.slice(1).map((name) => name.trim());
  requireDifferent(names, file, header.value.line);
  const known = new Set(names);
  const cellsOf = new Map<string, Map<string, readonly MatrixAction[]>>();
  const leftOut: string[] = [];
  for (const { cells, line } of lines) {
    const [first = '', ...values] = cells;
    const name = first.trim();
    const place = { file, line };
    if (!known.has(name) || cellsOf.has(name)) {
      const why = known.has(name) ? 'there twice' : 'no column';
      throw new FileContentError(`the row ${JSON.stringify(name)} is ${why}`, {
        place,
        hint: 'Rows and columns have to be the same screens.',
      });
    }
    if (values.length !== names.length) {
      throw new FileSchemaError(
        `the row ${JSON.stringify(name)} has ${values.length} cells for ${names.length} columns`,
        { place },
      );
    }
    const row = new Map<string, readonly MatrixAction[]>();
    for (const [index, value] of values.entries()) {
      if (value === '0' || isEmptyCell(value)) continue;
      const column = names[index] ?? '';
      const actions = actionsOf(value);
      if (typeof actions !== 'string') row.set(column, actions);
      else if (repair) leftOut.push(`${file}:${line}: cell ${name} → ${column}: ${actions}`);
      else {
        throw new FileSchemaError(`a cell that is no list of actions: ${actions}`, {
          place: { ...place, path: [name, column] },
          hint: 'Put it right, write 0 for no edge, or read the rest with --repair.',
        });
      }
    }
    cellsOf.set(name, row);
  }
  const missing = names.find((name) => !cellsOf.has(name));
  if (missing !== undefined) {
    throw new FileContentError(`the column ${JSON.stringify(missing)} has no row`, { place: { file } });
  }
  const rows = order === undefined ? cellsOf : inOrder(cellsOf, order, file);
  return { matrix: { names, rows, pages: pagesOf(info, known, file) }, leftOut };
}

function isEmptyCell(value: string): boolean {
  const cell = value.trim();
  return cell === '' || cell === '0' || cell === '0.0' || cell.toLowerCase() === 'nan';
}

/** The actions of a cell, or what is wrong with it. */
function actionsOf(cell: string): readonly MatrixAction[] | string {
  try {
    const value = parsePythonLiteral(cell);
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    const actions = list.filter(isFields);
    return actions.length === list.length
      ? actions
      : 'an action is an object such as {"action_type": "wait"}';
  } catch (error) {
    if (!(error instanceof PythonLiteralError)) throw error;
    return `${error.message} at character ${error.at + 1}`;
  }
}

function requireDifferent(names: readonly string[], file: string, line: number): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) {
      throw new FileContentError(`the column ${JSON.stringify(name)} is there twice`, {
        place: { file, line },
      });
    }
    seen.add(name);
  }
}

/** Rows and cells as the order says; those that it does not know come last, those that are gone are passed over. */
function inOrder(
  cellsOf: ReadonlyMap<string, ReadonlyMap<string, readonly MatrixAction[]>>,
  order: string,
  file: string,
): ActionMatrix['rows'] {
  const rows = new Map<string, Map<string, readonly MatrixAction[]>>();
  const [, ...lines] = csvRows(order, file);
  for (const { cells } of lines) {
    const [source = '', target = ''] = cells;
    const known = cellsOf.get(source);
    if (known === undefined) continue;
    const row = rows.get(source) ?? new Map<string, readonly MatrixAction[]>();
    rows.set(source, row);
    const actions = known.get(target);
    if (actions !== undefined) row.set(target, actions);
  }
  for (const [source, cells] of cellsOf) {
    const row = rows.get(source);
    if (row !== undefined)
      for (const [target, actions] of cells) if (!row.has(target)) row.set(target, actions);
    if (row === undefined && cells.size > 0) rows.set(source, new Map(cells));
  }
  return rows;
}

function pagesOf(
  info: string | undefined,
  known: ReadonlySet<string>,
  file: string,
): ReadonlyMap<string, number> {
  if (info === undefined) return new Map();
  const [, ...lines] = csvRows(info, file);
  return new Map(
    lines.flatMap(({ cells: [name = '', page = ''] }) =>
      known.has(name) && /^\d{1,9}$/.test(page.trim()) ? [[name, Number(page)] as const] : [],
    ),
  );
}

interface CsvLine {
  readonly cells: readonly string[];
  /** From 1; where it begins. */
  readonly line: number;
}

/** Rows of a CSV text; blank ones are passed over. Most of the cells of a matrix are `0`, and are taken as they stand. */
function* csvRows(text: string, file: string): Generator<CsvLine, undefined> {
  let [at, line] = [0, 1];
  while (at < text.length) {
    const start = line;
    const cells: string[] = [];
    for (;;) {
      if (text[at] === '"') {
        const { value, end } = quotedCell(text, at, file, line);
        cells.push(value);
        for (let index = value.indexOf('\n'); index !== -1; index = value.indexOf('\n', index + 1)) line += 1;
        at = end;
      } else {
        let end = at;
        // Almost all cells are `0`.
        if (text.startsWith('0,', at)) end = at + 1;
        else
          while (end < text.length && text[end] !== ',' && text[end] !== '\n' && text[end] !== '\r') end += 1;
        cells.push(text.slice(at, end));
        at = end;
      }
      if (text[at] !== ',') break;
      at += 1;
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    line += 1;
    if (cells.some((cell) => cell !== '')) yield { cells, line: start };
  }
  return undefined;
}

function quotedCell(
  text: string,
  start: number,
  file: string,
  line: number,
): { readonly value: string; readonly end: number } {
  let at = start + 1;
  let value = '';
  for (;;) {
    const end = text.indexOf('"', at);
    if (end === -1) throw new FileSchemaError('a quote is never closed', { place: { file, line } });
    value += text.slice(at, end);
    at = end + 1;
    if (text[at] !== '"') break;
    value += '"';
    at += 1;
  }
  const next = text[at];
  if (next !== undefined && next !== ',' && next !== '\n' && next !== '\r') {
    throw new FileSchemaError('text behind a closing quote', { place: { file, line } });
  }
  return { value, end: at };
}
