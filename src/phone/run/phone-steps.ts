import type { Task } from '../../domain/task.js';

/** Steps that any task gets, however short its best way is. */
const FEWEST = 30;
const TIMES_THE_SHORTEST = 3;

/**
 * Actions that an episode on a phone may take where nobody says otherwise; null where the task's shortest way is not known.
 *
 * Source: the specification of phones over ADB, three times the optimal steps and at least thirty.
 */
export function phoneSteps({ optimalSteps }: Pick<Task, 'optimalSteps'>): number | null {
  if (optimalSteps === undefined || optimalSteps === 0) return null;
  return Math.max(FEWEST, TIMES_THE_SHORTEST * optimalSteps);
}

/** What help and documents say of it. */
export const PHONE_STEPS = `${TIMES_THE_SHORTEST} times the task's shortest way, at least ${FEWEST}; where none is known, the benchmark's`;
