import type { Size } from '../geometry.js';
import type { Mode } from '../mode.js';
import type { EdgeAction, Graph } from './graph.js';
import { largestScreen } from './solving/largest-screen.js';
import { isInside, partsOfScreen, type ScreenPart, type TouchArea } from './solving/screen-parts.js';
import { typedTexts } from './solving/typed-texts.js';
import { advance, POINT_RADIUS, transition, type Outcome } from './transition.js';

/** One thing to do at a node, and everywhere it may lead, each place as likely as often as it is listed. */
export interface Move {
  /** Native object for `transition`; `fromGraphAction` gives the unified one. */
  readonly action: Readonly<Record<string, unknown>>;
  readonly rule: Outcome['rule'];
  /** Node indices, duplicates kept. Never empty: moves that end the episode or stay are left out. */
  readonly targets: readonly number[];
}

/**
 * Every distinct way forward from a node: its edges, opening each app, and home; without back, which depends on the
 * history. Of actions with the same outcome one is kept, so where click areas overlap there is a move for each
 * combination of targets; so there is where a launcher's icons cover part of an area, and for what several texts have in
 * common. Clicks lie on the screen.
 *
 * For search: 1,000 nodes take milliseconds. Outcomes are those of `transition`.
 */
export function movesFrom(graph: Graph, mode: Mode, node: number): readonly Move[] {
  const moves: Move[] = [];
  const seen = new Set<string>();
  const history = [node];
  const offer = (action: Readonly<Record<string, unknown>>): void => {
    const { rule, candidates, target } = transition(graph, mode, history, action);
    const targets = candidates ?? (target === -1 ? [] : [target]);
    if (targets.every((place) => place === node)) return;
    const key = targets.join(',');
    if (seen.has(key)) return;
    seen.add(key);
    moves.push({ action, rule, targets });
  };
  for (const action of edgeActions(graph, mode, node)) offer(action);
  for (const app of graph.launcher[mode].entries.keys()) offer({ action_type: 'open', app });
  offer({ action_type: 'system_button', button: 'home' });
  return moves;
}

/** One thing to do at a node: everywhere it may lead, be it where one is, and whether BACK comes back from there. */
export interface Choice {
  /** Native object for `transition`. */
  readonly action: Readonly<Record<string, unknown>>;
  /** Node indices, each as likely as often as it is listed. Never empty. */
  readonly targets: readonly number[];
  /** Whether the arrival is one more entry of the history. In `corrected` mode staying is none. */
  readonly grows: boolean;
}

/** An app that no launcher has: asked for it, `corrected` mode stays. */
const NO_APP = 'no such app';
/** A key that does nothing unless a screen records it. */
const IDLE_KEYS = ['MENU', 'F12', 'F11'];

/**
 * Every distinct thing to do at a node that does not end the episode, without opening apps, without HOME and BACK where
 * they do what they do by themselves. Staying is one of them wherever it can be had: it shows the screen anew.
 */
export function choicesFrom(graph: Graph, mode: Mode, node: number): Choice[] {
  const choices: Choice[] = [];
  const seen = new Set<string>();
  for (const action of [...edgeActions(graph, mode, node), ...idleActions(graph, mode, node)]) {
    const choice = choiceOf(graph, mode, node, action);
    if (choice === null) continue;
    const key = `${choice.grows ? 1 : 0} ${choice.targets.join(',')}`;
    if (seen.has(key)) continue;
    seen.add(key);
    choices.push(choice);
  }
  return choices;
}

/** What an action does at a node, but for BACK along the history; null where it ends the episode. */
export function choiceOf(graph: Graph, mode: Mode, node: number, action: Choice['action']): Choice | null {
  const history = [node];
  const outcome = transition(graph, mode, history, action);
  const targets = outcome.candidates ?? (outcome.target === -1 ? [] : [outcome.target]);
  const [first] = targets;
  if (first === undefined) return null;
  advance(history, outcome, first, mode);
  return { action, targets, grows: history.length > 1 };
}

function idleActions(graph: Graph, mode: Mode, node: number): Record<string, unknown>[] {
  const recorded = new Set(
    (graph.nodes[node]?.edges ?? []).flatMap(({ actions }) =>
      actions.flatMap((action) => (action.type === 'key' ? [action.key] : [])),
    ),
  );
  const key = IDLE_KEYS.find((name) => !recorded.has(name));
  return [
    { action_type: 'wait' },
    ...(key === undefined ? [] : [{ action_type: 'key', key }]),
    // In `reference` mode an unknown app ends the episode.
    ...(mode === 'corrected' ? [{ action_type: 'open', app: NO_APP }] : []),
  ];
}

