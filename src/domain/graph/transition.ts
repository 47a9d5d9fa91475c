import { boxContains } from '../geometry.js';
import type { Mode } from '../mode.js';
import type { ChoiceKind } from './chooser.js';
import { foldAppName } from './build-graph.js';
import type { EdgeAction, Graph, GraphEdge, Launcher } from './graph.js';
import { invalidReason } from './invalid-action.js';
import { keyName } from './native-action.js';
import { PythonException, pythonInt, pythonJson, pythonStr } from './python-values.js';
import { prepareTyped, textMatches } from './text-match.js';
import type { TypedText } from './text-match.js';

/**
 * What decided about an action. `invalid` exists in `corrected` mode only, `bad_action` and `raises` in `reference` mode
 * only.
 */
export type TransitionRule =
  | 'bad_action'
  | 'raises'
  | 'invalid'
  | 'complete'
  | 'back'
  | 'back_at_root'
  | 'home'
  | 'open'
  | 'open_failed'
  | 'stay_dead_end'
  | 'edge'
  | 'wait_fallback'
  | 'stay';

/** What an action may lead to. Exactly one of: a draw among `candidates`, a move to `target`, or the end (neither). */
export interface Outcome {
  readonly rule: TransitionRule;
  /** Node indices to draw from uniformly, duplicates kept; null where nothing is drawn. */
  readonly candidates: readonly number[] | null;
  /** Node arrived at without a draw; -1 when there is none. */
  readonly target: number;
  /** What is drawn, for the chooser. */
  readonly kind: ChoiceKind;
  /** Text handed to the scorer; the episode ends with it. */
  readonly answer?: string;
  /** Name of the Python exception (`raises`), or what was wrong with the action (`invalid`). */
  readonly detail?: string;
}

/** Radius, in widths of a screen, within which a click on an edge without a box counts. */
const POINT_RADIUS = 0.14;

/**
 * What an action does at the top of a history. Pure: the same arguments give the same outcome, and nothing is changed.
 *
 * `reference` does what the published code does, including with actions that make it raise. `corrected` differs in this:
 * a malformed action is `invalid` and stays; app names are trimmed and case folded, all names of an entry count, and an
 * unknown app stays; back where there is nothing to go back to stays. (How the history grows differs too: `advance`.)
 *
 * Source: ColorBench reference code `graph_tools.py`. `key` edges and boxes of swipe edges are extensions of our own
 * graphs; published graphs have none.
 *
 * @param history nodes visited, oldest first; its last entry is where the action is performed. Not empty.
 * @param action the native object, as `toGraphAction` makes it or as an agent wrote it; anything at all is accepted.
 */
export function transition(graph: Graph, mode: Mode, history: readonly number[], action: unknown): Outcome {
  const node = history[history.length - 1] ?? graph.root;
  try {
    if (mode === 'corrected') {
      const reason = invalidReason(action);
      if (reason !== null) return invalid(node, reason);
      return decide(graph, mode, graph.launcher.corrected, history, node, withNumbers(action as GraphAction));
    }
    if (isFalsy(action)) return { rule: 'bad_action', candidates: null, target: -1, kind: 'edge' };
    if (typeof action !== 'object' || Array.isArray(action))
      throw new PythonException('TypeError', 'no mapping');
    return decide(graph, mode, graph.launcher.reference, history, node, action as GraphAction);
  } catch (error) {
    if (!(error instanceof PythonException)) throw error;
    if (mode === 'corrected') return invalid(node, error.message);
    return { rule: 'raises', candidates: null, target: -1, kind: 'edge', detail: error.name };
  }
}

function invalid(node: number, reason: string): Outcome {
  return { rule: 'invalid', candidates: null, target: node, kind: 'edge', detail: reason };
}

/** The action with coordinates that are whole numbers in strings as numbers. */
function withNumbers(action: GraphAction): GraphAction {
  const { x, y } = action;
  if (typeof x !== 'string' && typeof y !== 'string') return action;
  return {
    ...action,
    ...(typeof x === 'string' && { x: Number(x) }),
    ...(typeof y === 'string' && { y: Number(y) }),
  };
}

