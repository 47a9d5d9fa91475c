import { describeIssue } from '../../domain/text/describe-issue.js';
import { FileContentError, FileSchemaError } from '../file-errors.js';
import { upgradeFormat } from '../format-version.js';
import { parseJsonLine } from '../trajectories/parse-line.js';
import { readLines } from '../trajectories/read-lines.js';
import { ReviewedTaskSchema, type ReviewedTask } from './reviewed-task.js';

/**
 * Candidates of a review of tasks, one after another.
 *
 * @throws {DatasetError} naming file and line: a line that cannot be read, a status that the history does not end with, or an
 * id given twice
 */
export async function* readTaskReview(
  file: string,
  options: { readonly signal: AbortSignal },
): AsyncGenerator<ReviewedTask> {
  const lineOf = new Map<string, number>();
  for await (const line of readLines(file, options)) {
    const place = { file, line: line.number };
    const value = upgradeFormat(parseJsonLine(line, file), { name: 'task review', steps: [] }, place);
    const read = ReviewedTaskSchema.safeParse(value);
    if (!read.success) {
      const [issue] = read.error.issues;
      const path = (issue?.path ?? []).map((part) => (typeof part === 'symbol' ? String(part) : part));
      throw new FileSchemaError(issue === undefined ? 'the candidate does not fit' : describeIssue(issue), {
        place: { ...place, path },
        hint: 'Each line is a candidate with its history (docs/formats.md); its last entry says what it is now.',
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
    yield read.data;
  }
}
