import type { Transition } from '../../domain/trajectory.js';

/** Rules by which a screen stays where it is because nothing was recorded. */
const MISSES: ReadonlySet<string> = new Set(['stay', 'stay_dead_end', 'open_failed', 'invalid']);

/** Whether an action met nothing that was recorded. */
export function isMiss(transition: Transition | null): boolean {
  return transition !== null && MISSES.has(transition.rule);
}
