/** The number of a state that the map does not have. */
export const OFF_MAP = -1;

/** How an episode's way relates to a shortest route. */
export type RouteRelation =
  | { readonly type: 'follows' }
  /** The step, from 1, that led off the route; 0: it began elsewhere. */
  | { readonly type: 'leaves'; readonly step: number }
  /** None of its states is on the map. */
  | { readonly type: 'unknown' };

/**
 * Where a way first leaves a route. Staying on a node (waiting, a tap without effect) is no leaving; nor is ending early.
 *
 * @param states numbers of nodes; null where a step has none
 */
export function leavingStep(states: readonly (number | null)[], route: readonly number[]): RouteRelation {
  let at = 0;
  let isKnown = false;
  let left: number | null = null;
  for (const [step, state] of states.entries()) {
    if (state === null) continue;
    if (state !== OFF_MAP) isKnown = true;
    if (left !== null || state === route[at]) continue;
    if (state === route[at + 1]) at += 1;
    else left ??= step;
  }
  if (!isKnown) return { type: 'unknown' };
  return left === null ? { type: 'follows' } : { type: 'leaves', step: left };
}
