import { validateReview } from '../../builder/curate/validate-review.js';
import { UserError } from '../../errors.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { TaskHistorySchema, type TaskHistory } from '../../formats/task-list/task-history.js';
import { TaskListSchema } from '../../formats/task-list/task-list.js';
import { readTaskReview, type ReviewLine } from '../../formats/task-review/read-task-review.js';
import { reviewedTaskLine } from '../../formats/task-review/reviewed-task.js';
import { writeJsonFile } from '../../formats/write-json-file.js';

interface ValidateTasksOptions {
  /** Task list to write; absolute. */
  readonly out: string;
  /** Who decided what no line names anybody for. */
  readonly reviewer: string | null;
  /** Overlap from which two instructions are near-duplicates, 0–1. */
  readonly threshold: number;
  readonly signal: AbortSignal;
}

/** What a finished review came to. */
export interface ValidatedReview extends Pick<TaskHistory, 'counts' | 'seeds'> {
  /** The task list and its history, absolute. */
  readonly tasks: string;
  readonly history: string;
  readonly warnings: readonly string[];
}

/**
 * Finishes a review: decisions by hand enter its histories, the validated tasks become a task list, and all candidates with their
 * histories stand beside it.
 *
 * @throws {DatasetError} as `validateReview`; then nothing is written
 */
export async function validateTasks(review: string, options: ValidateTasksOptions): Promise<ValidatedReview> {
  const { out, reviewer, threshold, signal } = options;
  const history = `${out.replace(/\.json$/, '')}.history.json`;
  if (out === review) {
    throw new UserError('--out is the review itself', { hint: 'Name another file, such as tasks.json.' });
  }
  const lines: ReviewLine[] = [];
  for await (const line of readTaskReview(review, { signal })) lines.push(line);
  const at = new Date().toISOString();
  const valid = validateReview(lines, { file: review, by: reviewer, at, limit: threshold });
  const { counts, seeds, candidates } = valid.history;
  // First the review: what a person decided is signed once, however often the list is written.
  if (lines.some(({ decision }) => decision !== null)) {
    await writeWholeFile(review, candidates.map(reviewedTaskLine).join(''), { signal });
  }
  await writeJsonFile(history, valid.history, TaskHistorySchema, { signal });
  await writeJsonFile(out, { tasks: [...valid.tasks] }, TaskListSchema, { signal });
  return { tasks: out, history, counts, seeds, warnings: valid.warnings };
}