/** Actions that between them fire every combination of edges that any action fires, one by one in the order of the edges. */
export function edgeActions(graph: Graph, mode: Mode, node: number): Record<string, unknown>[] {
  const all = (graph.nodes[node]?.edges ?? []).flatMap((edge) => edge.actions);
  const size = largestScreen(graph, node);
  const texts = typedTexts(
    all.filter((action) => action.type === 'type'),
    mode,
  );
  const touched = new Map<string, Touches>();
  const actions: Record<string, unknown>[] = [];
  for (const action of all) {
    switch (action.type) {
      case 'click':
      case 'long_press': {
        const touches = touched.get(action.type) ?? touchesOf(action.type, all, graph, mode, node, size);
        touched.set(action.type, touches);
        actions.push(...pointsOn(touches, areaOf(action, graph), size, { action_type: action.type }));
        break;
      }
      case 'swipe': {
        const plain = { action_type: 'swipe', direction: action.direction };
        const kind = `swipe ${action.direction}`;
        const touches = touched.get(kind) ?? swipesOf(action, all, size);
        touched.set(kind, touches);
        const isWhole = touches.areas.length === 0;
        actions.push(...(isWhole ? [plain] : pointsOn(touches, swipeArea(action, size), size, plain)));
        break;
      }
      case 'type':
        // Those that no edge has alone come with the first.
        actions.push(...texts.splice(0).map((text) => ({ action_type: 'type', text })));
        break;
      case 'open':
        break;
      default:
        actions.push(plainAction(action));
    }
  }
  return actions;
}

function plainAction(
  action: Extract<EdgeAction, { type: 'key' | 'wait' | 'other' }>,
): Record<string, unknown> {
  if (action.type === 'wait') return { action_type: 'wait' };
  if (action.type === 'other') return { action_type: action.name };
  if (action.key === 'BACK' || action.key === 'HOME') {
    return { action_type: 'system_button', button: action.key.toLowerCase() };
  }
  return { action_type: 'key', key: action.key };
}

/** Areas of one kind of touch on a screen, and the parts into which they cut it. */
interface Touches {
  readonly areas: readonly TouchArea[];
  readonly parts: readonly ScreenPart[];
}

/** What takes part in deciding about a touch: the edges of its kind, and for a click on the root the icons above them. */
function touchesOf(
  type: 'click' | 'long_press',
  all: readonly EdgeAction[],
  graph: Graph,
  mode: Mode,
  node: number,
  size: Size,
): Touches {
  const areas = all.flatMap((action) => (action.type === type ? (areaOf(action, graph) ?? []) : []));
  if (type === 'click' && node === graph.root) {
    areas.push(...graph.launcher[mode].icons.map(({ box }): TouchArea => ({ type: 'box', box })));
  }
  return { areas, parts: partsOfScreen(areas, size) };
}

/** Areas in which swipes of a direction must start; none where all may start anywhere. */
function swipesOf({ direction }: SwipeAction, all: readonly EdgeAction[], size: Size): Touches {
  const swipes = all.filter((other) => other.type === 'swipe' && other.direction === direction);
  if (swipes.every((swipe) => swipe.type === 'swipe' && swipe.box === null)) return { areas: [], parts: [] };
  const areas = swipes.flatMap((swipe) => (swipe.type === 'swipe' ? [swipeArea(swipe, size)] : []));
  return { areas, parts: partsOfScreen(areas, size) };
}

type SwipeAction = Extract<EdgeAction, { type: 'swipe' }>;

function swipeArea({ box }: SwipeAction, { width, height }: Size): TouchArea {
  return { type: 'box', box: box ?? [0, 0, width - 1, height - 1] };
}

/** Where a touch of the edge counts. */
function areaOf(
  { box, point }: Extract<EdgeAction, { type: 'click' | 'long_press' }>,
  { screenSize }: Graph,
): TouchArea | null {
  if (box !== null) return { type: 'box', box };
  if (point === null) return null;
  return { type: 'circle', centre: point, radius: screenSize.width * POINT_RADIUS };
}

/** The action at the middle of the area, then at one pixel of each part of it. */
function pointsOn(
  { parts, areas }: Touches,
  area: TouchArea | null,
  size: Size,
  action: Readonly<Record<string, unknown>>,
): Record<string, unknown>[] {
  if (area === null) return [];
  const middle = middleOf(area, size);
  const inside = parts.filter(({ x, y }) => isInside(area, x, y));
  const rest = middle === null ? inside : inside.filter((part) => !isSamePart(part, middle, areas));
  return [...(middle === null ? [] : [middle]), ...rest].map(({ x, y }) => ({ ...action, x, y }));
}

function isSamePart(part: ScreenPart, at: { x: number; y: number }, areas: readonly TouchArea[]): boolean {
  const own = areas.flatMap((area, index) => (isInside(area, at.x, at.y) ? [index] : []));
  return own.join() === part.inside.join();
}

/** The pixel in the middle of what lies on the screen: of a circle its centre, brought to the screen. Null where nothing does. */
function middleOf(area: TouchArea, size: Size): { x: number; y: number } | null {
  const box = area.type === 'box' ? area.box : [...area.centre, ...area.centre].map(Math.trunc);
  const [left = 0, top = 0, right = 0, bottom = 0] = box;
  const ranges = [
    [Math.ceil(left), Math.floor(right), size.width],
    [Math.ceil(top), Math.floor(bottom), size.height],
  ].map(([low = 0, high = 0, length = 0]) =>
    area.type === 'circle'
      ? [Math.min(Math.max(low, 0), length - 1), Math.min(Math.max(high, 0), length - 1)]
      : [Math.max(low, 0), Math.min(high, length - 1)],
  );
  if (ranges.some(([low = 0, high = 0]) => low > high)) return null;
  const [x = 0, y = 0] = ranges.map(([low = 0, high = 0]) => Math.trunc((low + high) / 2));
  return isInside(area, x, y) ? { x, y } : null;
}
