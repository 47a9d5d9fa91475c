import type { MoveGraph } from '../../domain/graph/move-graph.js';
import { randomStream } from '../../domain/random.js';

export interface RouteOptions {
  /** Node that each begins on. */
  readonly start: number;
  readonly count: number;
  /** States of a route at most, the start left out. */
  readonly length: number;
  readonly seed: number;
}

/** Shortest route that shows anything. */
const LEAST = 2;

/**
 * Routes through a world that never come by a state twice, without luck: what is walked least goes first, so that they spread over it. The
 * start is the first node of each. Same seed, same routes.
 */
export function sampleRoutes(
  moves: MoveGraph,
  { start, count, length, seed }: RouteOptions,
): readonly (readonly number[])[] {
  const walked = new Map<number, number>();
  const routes: number[][] = [];
  for (let number = 0; number < count; number += 1) {
    const random = randomStream('routes', seed, number);
    const route = [start];
    while (route.length <= length) {
      const here = route.at(-1) ?? start;
      const ways =
        here === start ? [...moves.anywhere, ...(moves.from[here] ?? [])] : (moves.from[here] ?? []);
      const sure = ways.filter(({ probability, to }) => probability === 1 && !route.includes(to));
      const next = [...new Set(sure.map(({ to }) => to))];
      const least = Math.min(...next.map((to) => walked.get(to) ?? 0));
      const open = next.filter((to) => (walked.get(to) ?? 0) === least);
      const to = open[random.below(open.length)];
      if (to === undefined) break;
      route.push(to);
      walked.set(to, (walked.get(to) ?? 0) + 1);
    }
    if (route.length > LEAST) routes.push(route);
  }
  return routes;
}
