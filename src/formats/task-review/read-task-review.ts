import { describeIssue } from '../../domain/text/describe-issue.js';
import { FileContentError, FileSchemaError } from '../file-errors.js';
import { upgradeFormat } from '../format-version.js';
import { parseJsonLine } from '../trajectories/parse-line.js';
import { readLines } from '../trajectories/read-lines.js';
import { HandDecisionSchema, ReviewedTaskSchema, type ReviewedTask } from './reviewed-task.js';

/** What a person wrote into a line and no history has yet. */
export interface HandDecision {
  readonly status: ReviewedTask['status'];
  readonly instruction: string;
  /** Their name, where the line has it. */
  readonly by: string | null;
  readonly note: string;
}

/** A line of a review. */
export interface ReviewLine {
  /** From 1. */
  readonly line: number;
  /** As its history ends. */
  readonly task: ReviewedTask;
  /** Null where status and instruction are those that the history ends with. */
  readonly decision: HandDecision | null;
}

const LineSchema = ReviewedTaskSchema.unwrap().extend(HandDecisionSchema.shape);

/**
 * Candidates of a review of tasks, one after another. A status or an instruction that the history does not end with is what
 * a person decided by hand.
 *
 * @throws {DatasetError} naming file and line: a line that cannot be read, or an id given twice
 */
export async function* readTaskReview(
  file: string,
  options: { readonly signal: AbortSignal },
): AsyncGenerator<ReviewLine> {
  const lineOf = new Map<string, number>();
  for await (const line of readLines(file, options)) {
    const place = { file, line: line.number };
    const value = upgradeFormat(parseJsonLine(line, file), { name: 'task review', steps: [] }, place);
    const read = LineSchema.safeParse(value);
    if (!read.success) {
      const [issue] = read.error.issues;
      const path = (issue?.path ?? []).map((part) => (typeof part === 'symbol' ? String(part) : part));
      throw new FileSchemaError(issue === undefined ? 'the candidate does not fit' : describeIssue(issue), {
        place: { ...place, path },
        hint: 'Each line is a candidate with its history (docs/task-curation.md); change status and instruction alone.',
      });
    }
    const { id } = read.data;
    const earlier = lineOf.get(id);
    if (earlier !== undefined) {
      throw new FileContentError(`candidate "${id}" is on line ${earlier} already`, {
        place,
        hint: 'Keep one line for each candidate; what was done with it goes into its history.',
      });
    }
    lineOf.set(id, line.number);
    yield { line: line.number, ...takenApart(read.data) };
  }
}

function takenApart({ by, note, ...written }: ReturnType<typeof LineSchema.parse>): Omit<ReviewLine, 'line'> {
  const { status, instruction, history } = written;
  const last = history.at(-1);
  if (last === undefined || (last.status === status && last.instruction === instruction)) {
    return { task: written, decision: null };
  }
  const task = { ...written, status: last.status, instruction: last.instruction };
  return { task, decision: { status, instruction, by: by ?? null, note: note ?? '' } };
}
