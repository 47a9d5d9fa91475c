import { Lexer, type Token, type Tokens } from 'marked';
import { leadingId } from './case-id.js';
import { CaseCollector, type RowValues } from './case-collector.js';
import { assignColumns, roleOfName, type ColumnRole } from './column-roles.js';
import { markdownText, textOfAll } from './markdown-text.js';
import { valuesOfRow } from './row-values.js';
import type { Cell, TableRow } from './table-row.js';
import { TestCaseFileError } from './test-case-file-error.js';
import type { WrittenCase } from './written-case.js';

/** One cell of a row of a Markdown table as it stands in the line. */
interface WrittenCell {
  /** Of its first character that is no space, from 1. */
  readonly column: number;
  readonly isBlank: boolean;
}

export interface MarkdownOptions {
  readonly file: string;
  /** normal name → role that the user gives it; null leaves the column out. */
  readonly columns: ReadonlyMap<string, ColumnRole | null>;
  /** Ids of other files with their places. */
  readonly seen: ConstructorParameters<typeof CaseCollector>[1];
  /** Called with what was passed over. */
  readonly onWarning: (warning: string) => void;
  /** Called with the names of the columns of every table. */
  readonly onHeading: (names: readonly string[]) => void;
}

/** Most characters of a paragraph, entry or cell: parsing its marks takes time in the square of its length. */
const MAX_INLINE_LENGTH = 8192;

/** `Label: text` at the start of a paragraph. */
const LABELLED = /^([^:：\n]{1,40})[:：]\s*/u;

/**
 * Test cases of a Markdown document. A table with a column for steps holds a case per row or several rows per case, where
 * it has a column for ids or titles; else it is the steps of the case that the heading above it names. A table of two
 * columns whose first names fields is one case. Below a heading, lists under "Steps" and "Expected result" are a case too.
 *
 * @throws {TestCaseFileError} with line and column
 */
export function parseMarkdownCases(text: string, options: MarkdownOptions): readonly WrittenCase[] {
  const reader = new MarkdownReader(options);
  let line = 1;
  for (const token of blocksOf(text, options.file)) {
    reader.read(token, line);
    line += countLines(token.raw);
  }
  return reader.finish();
}

/** Whether there is anything in a Markdown document that could hold steps. */
export function holdsTableOrList(text: string, file: string): boolean {
  return blocksOf(text, file).some(({ type }) => type === 'table' || type === 'list');
}

/** @throws {TestCaseFileError} where a part is too long to be read in good time */
function blocksOf(text: string, file: string): readonly Token[] {
  return new BoundedLexer(text, file).lex(text);
}

class BoundedLexer extends Lexer {
  readonly #text: string;
  readonly #file: string;

  constructor(text: string, file: string) {
    super({ gfm: true });
    this.#text = text;
    this.#file = file;
  }

