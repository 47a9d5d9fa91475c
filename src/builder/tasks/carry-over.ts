import type { Task } from '../../domain/task.js';
import { canonicalJson } from '../../domain/text/canonical-json.js';

/** What a proposed task asks for, as it was made: another text where a person has corrected it since. */
export function madeOf({ milestones }: Pick<Task, 'milestones'>): string {
  return canonicalJson(milestones);
}

/**
 * Tasks of an earlier call with those of this one. What a person has reviewed or corrected stays, and so does whatever was not made
 * again; a task that nobody has touched and that asks for something else by now is replaced.
 *
 * @param asMade what each earlier task asked for when it was made, by its id; what is not known counts as corrected
 */
export function carriedOver(
  made: readonly Task[],
  before: readonly Task[],
  asMade: ReadonlyMap<string, string>,
): Task[] {
  const fresh = new Map(made.map((task) => [task.id, task]));
  const old = new Set(before.map(({ id }) => id));
  return [
    ...before.map((task) => {
      const again = fresh.get(task.id);
      return again === undefined || madeOf(task) !== asMade.get(task.id) || madeOf(again) === madeOf(task)
        ? task
        : again;
    }),
    ...made.filter(({ id }) => !old.has(id)),
  ];
}
