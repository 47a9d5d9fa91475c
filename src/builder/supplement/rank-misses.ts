import type { Action } from '../../domain/action.js';
import { toPixel, type Size } from '../../domain/geometry.js';
import type { Graph } from '../../domain/graph/graph.js';
import { fromGraphAction, toGraphAction } from '../../domain/graph/native-action.js';
import { transition } from '../../domain/graph/transition.js';
import type { Trajectory } from '../../domain/trajectory.js';
import type { MissLine } from '../../formats/survey/miss-line.js';

/**
 * How far apart on both axes touches may lie and still be one wish, as a share of the screen's width.
 *
 * Source: ColorBench reference code `check_preference_points_from_trajectory.py`: 150 of 1080 pixels.
 */
const NEAR = 150 / 1080;

/** Rules by which a world answers that it has nothing for an action. */
const MISSING: ReadonlySet<string> = new Set(['stay', 'stay_dead_end', 'open_failed']);

/** Actions that ask for no branch. */
const NO_BRANCH: ReadonlySet<string> = new Set([
  'wait',
  'answer',
  'stop',
  'memo',
  'replan',
  'ask_user',
  'grid_overlay',
  'foreign',
]);

interface Miss {
  readonly screen: string;
  readonly action: Action;
  readonly size: Size;
  count: number;
  readonly agents: Set<string>;
}

/** Gathers what agents wanted to do on screens of a world that have nothing for it. The order of runs plays no part. */
export class Misses {
  readonly #graph: Graph;
  /** By screen and action, to the pixel. */
  readonly #misses = new Map<string, Miss>();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** Looks through one episode; steps whose screen is none of the world's are passed over. */
  add(agent: string, { steps }: Trajectory): void {
    const { nodeIndex, nodes, root, screenSize } = this.#graph;
    for (const { screen, state, action } of steps) {
      const node = state ?? screen.id;
      const index = nodeIndex.get(node);
      if (index === undefined || action === null || NO_BRANCH.has(action.type)) continue;
      const size = screen.size ?? nodes[index]?.screens[0]?.size ?? screenSize;
      const native = toGraphAction(action, size);
      const { rule } = transition(this.#graph, 'corrected', index === root ? [root] : [root, index], native);
      if (!MISSING.has(rule)) continue;
      const { native: _, warnings: __, ...plain } = fromGraphAction(native);
      if (plain.type === 'foreign') continue;
      const key = `${node}\0${JSON.stringify(plain)}`;
      const miss = this.#misses.get(key) ?? {
        screen: node,
        action: plain as Action,
        size,
        count: 0,
        agents: new Set(),
      };
      miss.count += 1;
      miss.agents.add(agent);
      this.#misses.set(key, miss);
    }
  }

  /** Every wish once, the most frequent first; touches near each other are the most frequent of them. */
  ranked(): readonly MissLine[] {
    const found: Miss[] = [];
    const byScreen = new Map<string, Miss[]>();
    for (const miss of [...this.#misses.values()].toSorted(byRank)) {
      const others = byScreen.get(miss.screen) ?? [];
      byScreen.set(miss.screen, others);
      const same = others.find((other) => isNear(other, miss));
      if (same === undefined) {
        const own = { ...miss, agents: new Set(miss.agents) };
        others.push(own);
        found.push(own);
        continue;
      }
      same.count += miss.count;
      for (const agent of miss.agents) same.agents.add(agent);
    }
    return found.toSorted(byRank).map(({ screen, action, count, agents }) => ({
      screen,
      action,
      count,
      agents: [...agents].toSorted(),
    }));
  }
}

function byRank(a: Miss, b: Miss): number {
  const [one, other] = [
    `${a.screen}\0${JSON.stringify(a.action)}`,
    `${b.screen}\0${JSON.stringify(b.action)}`,
  ];
  return b.count - a.count || b.agents.size - a.agents.size || (one < other ? -1 : one > other ? 1 : 0);
}

function isNear(a: Miss, b: Miss): boolean {
  if (a.action.type !== b.action.type) return false;
  // A field that takes one text takes others.
  if (a.action.type === 'type') return true;
  if (a.action.type === 'swipe' && b.action.type === 'swipe')
    return a.action.direction === b.action.direction;
  const [first, second] = [pointOf(a), pointOf(b)];
  if (first === null || second === null) return false;
  const near = a.size.width * NEAR;
  return Math.abs(first[0] - second[0]) <= near && Math.abs(first[1] - second[1]) <= near;
}

/** Where a touch is, pixels; null for anything else. */
export function missPoint(action: Action, size: Size): readonly [number, number] | null {
  if (action.type !== 'tap' && action.type !== 'long_press') return null;
  return action.target.type === 'point' ? toPixel(action.target.point, size) : null;
}

function pointOf({ action, size }: Miss): readonly [number, number] | null {
  return missPoint(action, size);
}