  override inlineTokens(part: string, tokens?: Token[]): Token[] {
    if (part.length <= MAX_INLINE_LENGTH) return super.inlineTokens(part, tokens);
    const start = Math.max(0, this.#text.indexOf(part.split('\n', 1)[0] ?? ''));
    throw new TestCaseFileError(
      `this paragraph, entry or cell has ${part.length} characters, more than the ${MAX_INLINE_LENGTH} allowed`,
      {
        place: { file: this.#file, line: countLines(this.#text.slice(0, start)) + 1 },
        hint: 'Put an empty line between paragraphs, and each step into a row or an entry of its own.',
      },
    );
  }
}

class MarkdownReader {
  readonly #options: MarkdownOptions;
  readonly #collector: CaseCollector;
  /** Headings above, by depth. */
  #headings: { readonly depth: number; readonly text: string; readonly line: number }[] = [];
  /** What the list or paragraph below speaks of. */
  #label: ColumnRole | null = null;
  /** Whether the nearest heading has begun a case. */
  #hasBegun = false;
  /** Texts on the case that the nearest heading names, until its steps come. */
  #before: RowValues = {};
  #steps: RowValues[] = [];

  constructor(options: MarkdownOptions) {
    this.#options = options;
    this.#collector = new CaseCollector(options.file, options.seen);
  }

  read(token: Token, line: number): void {
    switch (token.type) {
      case 'heading':
        this.#heading((token as Tokens.Heading).depth, markdownText(token).trim(), line);
        return;
      case 'table':
        this.#table(token as Tokens.Table, line);
        return;
      case 'list':
        this.#list(token as Tokens.List, line);
        return;
      case 'paragraph':
        this.#paragraph(token, line);
        return;
      default:
    }
  }

  finish(): readonly WrittenCase[] {
    this.#endList();
    return this.#collector.finish();
  }

  #heading(depth: number, text: string, line: number): void {
    const role = roleOfName(text.replace(/[:：]$/u, ''));
    // "Steps" below the heading of a case is a label, not a case.
    if (role !== null && this.#headings.some((above) => above.depth < depth)) {
      this.#label = role;
      return;
    }
    this.#endList();
    this.#label = null;
    this.#headings = [...this.#headings.filter((above) => above.depth < depth), { depth, text, line }];
  }

  #table(token: Tokens.Table, start: number): void {
    const rows = rowsOf(token, start);
    const [heading, ...body] = rows;
    if (heading === undefined) return;
    const { columns, file } = this.#options;
    const names = heading.cells.map(({ text }) => text);
    this.#options.onHeading(names);
    const assigned = assignColumns(names, columns);
    if (assigned.has('action') && (assigned.size > 1 || this.#headings.length > 0)) {
      const isOwn = assigned.has('id') || assigned.has('title');
      if (isOwn) this.#endList();
      else this.#beginHeaded(start);
      const section = isOwn ? (this.#headings.at(-1)?.text ?? null) : null;
      for (const row of body) {
        const values = valuesOfRow(row, assigned, { file, width: names.length });
        this.#collector.addRow(values, row.line, { section });
      }
      return;
    }
    const fields = fieldsOf(rows);
    if (fields === null) {
      this.#options.onWarning(`${file}:${start}: this table has no column of steps and is passed over`);
      return;
    }
    this.#endList();
    const named = this.#headings.at(-1);
    if (fields.id === undefined && fields.title === undefined) this.#beginHeaded(start);
    this.#collector.addRow(fields, start, { section: named?.text ?? null });
  }

  #paragraph(token: Token, start: number): void {
    const place = { line: start, column: 1 };
    for (const line of markdownText(token).split('\n')) {
      const match = LABELLED.exec(line);
      const role = match === null ? null : roleOfName(match[1] ?? '');
      const rest = (role === null ? line : line.slice(match?.[0].length ?? 0)).trim();
      if (role !== null) this.#label = role;
      if (this.#label === null || rest === '') continue;
      this.#say(this.#label, { text: rest, ...place });
    }
  }

  #list(list: Tokens.List, start: number): void {
    let entries = 0;
    let next = start;
    for (const item of list.items) {
      const { action, expected } = partsOfItem(markdownText(item));
      const place = { line: next, column: 1 };
      next += countLines(item.raw);
      const hasResult = expected !== null;
      const role = hasResult ? 'action' : this.#label;
      if (role === null) return;
      entries += 1;
      if (role === 'action') {
        if (action === '') continue;
        this.#steps.push({
          ...(list.ordered && {
            number: { text: String((Number(list.start) || 1) + entries - 1), ...place },
          }),
          action: { text: action, ...place },
          ...(expected !== null && { expected: { text: expected, ...place } }),
        });
      } else if (role === 'expected' && list.ordered && this.#steps[entries - 1] !== undefined) {
        this.#expect(entries - 1, action, place);
      } else this.#say(role, { text: action, ...place });
    }
  }

  #say(role: ColumnRole, cell: Cell): void {
    if (role === 'action') this.#steps.push({ action: cell });
    else if (role === 'expected') this.#expect(this.#steps.length - 1, cell.text, cell);
    else if (this.#headings.length > 0) {
      const known = this.#before[role];
      this.#before[role] = known === undefined ? cell : { ...known, text: `${known.text}\n${cell.text}` };
    }
  }

  #expect(index: number, text: string, place: { line: number; column: number }): void {
    const step = this.#steps[index];
    if (step === undefined) {
      if (this.#headings.length === 0) return;
      throw new TestCaseFileError('an expected result stands before the first step', {
        place: { file: this.#options.file, line: place.line, column: place.column },
        hint: 'Put the steps above what they should lead to.',
      });
    }
    const known = step.expected;
    this.#steps[index] = {
      ...step,
      expected: known === undefined ? { text, ...place } : { ...known, text: `${known.text}\n${text}` },
    };
  }

  /** Begins the case that the nearest heading names. */
  #beginHeaded(line: number): void {
    const steps = this.#steps;
    this.#steps = [];
    if (!this.#hasBegun) {
      const heading = this.#headings.at(-1);
      const { id, title, ...said } = this.#before;
      const named = leadingId(heading?.text ?? '') ?? { id: null, title: heading?.text ?? null };
      this.#collector.begin(heading?.line ?? line, {
        id: id?.text ?? named.id,
        title: title?.text ?? (named.title === '' ? named.id : named.title),
        section: this.#headings.at(-2)?.text ?? null,
      });
      if (Object.keys(said).length > 0) this.#collector.addRow(said, heading?.line ?? line);
      this.#hasBegun = true;
    }
    for (const step of steps) this.#collector.addRow(step, step.action?.line ?? line);
  }

  /** What was listed below the last heading is a case, where it has steps. */
  #endList(): void {
    if (this.#steps.length > 0) this.#beginHeaded(this.#steps[0]?.action?.line ?? 1);
    this.#hasBegun = false;
    this.#before = {};
    this.#steps = [];
  }
}

