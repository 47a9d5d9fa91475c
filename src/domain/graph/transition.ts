import type { Size } from '../geometry.js';
import type { Mode } from '../mode.js';
import type { ChoiceKind } from './chooser.js';
import { foldAppName } from './build-graph.js';
import { carriedText, carriesText, type CarriedText } from '../text/carried-text.js';
import { directionCode, EdgeKind, EdgeShape, ROW, type EdgeTable } from './edge-table.js';
import type { Graph, Launcher } from './graph.js';
import { invalidReason } from './invalid-action.js';
import { keyName } from './native-action.js';
import { PythonException, pythonInt, pythonJson, pythonStr } from './python-values.js';
import { prepareTyped, textMatches, type TypedText } from './text-match.js';

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
  /** Text for the scorer; the episode ends with it. */
  readonly answer?: string;
  /** Name of the Python exception (`raises`), or what was wrong with the action (`invalid`). */
  readonly detail?: string;
}

/** Radius, in widths of a screen, within which a click on an edge without a box counts. */
export const POINT_RADIUS = 0.14;

/**
 * What an action does at the top of a history. Pure: the same arguments give the same outcome, and nothing is changed.
 *
 * `reference` does what the published code does, including with actions that make it raise. `corrected` differs in this:
 * a malformed action is `invalid` and stays; app names are trimmed and case folded, all names of an entry count, and an
 * unknown app stays; back where there is nothing to go back to stays; a typed text fires an edge only where it carries all
 * that the edge asks for. (How the history grows differs too: `advance`.)
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
  if ('action_type' in value) return false;
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

  if (type === 'complete') {
    return { rule: 'complete', candidates: null, target: -1, kind: 'edge', answer: pythonJson(action) };
  }
  if (type === 'system_button') {
    const button = field(action, 'button');
    if (button === 'back' || button === 'home') {
      // A recorded key edge goes before what the key does by itself.
      const targets = keyTargets(graph.table, node, button === 'back' ? 'BACK' : 'HOME');
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
  if (graph.table.hasEdges[node] !== 1) {
    return { rule: 'stay_dead_end', candidates: null, target: node, kind: 'edge' };
  }
  return followEdges(graph, mode, node, type, action);
}

function keyTargets({ rows, starts, names }: EdgeTable, node: number, key: string): number[] | null {
  let targets: number[] | null = null;
  const end = starts[node + 1] ?? 0;
  for (let row = starts[node] ?? 0; row < end; row += ROW.length) {
    if (rows[row] !== EdgeKind.key || names[rows[row + ROW.extra] ?? -1] !== key) continue;
    const target = rows[row + ROW.target] ?? -1;
    if (targets === null) targets = [target];
    else if (!targets.includes(target)) targets.push(target);
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

function followEdges(graph: Graph, mode: Mode, node: number, type: unknown, action: GraphAction): Outcome {
  const { rows, starts } = graph.table;
  const kind = kindOf(type);
  const scan: Scan = { graph, mode, type, action, typed: null, carried: null };
  // Lists are made only when something goes into them: most actions match one edge or none.
  let matched: number[] | null = null;
  let waiting: number[] | null = null;
  let done = -1;
  const end = starts[node + 1] ?? 0;
  for (let row = starts[node] ?? 0; row < end; row += ROW.length) {
    // An edge counts once; what it lists after its match is skipped.
    if (rows[row + ROW.edge] === done) continue;
    const rowKind = rows[row];
    if (rowKind === EdgeKind.wait) {
      const target = rows[row + ROW.target] ?? -1;
      if (waiting === null) waiting = [target];
      else waiting.push(target);
    }
    if (rowKind !== kind && rowKind !== EdgeKind.other) continue;
    if (!matches(graph.table, row, scan)) continue;
    done = rows[row + ROW.edge] ?? -1;
    const target = rows[row + ROW.target] ?? -1;
    if (matched === null) matched = [target];
    else matched.push(target);
  }
  if (matched !== null) return { rule: 'edge', candidates: matched, target: -1, kind: 'edge' };
  if (waiting !== null) return { rule: 'wait_fallback', candidates: waiting, target: -1, kind: 'wait' };
  return { rule: 'stay', candidates: null, target: node, kind: 'edge' };
}

/** One action on its way along the edges of a node. */
interface Scan {
  readonly graph: Graph;
  readonly mode: Mode;
  readonly type: unknown;
  readonly action: GraphAction;
  /** The typed text, prepared at the first `type` edge that compares it. */
  typed: TypedText | null;
  /** The same for `corrected` mode. */
  carried: CarriedText | null;
}

