import { UserError } from '../../errors.js';
import type { ReviewedTask } from '../../formats/task-review/reviewed-task.js';

/** What a person decides about a candidate. */
export type ReviewDecision =
  | { readonly type: 'accept' }
  | { readonly type: 'edit'; readonly instruction: string }
  | { readonly type: 'reject' };

/** Who decides, when (ISO 8601), and why. */
export interface ReviewContext {
  readonly by: string;
  readonly at: string;
  readonly note?: string;
}

/** A candidate that nobody has looked at yet; `by` is the model that wrote it, or `seed`. */
export function proposedTask(
  task: Pick<ReviewedTask, 'id' | 'app' | 'language' | 'kind' | 'seed' | 'instruction'>,
  { by, at, note = '' }: ReviewContext,
): ReviewedTask {
  const event = { at, by, status: 'proposed', instruction: task.instruction, note } as const;
  return { formatVersion: 1, ...task, status: 'proposed', history: [event] };
}

/**
 * The candidate after a decision; what was decided before stays in its history. A decision may be taken back by another.
 *
 * @throws {UserError} for an edit without words
 */
export function reviewTask(
  task: ReviewedTask,
  decision: ReviewDecision,
  { by, at, note = '' }: ReviewContext,
): ReviewedTask {
  const instruction = decision.type === 'edit' ? decision.instruction.trim() : task.instruction;
  if (instruction === '') {
    throw new UserError(`the new instruction of candidate "${task.id}" is empty`, {
      hint: 'Write the instruction, or reject the candidate.',
    });
  }
  const status = statusOf(task, decision);
  return {
    ...task,
    status,
    instruction,
    history: [...task.history, { at, by, status, instruction, note }],
  };
}

/** What was edited once stays edited when it is accepted: the words are not those that were proposed. */
function statusOf({ history, instruction }: ReviewedTask, { type }: ReviewDecision): ReviewedTask['status'] {
  if (type === 'reject') return 'rejected';
  if (type === 'edit') return 'edited';
  return history[0]?.instruction === instruction ? 'accepted' : 'edited';
}

/** A task that people validated, with how it came to be. */
export type ValidatedTask = Pick<
  ReviewedTask,
  'id' | 'app' | 'language' | 'kind' | 'seed' | 'instruction' | 'history'
>;

/** The tasks that were accepted or edited, by id; and how many candidates are in each state. */
export function validatedTasks(tasks: readonly ReviewedTask[]): {
  readonly formatVersion: 1;
  readonly counts: Readonly<Record<ReviewedTask['status'], number>>;
  readonly tasks: readonly ValidatedTask[];
} {
  const counts = { proposed: 0, accepted: 0, edited: 0, rejected: 0 };
  for (const { status } of tasks) counts[status] += 1;
  const valid = tasks.filter(({ status }) => status === 'accepted' || status === 'edited');
  return {
    formatVersion: 1,
    counts,
    tasks: valid
      .map(({ id, app, language, kind, seed, instruction, history }) => ({
        id,
        app,
        language,
        ...(kind === undefined ? {} : { kind }),
        seed,
        instruction,
        history,
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
}