/** The fields of a table of two columns whose first names them, one case; null where it is none. */
function fieldsOf(rows: readonly TableRow[]): RowValues | null {
  if (!rows.every(({ cells }) => cells.length === 2)) return null;
  const values: RowValues = {};
  for (const { cells } of rows) {
    const role = roleOfName(cells[0]?.text ?? '');
    const value = cells[1];
    if (role !== null && value !== undefined && value.text !== '') values[role] ??= value;
  }
  return values.action === undefined ? null : values;
}

/** An entry of a list of steps, and its text after "Expected:". */
function partsOfItem(text: string): { action: string; expected: string | null } {
  const action: string[] = [];
  const expected: string[] = [];
  let inResult = false;
  for (const line of text.split('\n')) {
    const match = LABELLED.exec(line.trim());
    const isResult = match !== null && roleOfName(match[1] ?? '') === 'expected';
    inResult ||= isResult;
    const said = isResult ? line.trim().slice(match[0].length) : line;
    if (said.trim() !== '') (inResult ? expected : action).push(said.trim());
  }
  return { action: action.join('\n'), expected: inResult ? expected.join('\n') : null };
}

/** The rows of a table with the places of their cells; the first is the heading, the line below it is a separator. */
function rowsOf({ header, rows, raw }: Tokens.Table, start: number): TableRow[] {
  const lines = raw.split('\n');
  return [header, ...rows].map((cells, index): TableRow => {
    const offset = index === 0 ? 0 : index + 1;
    const written = splitRow(lines[offset] ?? '');
    const place = (column: number): { line: number; column: number } => ({
      line: start + offset,
      column: written[column]?.column ?? 1,
    });
    const known = cells.map((cell, column): Cell => ({
      text: textOfAll(cell.tokens).trim(),
      ...place(column),
    }));
    // Markdown drops cells that the heading does not name; somebody has forgotten a backslash before a bar.
    const extra = written
      .slice(cells.length)
      .map(({ isBlank }, column): Cell => ({ text: isBlank ? '' : '|', ...place(cells.length + column) }));
    return { line: start + offset, cells: [...known, ...extra] };
  });
}

function countLines(raw: string): number {
  let count = 0;
  for (let at = raw.indexOf('\n'); at !== -1; at = raw.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Where the cells of a row of a Markdown table stand; bars behind a backslash belong to a cell. Source: GFM 4.10. */
function splitRow(line: string): WrittenCell[] {
  const trimmed = line.trimEnd();
  const lead = /^\s*\|?/.exec(trimmed)?.[0].length ?? 0;
  const cells: WrittenCell[] = [];
  let start = lead;
  for (let at = lead; at <= trimmed.length; at += 1) {
    if (trimmed.charAt(at) === '\\') {
      at += 1;
      continue;
    }
    const isEnd = at === trimmed.length;
    if (!isEnd && trimmed.charAt(at) !== '|') continue;
    // The bar that closes a row opens no cell.
    if (isEnd && start === at && cells.length > 0) break;
    const text = trimmed.slice(start, at);
    cells.push({ column: start + (text.length - text.trimStart().length) + 1, isBlank: text.trim() === '' });
    start = at + 1;
  }
  return cells;
}
