import { parseJsonLine } from '../trajectories/parse-line.js';
import { csvTable, type CsvRow } from '../csv-table.js';
import { FileContentError, JsonSyntaxError } from '../file-errors.js';
import { MAX_EXAM_STEPS } from './exam-trajectory.js';

/** Columns of an exam as CSV, one step a row. */
const COLUMNS = [
  'id',
  'instruction',
  'language',
  'apps',
  'tags',
  'label',
  'labeller',
  'completed',
  'screenshot',
  'hierarchy',
  'action',
  'thought',
  'answer',
] as const;
type ExamColumn = (typeof COLUMNS)[number];

/** What is said once of a trajectory: in its first row, and the same or nothing in the others. */
const ONCE = ['instruction', 'language', 'apps', 'tags', 'label', 'labeller', 'completed'] as const;

/** A trajectory as its rows say it, still to be checked against the schema. */
export interface TableTrajectory {
  readonly value: unknown;
  /** Its first row. */
  readonly line: number;
}

/**
 * Trajectories of an exam as CSV; the rows of one stand together. A row without an action is the screen after the last step.
 *
 * @throws {DatasetError} naming file and line
 */
export async function* examTable(
  file: string,
  options: { readonly hint: string; readonly signal: AbortSignal },
): AsyncGenerator<TableTrajectory> {
  const rows = csvTable(file, { ...options, columns: COLUMNS, required: ['id', 'instruction'] });
  let group: CsvRow<ExamColumn>[] = [];
  for await (const row of rows) {
    const [first] = group;
    if (first !== undefined && first.cells.id !== row.cells.id) {
      yield trajectoryOf(group, file);
      group = [];
    }
    if (group.length > MAX_EXAM_STEPS) {
      throw new FileContentError(`a trajectory of more than ${MAX_EXAM_STEPS} steps`, {
        place: { file, line: row.line },
        hint: options.hint,
      });
    }
    group.push(row);
  }
  if (group.length > 0) yield trajectoryOf(group, file);
}

function trajectoryOf(rows: readonly CsvRow<ExamColumn>[], file: string): TableTrajectory {
  const [first] = rows as [CsvRow<ExamColumn>];
  for (const { cells, line } of rows.slice(1)) {
    const other = ONCE.find((name) => !isEmpty(cells[name]) && cells[name] !== first.cells[name]);
    if (other === undefined) continue;
    throw new FileContentError(
      `${other} is not what the first row of trajectory "${first.cells.id ?? ''}" says (line ${first.line})`,
      { place: { file, line }, hint: 'Leave the cell empty, or give another trajectory another id.' },
    );
  }
  const last = rows.at(-1);
  const final = last !== undefined && isEmpty(last.cells.action) ? last : undefined;
  const open = rows.find((row) => row !== final && isEmpty(row.cells.action));
  if (open !== undefined) {
    throw new FileContentError('a step without an action, and more steps after it', {
      place: { file, line: open.line },
      hint: 'Only the last row of a trajectory may have no action: it is the screen at the end.',
    });
  }
  const { id, instruction, language, apps, tags, label, labeller, completed } = first.cells;
  return {
    line: first.line,
    value: {
      id,
      instruction,
      language: filled(language),
      apps: listOf(apps),
      tags: listOf(tags),
      label: filled(label)?.toLowerCase(),
      labeller: filled(labeller),
      completed: completedOf(completed),
      steps: rows
        .filter((row) => row !== final)
        .map((row) => ({
          ...screenOf(row),
          action: actionOf(row, file),
          thought: filled(row.cells.thought),
          answer: filled(row.cells.answer),
        })),
      final: final === undefined ? undefined : screenOf(final),
    },
  };
}

function screenOf({ cells }: CsvRow<ExamColumn>): object {
  return { screenshot: filled(cells.screenshot), hierarchy: filled(cells.hierarchy) };
}

/** A cell that begins like an object is a unified action; everything else is words. */
function actionOf({ cells, line }: CsvRow<ExamColumn>, file: string): unknown {
  const text = cells.action ?? '';
  if (!text.startsWith('{')) return text;
  try {
    return parseJsonLine({ number: line, text }, file);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new JsonSyntaxError('the action begins like JSON and is none', {
      place: { file, line },
      hint: 'Write a unified action as JSON (touchstone schema action), or what was done in words.',
      cause: error,
    });
  }
}

function completedOf(cell: string | undefined): unknown {
  const word = filled(cell)?.toLowerCase();
  if (word === 'yes' || word === 'true') return true;
  return word === 'no' || word === 'false' ? false : word;
}

function listOf(cell: string | undefined): string[] {
  return (cell ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function isEmpty(cell: string | undefined): boolean {
  return cell === undefined || cell === '';
}

function filled(cell: string | undefined): string | undefined {
  return isEmpty(cell) ? undefined : cell;
}
