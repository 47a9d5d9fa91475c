import { reads, readChecked, unreadable, type Reading } from '../../../models/readers/reading.js';
import { lastTagged } from '../../../models/readers/tagged-text.js';

/** One sentence of what to do next, and why. */
export interface ColorBenchPlan {
  readonly reasoning: string | null;
  readonly actionPlan: string;
}

/**
 * Answer of the planner of ColorBench's multi-agent system.
 *
 * Source: ColorBench reference code, `plan_reflect_agent.py`. Deviation: tags need no lines of their own, and a missing plan
 * is no plan, where the reference puts a sentence in its place.
 */
export function readColorBenchPlan(answer: string): Reading<ColorBenchPlan> {
  return readChecked(answer, (text) => {
    const actionPlan = lastTagged(text, 'action_plan');
    if (actionPlan === null || actionPlan === '') return unreadable('no <action_plan>');
    return reads({ reasoning: lastTagged(text, 'reasoning'), actionPlan });
  });
}
