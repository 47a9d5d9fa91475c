import type { EdgeAction, Graph } from '../../domain/graph/graph.js';
import { transition } from '../../domain/graph/transition.js';
import type { Mode } from '../../domain/mode.js';

/** An action that leads from one state to several, so that chance decides. */
export interface AmbiguousAction {
  readonly node: string;
  /** As agents do it. */
  readonly action: Readonly<Record<string, unknown>>;
  /** Ids of the nodes it leads to, each once. */
  readonly targets: readonly string[];
}

/**
 * The actions of a graph that lead to several states: the node may be several screens that were taken for one. Each edge's own action is done: at the
 * point that was recorded for it, else in the middle of its box.
 */
export function ambiguousActions(graph: Graph, mode: Mode): readonly AmbiguousAction[] {
  const found: AmbiguousAction[] = [];
  for (const [index, { id, edges }] of graph.nodes.entries()) {
    const known = new Set<string>();
    for (const action of edges.flatMap((edge) => edge.actions)) {
      const done = nativeOf(action);
      if (done === null) continue;
      const { candidates } = transition(graph, mode, [index], done);
      const targets = [...new Set(candidates ?? [])].map((target) => graph.nodes[target]?.id ?? '');
      // Edges that are equal fire together; at another point it is another action, also where it leads to the same states.
      const key = JSON.stringify(done);
      if (targets.length < 2 || known.has(key)) continue;
      known.add(key);
      found.push({ node: id, action: done, targets });
    }
  }
  return found;
}

/** What fires an edge; null for waiting, whose edges are drawn from by design, and for what nobody can do. */
function nativeOf(action: EdgeAction): Readonly<Record<string, unknown>> | null {
  switch (action.type) {
    case 'click':
    case 'long_press': {
      const at = action.point ?? (action.box === null ? null : middle(action.box));
      return at === null ? null : { action_type: action.type, x: at[0], y: at[1] };
    }
    case 'swipe': {
      if (action.direction === null) return null;
      const [x, y] = action.box === null ? [undefined, undefined] : middle(action.box);
      const start = x === undefined ? {} : { x, y };
      return { action_type: 'swipe', direction: action.direction, ...start };
    }
    case 'type':
      return { action_type: 'type', text: action.text };
    case 'key':
      return { action_type: 'key', key: action.key };
    case 'open':
    case 'wait':
    case 'other':
      return null;
    default:
      return action satisfies never;
  }
}

function middle([left, top, right, bottom]: readonly [number, number, number, number]): readonly [
  number,
  number,
] {
  return [Math.trunc((left + right) / 2), Math.trunc((top + bottom) / 2)];
}
