import type { FilePlace } from '../../errors.js';
import type { ColumnRole } from './column-roles.js';
import { idOfTitle } from './case-id.js';
import { splitItems, type Item } from './split-items.js';
import type { Cell } from './table-row.js';
import { TestCaseFileError } from './test-case-file-error.js';
import type { WrittenCase } from './written-case.js';

/** The cells of one row, by role; empty ones are left out. */
export type RowValues = Partial<Record<ColumnRole, Cell>>;

/** Roles that speak of a case as a whole. */
const OF_CASE = ['objective', 'section', 'preconditions', 'priority'] as const;

interface OpenStep {
  readonly number: number | null;
  readonly action: string;
  readonly data: string | null;
  readonly expected: string[];
}

interface OpenCase {
  readonly id: string | null;
  readonly title: string | null;
  readonly place: FilePlace;
  readonly said: Partial<Record<(typeof OF_CASE)[number], string>>;
  readonly rows: { readonly values: RowValues; readonly line: number }[];
}

/**
 * Puts test cases together from rows: one row may hold a whole case, or a case goes over several rows that repeat its id and
 * title or leave them empty. Cells that hold numbered entries are taken apart, and results go to the step of their number.
 *
 * @throws {TestCaseFileError} for an id that comes again, a case without steps, a row that belongs to no case, a result
 * before the first step, and step numbers that do not rise
 */
export class CaseCollector {
  readonly #file: string;
  readonly #seen: Map<string, FilePlace>;
  readonly #cases: WrittenCase[] = [];
  #open: OpenCase | null = null;

  /** @param seen ids of other files with their places; ids of this one are added */
  constructor(file: string, seen: Map<string, FilePlace> = new Map()) {
    this.#file = file;
    this.#seen = seen;
  }

  /** Begins a case that its heading names. */
  begin(line: number, names: { id: string | null; title: string | null; section?: string | null }): void {
    this.#close();
    const { id, title, section } = names;
    const said = section === undefined || section === null ? {} : { section };
    this.#open = { id, title, place: { file: this.#file, line }, said, rows: [] };
  }

  /** Whether a case is open. */
  get isOpen(): boolean {
    return this.#open !== null;
  }

  addRow(values: RowValues, line: number, options: { readonly section?: string | null } = {}): void {
    if (Object.keys(values).length === 0) return;
    if (this.#beginsCase(values)) {
      const cell = values.id ?? values.title;
      this.begin(line, { id: values.id?.text ?? null, title: values.title?.text ?? null, ...options });
      if (this.#open !== null && cell !== undefined) {
        this.#open = { ...this.#open, place: this.#at(cell) };
      }
    }
    const open = this.#open;
    if (open === null) {
      throw new TestCaseFileError('this row belongs to no test case', {
        place: { file: this.#file, line },
        hint: 'Give the first row of every case an id or a title.',
      });
    }
    for (const role of OF_CASE) {
      const text = values[role]?.text;
      if (text !== undefined) open.said[role] ??= text;
    }
    if (values.action !== undefined || values.expected !== undefined) open.rows.push({ values, line });
  }

  /** All cases, in order. */
  finish(): readonly WrittenCase[] {
    this.#close();
    return this.#cases;
  }

  #beginsCase({ id, title }: RowValues): boolean {
    const open = this.#open;
    if (open === null) return id !== undefined || title !== undefined;
    if (id !== undefined && id.text !== open.id) return true;
    if (title === undefined || title.text === open.title) return false;
    if (id === undefined) return true;
    throw this.#repeated(id.text, this.#at(id), open.place);
  }

