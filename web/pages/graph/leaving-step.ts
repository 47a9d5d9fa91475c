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
  for (const [step, state] of states.entries()) {
    if (state === null) continue;
    isKnown = true;
    if (state === route[at]) continue;
    if (state === route[at + 1]) at += 1;
    else return { type: 'leaves', step };
  }
  return isKnown ? { type: 'follows' } : { type: 'unknown' };
}