/**
 * The history after an outcome that led to `next`, changed in place. In `reference` mode every arrival is pushed, staying
 * included, so that k useless actions take k + 1 backs to leave; in `corrected` mode staying leaves no trace.
 */
export function advance(history: number[], outcome: Outcome, next: number, mode: Mode): void {
  switch (outcome.rule) {
    case 'back':
      history.pop();
      return;
    case 'stay':
    case 'stay_dead_end':
    case 'invalid':
    case 'open_failed':
    case 'back_at_root':
      if (mode === 'reference') history.push(next);
      return;
    default:
      history.push(next);
  }
}

/** A native action object; fields may be missing or of any type. */
type GraphAction = Readonly<Record<string, unknown>>;

/** What Python takes for false, among values that came from JSON. */
function isFalsy(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return !value;
  return Array.isArray(value) ? value.length === 0 : isEmpty(value);
}

function isEmpty(value: object): boolean {
  for (const key in value) if (Object.hasOwn(value, key)) return false;
  return true;
}

/** `action[key]` of Python. */
function field(action: GraphAction, key: string): unknown {
  const value = action[key];
  if (value === undefined) throw new PythonException('KeyError', key);
  return value;
}

function decide(
  graph: Graph,
  mode: Mode,
  launcher: Launcher,
  history: readonly number[],
  node: number,
  action: GraphAction,
): Outcome {
  const type = field(action, 'action_type');
  const edges = graph.nodes[node]?.edges ?? [];

  if (type === 'complete') {
    return { rule: 'complete', candidates: null, target: -1, kind: 'edge', answer: pythonJson(action) };
  }
  if (type === 'system_button') {
    const button = field(action, 'button');
    if (button === 'back' || button === 'home') {
      // A recorded key edge goes before what the key does by itself.
      const targets = keyTargets(edges, button === 'back' ? 'BACK' : 'HOME');
      if (targets !== null) return { rule: 'edge', candidates: targets, target: -1, kind: 'edge' };
      if (button === 'home') return { rule: 'home', candidates: null, target: graph.root, kind: 'edge' };
      const previous = history[history.length - 2];
      if (previous !== undefined) return { rule: 'back', candidates: null, target: previous, kind: 'edge' };
      const target = mode === 'reference' ? -1 : node;
      return { rule: 'back_at_root', candidates: null, target, kind: 'edge' };
    }
  }
  if (type === 'open') return openApp(launcher, mode, node, field(action, 'app'));
  if (type === 'click' && node === graph.root) {
    const app = iconAt(launcher, action);
    if (app !== null) return openApp(launcher, mode, node, app);
  }
  if (edges.length === 0) return { rule: 'stay_dead_end', candidates: null, target: node, kind: 'edge' };
  return followEdges(graph, node, edges, type, action);
}

function keyTargets(edges: readonly GraphEdge[], key: string): number[] | null {
  let targets: number[] | null = null;
  for (const edge of edges) {
    if (edge.actions.some((action) => action.type === 'key' && action.key === key)) {
      (targets ??= []).push(edge.target);
    }
  }
  return targets;
}

function iconAt(launcher: Launcher, action: GraphAction): string | null {
  for (const { app, box } of launcher.icons) {
    const x = pythonInt(field(action, 'x'));
    if (box[0] <= x && x <= box[2]) {
      const y = pythonInt(field(action, 'y'));
      if (box[1] <= y && y <= box[3]) return app;
    }
  }
  return null;
}

function openApp(launcher: Launcher, mode: Mode, node: number, app: unknown): Outcome {
  if (typeof app === 'object' && app !== null) throw new PythonException('TypeError', 'unhashable');
  const asked = typeof app === 'string' ? app : pythonStr(app);
  const folded = mode === 'corrected' ? foldAppName(asked) : asked;
  const name = launcher.aliases.get(folded) ?? folded;
  const entries = typeof app === 'string' ? launcher.entries.get(name) : undefined;
  if (entries !== undefined && entries.length > 0) {
    return { rule: 'open', candidates: entries, target: -1, kind: 'open' };
  }
  if (mode === 'corrected') {
    return { rule: 'open_failed', candidates: null, target: node, kind: 'open', detail: `no app "${asked}"` };
  }
  const answer = `Failed to transform to ${name}`;
  return { rule: 'open_failed', candidates: null, target: -1, kind: 'open', answer };
}

