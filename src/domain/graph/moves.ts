import type { Box, Size } from '../geometry.js';
import type { Mode } from '../mode.js';
import type { EdgeAction, Graph } from './graph.js';
import { transition, type Outcome } from './transition.js';

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
 * combination of targets. Clicks lie on the screen.
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
  for (const action of edgeActions(graph, node)) offer(action);
  for (const app of graph.launcher[mode].entries.keys()) offer({ action_type: 'open', app });
  offer({ action_type: 'system_button', button: 'home' });
  return moves;
}

/** Actions that between them fire every combination of edges that any action fires. */
function edgeActions(graph: Graph, node: number): Record<string, unknown>[] {
  const actions: Record<string, unknown>[] = [];
  const edges = graph.nodes[node]?.edges ?? [];
  const all = edges.flatMap((edge) => edge.actions);
  for (const action of all) actions.push(...actionsFor(action, all, graph.screenSize));
  return actions;
}

function actionsFor(action: EdgeAction, all: readonly EdgeAction[], size: Size): Record<string, unknown>[] {
  switch (action.type) {
    case 'click':
    case 'long_press': {
      const others = all.filter((other) => other.type === action.type);
      const box = areaOf(action, size);
      const areas = others.map((other) => areaOf(other, size)).filter((area) => overlap(area, box));
      return pointsIn(box, areas, size).map(([x, y]) => ({ action_type: action.type, x, y }));
    }
    case 'swipe': {
      const plain = { action_type: 'swipe', direction: action.direction };
      if (action.box === null) return [plain];
      const areas = all.flatMap((other) => (other.type === 'swipe' && other.box !== null ? [other.box] : []));
      return pointsIn(action.box, areas, size).map(([x, y]) => ({ ...plain, x, y }));
    }
    case 'type':
      return [{ action_type: 'type', text: action.text }];
    case 'key':
      if (action.key === 'BACK' || action.key === 'HOME') {
        return [{ action_type: 'system_button', button: action.key.toLowerCase() }];
      }
      return [{ action_type: 'key', key: action.key }];
    case 'wait':
      return [{ action_type: 'wait' }];
    case 'other':
      return [{ action_type: action.name }];
    case 'open':
      return [];
    default:
      return action satisfies never;
  }
}

/** Where a touch counts, as a box; the circle around a point is cut down to the point itself. */
function areaOf(action: EdgeAction, size: Size): Box {
  if (action.type !== 'click' && action.type !== 'long_press') return [0, 0, -1, -1];
  if (action.box !== null) return action.box;
  if (action.point === null) return [0, 0, -1, -1];
  const x = Math.min(Math.max(Math.trunc(action.point[0]), 0), size.width - 1);
  const y = Math.min(Math.max(Math.trunc(action.point[1]), 0), size.height - 1);
  return [x, y, x, y];
}

function overlap(a: Box, b: Box): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

/** Whole pixels of the box that lie on the screen, one for each part into which the areas cut it; its centre first. */
function pointsIn(box: Box, areas: readonly Box[], size: Size): [number, number][] {
  const [left, top] = [Math.max(Math.ceil(box[0]), 0), Math.max(Math.ceil(box[1]), 0)];
  const [right, bottom] = [
    Math.min(Math.floor(box[2]), size.width - 1),
    Math.min(Math.floor(box[3]), size.height - 1),
  ];
  if (left > right || top > bottom) return [];
  const centre: [number, number] = [Math.trunc((left + right) / 2), Math.trunc((top + bottom) / 2)];
  const columns = cuts(left, right, centre[0], areas, 0);
  const rows = cuts(top, bottom, centre[1], areas, 1);
  const points: [number, number][] = [];
  const seen = new Set<string>();
  for (const y of rows) {
    for (const x of columns) {
      const inside = areas.map((area) => (overlap(area, [x, y, x, y]) ? 1 : 0)).join('');
      if (seen.has(inside)) continue;
      seen.add(inside);
      points.push([x, y]);
    }
  }
  return points;
}

/** The centre, then one value from each stretch between the borders of the areas. */
function cuts(low: number, high: number, centre: number, areas: readonly Box[], axis: 0 | 1): number[] {
  const values = new Set([centre]);
  const borders = new Set([low, high + 1]);
  for (const area of areas) {
    const [start, end] = [Math.ceil(area[axis]), Math.floor(area[axis === 0 ? 2 : 3]) + 1];
    if (start > low && start <= high) borders.add(start);
    if (end > low && end <= high) borders.add(end);
  }
  const sorted = [...borders].sort((a, b) => a - b);
  sorted.slice(1).forEach((end, index) => values.add(Math.trunc(((sorted[index] ?? low) + end - 1) / 2)));
  return [...values];
}
