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
  task: Pick<ReviewedTask, 'id' | 'app' | 'appPackage' | 'language' | 'kind' | 'seed' | 'instruction'>,
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
