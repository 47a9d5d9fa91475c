import type { MoveGraph } from '../../domain/graph/move-graph.js';

/** Most states that one waypoint may be reached on. */
const MOST_STATES = 4;

/**
 * States on the shortest ways from a start to a goal that no way passes by: each waypoint is a set of states, one of which every way leads
 * over. Where shortest ways part, the states that they part into are one waypoint. In the order of the way; without start and goal.
 *
 * @param most waypoints that are wanted; the last of the route are left out last
 */
export function waypointsBetween(
  moves: MoveGraph,
  { start, goal, most }: { readonly start: number; readonly goal: number; readonly most: number },
): readonly (readonly number[])[] {
  const next = successorsOf(moves);
  const before = predecessorsOf(moves, next);
  const from = distances(start, next);
  const to = distances(goal, before);
  const length = from.get(goal);
  if (length === undefined) return [];
  const found: (readonly number[])[] = [];
  for (let depth = 1; depth < length; depth += 1) {
    const layer = [...from].flatMap(([node, steps]) =>
      steps === depth && to.get(node) === length - depth ? [node] : [],
    );
    if (layer.length > MOST_STATES) continue;
    if (!distances(start, next, new Set(layer)).has(goal)) found.push(layer);
  }
  if (found.length <= most) return found;
  // Evenly over the route.
  return Array.from(
    { length: most },
    (_, index) => found[Math.floor(((index + 1) * found.length) / most) - 1] ?? [],
  );
}

function successorsOf({ from, anywhere }: MoveGraph): readonly (readonly number[])[] {
  const everywhere = anywhere.map(({ to }) => to);
  return from.map((ways) => [...new Set([...ways.flatMap(({ targets }) => targets), ...everywhere])]);
}

function predecessorsOf(
  { from }: MoveGraph,
  next: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const before: number[][] = from.map(() => []);
  for (const [node, targets] of next.entries()) for (const to of targets) before[to]?.push(node);
  return before;
}

/** Steps to each node that can be reached without the nodes that are closed. */
function distances(
  start: number,
  next: readonly (readonly number[])[],
  closed: ReadonlySet<number> = new Set(),
): ReadonlyMap<number, number> {
  const reached = new Map([[start, 0]]);
  // A map visits what is added while it is walked through.
  for (const [node, steps] of reached) {
    for (const to of next[node] ?? []) if (!closed.has(to) && !reached.has(to)) reached.set(to, steps + 1);
  }
  return reached;
}
