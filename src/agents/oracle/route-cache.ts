import type { Graph } from '../../domain/graph/graph.js';
import type { Mode } from '../../domain/mode.js';
import { RoutePlan, type RouteGoal } from './route-plan.js';
import { buildRouteSpace, type RouteSpace } from './route-space.js';

const MAX_BYTES = 64 * 1024 * 1024;

/** A prepared graph, and the plans made on it. */
export interface PreparedGraph {
  readonly space: RouteSpace;
  /** The plan for these goals; plans made for equal keys are shared. */
  plan(key: string, goals: () => readonly RouteGoal[]): RoutePlan;
}

/**
 * What episodes of one agent share: graphs prepared once, plans by task. Plans least recently used are dropped beyond 64
 * MiB; a graph goes when nobody else holds it.
 */
export class RouteCache {
  readonly #graphs = new WeakMap<Graph, Partial<Record<Mode, PreparedGraph>>>();

  prepare(graph: Graph, mode: Mode): PreparedGraph {
    const modes = this.#graphs.get(graph) ?? {};
    this.#graphs.set(graph, modes);
    return (modes[mode] ??= prepareGraph(graph, mode));
  }
}

function prepareGraph(graph: Graph, mode: Mode): PreparedGraph {
  const space = buildRouteSpace(graph, mode);
  // In the order of use, since a map keeps the order of insertion.
  const plans = new Map<string, RoutePlan>();
  return {
    space,
    plan: (key, goals) => {
      const known = plans.get(key);
      const plan = known ?? new RoutePlan(space, goals());
      plans.delete(key);
      plans.set(key, plan);
      if (known === undefined) dropOldest(plans);
      return plan;
    },
  };
}

function dropOldest(plans: Map<string, RoutePlan>): void {
  let bytes = 0;
  for (const plan of plans.values()) bytes += plan.bytes;
  for (const [key, plan] of plans) {
    if (bytes <= MAX_BYTES) return;
    bytes -= plan.bytes;
    plans.delete(key);
  }
}