/** Kind of the edges that an action of this type may match; 0 for none but those of `other` types. */
function kindOf(type: unknown): number {
  switch (type) {
    case 'click':
      return EdgeKind.click;
    case 'long_press':
      return EdgeKind.longPress;
    case 'swipe':
      return EdgeKind.swipe;
    case 'type':
      return EdgeKind.type;
    case 'key':
      return EdgeKind.key;
    case 'open':
      return EdgeKind.open;
    case 'wait':
      return EdgeKind.wait;
    default:
      return 0;
  }
}

/** Whether the action matches the row, which is of its kind or of an `other` type. */
function matches({ rows, texts, names }: EdgeTable, row: number, scan: Scan): boolean {
  const { action } = scan;
  switch (rows[row]) {
    case EdgeKind.click:
    case EdgeKind.longPress:
      return touches(rows, row, scan.graph.screenSize.width, action);
    case EdgeKind.swipe:
      return swipes(rows, row, scan.graph.screenSize, action);
    case EdgeKind.type: {
      if (action['text'] === undefined) return false;
      const text = texts[rows[row + ROW.extra] ?? -1];
      if (text === undefined) return false;
      if (scan.mode === 'corrected') {
        scan.carried ??= carriedText(typedText(action['text']));
        return carriesText(text.asked, scan.carried);
      }
      scan.typed ??= prepareTyped(typedText(action['text']));
      return textMatches(text, scan.typed);
    }
    case EdgeKind.key: {
      const name = names[rows[row + ROW.extra] ?? -1];
      return typeof action['key'] === 'string' && keyName(action['key']) === name;
    }
    case EdgeKind.other:
      return names[rows[row + ROW.extra] ?? -1] === scan.type;
    default:
      return true;
  }
}

function touches(rows: Float64Array, row: number, width: number, action: GraphAction): boolean {
  const { x, y } = action;
  if (x === undefined || y === undefined) return false;
  switch (rows[row + ROW.shape]) {
    case EdgeShape.box: {
      const column = pythonInt(x);
      if (column < at(rows, row + ROW.a) || column > at(rows, row + ROW.c)) return false;
      const line = pythonInt(y);
      return line >= at(rows, row + ROW.b) && line <= at(rows, row + ROW.d);
    }
    case EdgeShape.point: {
      const dx = pythonNumeric(x) - at(rows, row + ROW.a);
      const dy = pythonNumeric(y) - at(rows, row + ROW.b);
      return Math.sqrt(dx * dx + dy * dy) < width * POINT_RADIUS;
    }
    default:
      return false;
  }
}

function swipes(rows: Float64Array, row: number, size: Size, action: GraphAction): boolean {
  const direction = field(action, 'direction');
  const shape = rows[row + ROW.shape];
  if (shape === EdgeShape.never || directionCode(direction) !== rows[row + ROW.extra]) return false;
  if (shape === EdgeShape.none) return true;
  const { x, y } = action;
  const [startX, startY] =
    typeof x === 'number' && typeof y === 'number'
      ? [Math.trunc(x), Math.trunc(y)]
      : swipeStart(direction, size);
  return (
    startX >= at(rows, row + ROW.a) &&
    startX <= at(rows, row + ROW.c) &&
    startY >= at(rows, row + ROW.b) &&
    startY <= at(rows, row + ROW.d)
  );
}

function at(rows: Float64Array, index: number): number {
  return rows[index] ?? Number.NaN;
}

/** Where a swipe that names no start begins: a quarter of the screen from the edge it moves away from. */
function swipeStart(direction: unknown, size: Size): [number, number] {
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
