import { pythonStrip } from '../../domain/hierarchy/python-strip.js';

/** Parts of a plan that make the current subgoal: the number before the first point, and what stands up to the fourth. */
const PARTS = 4;

/**
 * The beginning of a plan, up to its third number; the last character of a shorter one goes with it, as in the published code.
 *
 * Source: Mobile-Agent-v3 reference code, `Executor.get_prompt`.
 */
export function currentSubgoal(plan: string): string {
  const parts = plan.split(/(?<=\p{Nd})\. /u);
  const text = `${parts.slice(0, PARTS).join('. ')}.`;
  return pythonStrip(Array.from(text).slice(0, -2).join(''));
}