  #close(): void {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    const { place, said } = open;
    const title = open.title ?? open.id ?? '';
    const id = open.id ?? idOfTitle(title);
    const named = title === '' ? 'a test case' : `the test case "${title}"`;
    if (id === '') {
      throw new TestCaseFileError(`${named} has neither an id nor a title of letters or digits`, {
        place,
        hint: 'Give it one of the two.',
      });
    }
    const earlier = this.#seen.get(id);
    if (earlier !== undefined) throw this.#repeated(id, place, earlier, open.id === null);
    this.#seen.set(id, place);
    const steps = this.#steps(open);
    if (steps.length === 0) {
      throw new TestCaseFileError(`${named} has no steps`, {
        place,
        hint: 'Write what to do in its step column, or remove the case.',
      });
    }
    const { objective = null, section = null, preconditions = null, priority = null } = said;
    this.#cases.push({ id, title, objective, section, preconditions, priority, steps, place });
  }

  #steps({ rows }: OpenCase): OpenStep[] {
    const steps: OpenStep[] = [];
    const isWhole = rows.length === 1 && rows[0]?.values.number === undefined;
    for (const { values, line } of rows) {
      const { number, action, data, expected } = values;
      const results = expected === undefined ? [] : splitItems(expected.text, { sparse: true });
      const own = numberOf(number);
      const last = steps.at(-1);
      if (action === undefined) {
        if (last === undefined) {
          throw new TestCaseFileError('an expected result stands before the first step', {
            place: expected === undefined ? { file: this.#file, line } : this.#at(expected),
            hint: 'Write what to do in the same row, or in one above it.',
          });
        }
        for (const { text } of results) if (text !== '') last.expected.push(text);
        continue;
      }
      if (own !== null && last !== undefined && last.number !== null && own <= last.number) {
        throw new TestCaseFileError(`step ${own} follows step ${last.number}`, {
          place: number === undefined ? { file: this.#file, line } : this.#at(number),
          hint: 'Number the steps of a case upwards, and give every case an id of its own.',
        });
      }
      steps.push(...stepsOfRow(action.text, results, { number: own, data: data?.text ?? null, isWhole }));
    }
    return steps;
  }

  #at({ line, column }: Cell): FilePlace {
    return { file: this.#file, line, column };
  }

  #repeated(id: string, place: FilePlace, earlier: FilePlace, isMade = false): TestCaseFileError {
    const where = `${earlier.file === this.#file ? 'line' : `${earlier.file}:`}${earlier.file === this.#file ? ' ' : ''}${earlier.line ?? 1}`;
    return new TestCaseFileError(
      isMade
        ? `two test cases without ids have one title (the other: ${where})`
        : `the id "${id}" is given to two test cases (the other: ${where})`,
      { place, hint: isMade ? 'Give them ids, or titles that differ.' : 'Give every case an id of its own.' },
    );
  }
}

/** The steps of one row: one, or as many as its cell numbers (or, where the row is the whole case, lists). */
function stepsOfRow(
  text: string,
  results: readonly Item[],
  row: { readonly number: number | null; readonly data: string | null; readonly isWhole: boolean },
): OpenStep[] {
  const items = splitItems(text);
  const isList = row.number === null && (items[0]?.number === 1 || row.isWhole);
  if (!isList || items.length === 0) {
    const [only] = items;
    // One numbered entry adds nothing to the number column.
    const action = items.length === 1 && only !== undefined ? only.text : text.trim();
    return [{ number: row.number, action, data: row.data, expected: textsOf(results) }];
  }
  const actions = items.filter((item) => item.text !== '');
  // Data of several steps belong to none of them alone; the first is where they are read in time.
  const steps = actions.map((item, index): OpenStep => ({
    number: item.number,
    action: item.text,
    data: index === 0 ? row.data : null,
    expected: [],
  }));
  for (const result of results) {
    if (result.text === '') continue;
    const own = steps.find(({ number }) => number !== null && number === result.number) ?? steps.at(-1);
    own?.expected.push(result.text);
  }
  return steps;
}

function textsOf(items: readonly Item[]): string[] {
  return items.flatMap(({ text }) => (text === '' ? [] : [text]));
}

/** A step's number, null where it is none such as `1.2`. */
function numberOf(cell: Cell | undefined): number | null {
  const match = /^(?:step|步骤)?\s*(\d{1,6})\s*[.)、）]?$/iu.exec(cell?.text.trim() ?? '');
  return match === null ? null : Number(match[1]);
}