function followEdges(
  graph: Graph,
  node: number,
  edges: readonly GraphEdge[],
  type: unknown,
  action: GraphAction,
): Outcome {
  const matched: number[] = [];
  const waiting: number[] = [];
  const scan: Scan = { graph, type, action, typed: null };
  for (const { target, actions } of edges) {
    for (const candidate of actions) {
      if (candidate.type === 'wait') waiting.push(target);
      if (matches(candidate, scan)) {
        matched.push(target);
        break;
      }
    }
  }
  if (matched.length > 0) return { rule: 'edge', candidates: matched, target: -1, kind: 'edge' };
  if (waiting.length > 0) return { rule: 'wait_fallback', candidates: waiting, target: -1, kind: 'wait' };
  return { rule: 'stay', candidates: null, target: node, kind: 'edge' };
}

/** One action on its way along the edges of a node. */
interface Scan {
  readonly graph: Graph;
  readonly type: unknown;
  readonly action: GraphAction;
  /** The typed text, prepared at the first `type` edge that looks at it. */
  typed: TypedText | null;
}

function matches(edge: EdgeAction, scan: Scan): boolean {
  const { type, action } = scan;
  switch (edge.type) {
    case 'click':
    case 'long_press':
      return type === edge.type && touches(edge, scan.graph, action);
    case 'swipe':
      return type === 'swipe' && swipes(edge, scan.graph, action);
    case 'type':
      if (type !== 'type' || action['text'] === undefined) return false;
      scan.typed ??= prepareTyped(typedText(action['text']));
      return textMatches(edge.match, scan.typed);
    case 'key':
      return type === 'key' && typeof action['key'] === 'string' && keyName(action['key']) === edge.key;
    case 'open':
    case 'wait':
      return type === edge.type;
    case 'other':
      return type === edge.name;
    default:
      return edge satisfies never;
  }
}

function touches(
  edge: Extract<EdgeAction, { type: 'click' | 'long_press' }>,
  graph: Graph,
  action: GraphAction,
): boolean {
  const { x, y } = action;
  if (x === undefined || y === undefined) return false;
  const { box, point } = edge;
  if (box !== null) {
    const column = pythonInt(x);
    if (column < box[0] || column > box[2]) return false;
    const row = pythonInt(y);
    return row >= box[1] && row <= box[3];
  }
  if (point === null) return false;
  const dx = pythonNumeric(x) - point[0];
  const dy = pythonNumeric(y) - point[1];
  return Math.sqrt(dx * dx + dy * dy) < graph.screenSize.width * POINT_RADIUS;
}

function swipes(edge: Extract<EdgeAction, { type: 'swipe' }>, graph: Graph, action: GraphAction): boolean {
  if (field(action, 'direction') !== edge.direction || edge.direction === null) return false;
  if (edge.box === null) return true;
  const { x, y } = action;
  if (typeof x === 'number' && typeof y === 'number')
    return boxContains(edge.box, Math.trunc(x), Math.trunc(y));
  const [startX, startY] = swipeStart(edge.direction, graph.screenSize);
  return boxContains(edge.box, startX, startY);
}

/** Where a swipe that names no start begins: a quarter of the screen from the edge it moves away from. */
function swipeStart(direction: string, size: { width: number; height: number }): [number, number] {
  const along = direction === 'up' || direction === 'left' ? 0.75 : 0.25;
  if (direction === 'up' || direction === 'down') {
    return [Math.trunc(size.width / 2), Math.trunc(size.height * along)];
  }
  return [Math.trunc(size.width * along), Math.trunc(size.height / 2)];
}

function pythonNumeric(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  throw new PythonException('TypeError', 'unsupported operand type');
}

function typedText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new PythonException('AttributeError', 'lower');
}
