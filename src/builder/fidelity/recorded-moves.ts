import type { EdgeAction, Graph } from '../../domain/graph/graph.js';
import type { Box, Size } from '../../domain/geometry.js';
import { transition } from '../../domain/graph/transition.js';

/** Something that a world says can be done on a state, and where it says it leads. */
export interface RecordedMove {
  readonly from: number;
  /** Native object for `transition`. */
  readonly action: Readonly<Record<string, unknown>>;
  /** Node indices, none twice. */
  readonly targets: readonly number[];
}

/** Names a move among those of its world. */
export function moveKey(from: string, action: RecordedMove['action']): string {
  return `${from} ${JSON.stringify(action)}`;
}

/**
 * By node, everything that leads away from it by an edge of its own; on the root also opening each app. What can be done anywhere
 * (HOME, opening apps) and BACK by history are left out: the world says nothing of the app by them.
 */
export function recordedMoves(graph: Graph): readonly (readonly RecordedMove[])[] {
  return graph.nodes.map(({ edges }, from) => {
    const opens = [...graph.launcher.corrected.entries.keys()].map((app): RecordedMove['action'] => ({
      action_type: 'open',
      app,
    }));
    const own = edges.flatMap((edge) =>
      edge.actions.flatMap((action): RecordedMove['action'][] => {
        const native = nativeAction(action, graph);
        return native === null ? [] : [native];
      }),
    );
    const actions: RecordedMove['action'][] = [...own, ...(from === graph.root ? opens : [])];
    const moves: RecordedMove[] = [];
    const seen = new Set<string>();
    for (const action of actions) {
      const outcome = transition(graph, 'corrected', [from], action);
      const targets = [...new Set(outcome.candidates ?? (outcome.target === -1 ? [] : [outcome.target]))];
      const key = JSON.stringify(action);
      if (targets.every((target) => target === from) || seen.has(key)) continue;
      seen.add(key);
      moves.push({ from, action, targets });
    }
    return moves;
  });
}

/** The same action on a screen of another size. */
export function scaledMove(action: RecordedMove['action'], from: Size, to: Size): RecordedMove['action'] {
  const { x, y } = action;
  if (typeof x !== 'number' || typeof y !== 'number') return action;
  if (from.width === to.width && from.height === to.height) return action;
  return {
    ...action,
    x: Math.floor(((x + 0.5) * to.width) / from.width),
    y: Math.floor(((y + 0.5) * to.height) / from.height),
  };
}

/** What does an edge's action as a person would: in the middle of its area; null for what no agent can do. */
export function nativeAction(action: EdgeAction, { screenSize }: Graph): Record<string, unknown> | null {
  switch (action.type) {
    case 'click':
    case 'long_press': {
      const at = action.box === null ? action.point : middle(action.box, screenSize);
      return at === null ? null : { action_type: action.type, x: at[0], y: at[1] };
    }
    case 'swipe': {
      const start = action.box === null ? null : middle(action.box, screenSize);
      const plain = { action_type: 'swipe', direction: action.direction };
      return start === null ? plain : { ...plain, x: start[0], y: start[1] };
    }
    case 'type':
      return { action_type: 'type', text: action.text };
    case 'key':
      return ['BACK', 'HOME'].includes(action.key)
        ? { action_type: 'system_button', button: action.key.toLowerCase() }
        : { action_type: 'key', key: action.key };
    case 'wait':
      return { action_type: 'wait' };
    case 'open':
    case 'other':
      return null;
    default:
      return action satisfies never;
  }
}

/** The pixel in the middle of what of the box lies on the screen. */
function middle([left, top, right, bottom]: Box, { width, height }: Size): readonly [number, number] {
  const centre = (low: number, high: number, length: number): number =>
    Math.trunc((Math.max(low, 0) + Math.min(high, length - 1)) / 2);
  return [centre(left, right, width), centre(top, bottom, height)];
}
