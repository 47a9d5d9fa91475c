import { headedSections } from './headed-sections.js';
import { reads, readChecked, unreadable, type Reading } from './reading.js';

/** Plan of Mobile-Agent-E's manager. */
export interface ManagerPlan {
  readonly thought: string | null;
  readonly plan: string;
  readonly subgoal: string;
  /** There is nothing left to do. */
  readonly finished: boolean;
}

/** Answer of Mobile-Agent-E's manager. Source: Mobile-Agent-E reference code. */
export function readManagerPlan(answer: string): Reading<ManagerPlan> {
  return readChecked(answer, (text) => {
    const sections = headedSections(text);
    const plan = sections.get('plan') ?? '';
    const subgoal = sections.get('current subgoal') ?? '';
    if (subgoal === '') return unreadable('no section Current Subgoal');
    return reads({
      thought: sections.get('thought') ?? null,
      plan,
      subgoal,
      finished: /\bfinished\b/i.test(subgoal),
    });
  });
}
