import { FileContentError } from '../../formats/file-errors.js';
import type { ReviewCounts, SeedCounts, TaskHistory } from '../../formats/task-list/task-history.js';
import { TaskTypeSchema, type ListedTask } from '../../formats/task-list/task-list.js';
import type { ReviewLine } from '../../formats/task-review/read-task-review.js';
import type { ReviewedTask } from '../../formats/task-review/reviewed-task.js';
import { withoutNearDuplicates } from './near-duplicates.js';
import { reviewTask, type ReviewDecision } from './review-task.js';

export interface ValidateReviewOptions {
  /** The review, for messages. */
  readonly file: string;
  /** Who decided what no line names anybody for; null where every line does. */
  readonly by: string | null;
  /** ISO 8601: when decisions by hand enter the history. */
  readonly at: string;
  /** Overlap from which two instructions are near-duplicates, 0–1. */
  readonly limit: number;
}

/** Tasks that people validated, by id, and how they came to be. */
export interface ValidatedTasks {
  readonly tasks: readonly ListedTask[];
  readonly history: TaskHistory;
  readonly warnings: readonly string[];
}

/**
 * Takes decisions by hand into the histories, and checks that the review is complete.
 *
 * @throws {DatasetError} with file and line: a candidate that nobody decided on, a decision that nobody's name stands for, a
 * task without a type, new words that are a near-duplicate, and a review without any task
 */
export function validateReview(lines: readonly ReviewLine[], options: ValidateReviewOptions): ValidatedTasks {
  const { file } = options;
  const signed = lines.map((line) => ({ line: line.line, task: signedTask(line, options) }));
  const open = signed.filter(({ task }) => task.status === 'proposed');
  const [first] = open;
  if (first !== undefined) {
    const more = open.length === 1 ? '' : ` (and ${open.length - 1} more)`;
    throw new FileContentError(`nobody has decided on candidate "${first.task.id}"${more}`, {
      place: { file, line: first.line },
      hint: 'Set its "status" to "accepted" or "rejected", or write other words into its "instruction".',
    });
  }
  const valid = signed.filter(({ task }) => task.status !== 'rejected');
  if (valid.length === 0) {
    throw new FileContentError('no candidate was accepted', {
      place: { file },
      hint: 'A task list needs a task.',
    });
  }
  const tasks = valid.map(({ line, task }) => listedTask(task, { file, line }));
  requireApart(valid, options);
  const candidates = signed.map(({ task }) => task);
  const history = {
    formatVersion: 1,
    counts: countsOf(candidates),
    seeds: bySeed(candidates),
    candidates,
  } as const;
  return {
    tasks: tasks.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    history,
    warnings: missingOf(candidates),
  };
}

interface Signed {
  readonly line: number;
  readonly task: ReviewedTask;
}

function signedTask(
  { line, task, decision }: ReviewLine,
  { file, by, at }: ValidateReviewOptions,
): ReviewedTask {
  if (decision === null) return task;
  const who = decision.by ?? by;
  const place = { file, line };
  const isReworded = decision.instruction !== task.instruction;
  if (isReworded && decision.status === 'rejected') {
    throw new FileContentError(`candidate "${task.id}" is rejected, and has other words`, {
      place,
      hint: 'Set its "status" to "edited" to take it in these words, or leave the words as they were.',
    });
  }
  if (!isReworded && decision.status === 'proposed') return { ...task, status: 'proposed' };
  if (who === null) {
    throw new FileContentError(`it is not said who decided on candidate "${task.id}"`, {
      place,
      hint: 'Name yourself with --reviewer NAME, or write "by" into the line.',
    });
  }
  const given: ReviewDecision = isReworded
    ? { type: 'edit', instruction: decision.instruction }
    : { type: decision.status === 'rejected' ? 'reject' : 'accept' };
  if (isReworded && decision.instruction.trim() === '') {
    throw new FileContentError(`the new instruction of candidate "${task.id}" is empty`, {
      place,
      hint: 'Write the instruction, or reject the candidate.',
    });
  }
  return reviewTask(task, given, { by: who, at, note: decision.note });
}

function listedTask(task: ReviewedTask, place: { readonly file: string; readonly line: number }): ListedTask {
  const { id, language, app, appPackage, instruction, kind } = task;
  const type = TaskTypeSchema.safeParse(kind);
  if (!type.success) {
    throw new FileContentError(`the kind of task "${id}" is not known`, {
      place: { ...place, path: ['kind'] },
      hint: `It is ${TaskTypeSchema.options.join(' or ')}.`,
    });
  }
  const common = { id, language, app, instruction, type: type.data };
  return appPackage === undefined ? common : { ...common, appPackage };
}

/** New words are compared with every task that is taken; words that a person accepted as they were proposed are their choice. */
function requireApart(valid: readonly Signed[], { file, limit }: ValidateReviewOptions): void {
  const edited = valid.filter(({ task }) => task.status === 'edited');
  const against = valid.filter(({ task }) => task.status !== 'edited').map(({ task }) => task);
  const { removed } = withoutNearDuplicates(
    edited.map(({ task }) => task),
    { against, limit },
  );
  const [first] = removed;
  if (first === undefined) return;
  const { candidate, of, overlap } = first;
  const line = edited.find(({ task }) => task.id === candidate.id)?.line;
  const more = removed.length === 1 ? '' : ` (and ${removed.length - 1} more)`;
  throw new FileContentError(
    `the new words of "${candidate.id}" are too much like task "${of}" (overlap ${overlap.toFixed(2)})${more}`,
    {
      place: line === undefined ? { file } : { file, line },
      hint: 'Write other words, reject one of the two, or name a higher --threshold.',
    },
  );
}

function countsOf(tasks: readonly ReviewedTask[]): ReviewCounts {
  const of = (status: ReviewedTask['status']): number =>
    tasks.filter((task) => task.status === status).length;
  return { proposed: tasks.length, accepted: of('accepted'), edited: of('edited'), rejected: of('rejected') };
}

function bySeed(tasks: readonly ReviewedTask[]): readonly SeedCounts[] {
  return [...familiesOf(tasks)].map(([seed, family]) => ({
    seed,
    instruction: family.find(({ id }) => id === seed)?.history[0]?.instruction ?? null,
    counts: countsOf(family),
  }));
}

/** Seeds, by id, with what was made from each. */
function familiesOf(tasks: readonly ReviewedTask[]): ReadonlyMap<string, readonly ReviewedTask[]> {
  const families = new Map<string, ReviewedTask[]>();
  for (const task of tasks) {
    const seed = task.seed ?? task.id;
    const family = families.get(seed) ?? [];
    family.push(task);
    families.set(seed, family);
  }
  return families;
}

/** Candidates that a model gave and that are no longer there. */
function missingOf(tasks: readonly ReviewedTask[]): readonly string[] {
  const families = familiesOf(tasks);
  return tasks.flatMap(({ id, expansion }) => {
    const made = (families.get(id) ?? []).filter(({ seed }) => seed === id).length;
    const given = expansion?.proposals ?? 0;
    if (made >= given) return [];
    return [
      `${given - made} of the ${given} candidates made from seed "${id}" are not in the review: reject a candidate, and its history is kept`,
    ];
  });
}
