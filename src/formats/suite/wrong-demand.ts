import { everyMilestone } from '../../domain/milestones/milestone.js';
import type { Task } from '../../domain/task.js';

/** What is wrong with the demands of a task besides their shape, and where. */
export interface WrongDemand {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * Ids that are given twice, obligations that come before nothing there is, or in a circle: each is to come before the
 * other. Null where there is nothing of it.
 */
export function wrongDemand(task: Task): WrongDemand | null {
  const { prohibitions = [], obligations = [], events = [] } = task;
  const milestones = new Set(everyMilestone(task.milestones).map(({ id }) => id));
  const repeated =
    repeatedId(prohibitions, 'prohibitions', new Set()) ??
    repeatedId(obligations, 'obligations', milestones) ??
    repeatedId(events, 'events', new Set());
  if (repeated !== null) return repeated;
  const before = new Map(obligations.map(({ id, before: next }) => [id, next]));
  for (const [index, { id, before: next }] of obligations.entries()) {
    const path = ['obligations', index, 'before'];
    if (next === undefined) continue;
    if (!before.has(next) && !milestones.has(next)) {
      return { path, message: `there is no obligation and no milestone "${next}"` };
    }
    const passed = new Set([id]);
    for (let at: string | undefined = next; at !== undefined; at = before.get(at)) {
      if (passed.has(at)) return { path, message: `obligation "${at}" would come before itself` };
      passed.add(at);
    }
  }
  return null;
}

function repeatedId(
  entries: readonly { readonly id: string }[],
  field: string,
  taken: ReadonlySet<string>,
): WrongDemand | null {
  const seen = new Set(taken);
  for (const [index, { id }] of entries.entries()) {
    if (seen.has(id)) return { path: [field, index, 'id'], message: `id "${id}" is given twice` };
    seen.add(id);
  }
  return null;
}
