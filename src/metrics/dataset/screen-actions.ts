import { compareText } from '../../domain/collections/compare-text.js';
import { boxContains, sharedArea, type Box, type Size } from '../../domain/geometry.js';
import type { Graph } from '../../domain/graph/graph.js';
import { POINT_RADIUS } from '../../domain/graph/transition.js';
import { toGraphAction } from '../../domain/graph/native-action.js';
import {
  SCREEN_ACTION_KINDS,
  type ScreenActionKind,
  type ScreenActionStatistics,
} from '../../domain/recordings/dataset-statistics.js';
import type { Trajectory } from '../../domain/trajectory.js';
import { WholeNumbers } from './whole-numbers.js';

/** Areas that share more of what they cover are one. Source: ColorBench reference code, branch supplementation. */
const SAME_AREA = 0.9;

/**
 * How far apart on both axes touches that met no area may lie and still mean one thing, as a share of the screen's width.
 * Source: ColorBench reference code, branch supplementation: 150 of 1080 pixels.
 */
const NEAR = 150 / 1080;

type Touch = 'click' | 'long_press';

/** What was done on one screen. */
interface ScreenUse {
  readonly size: Size;
  steps: number;
  /** Distinct actions that need no place, and areas that were met, each by a name of its own. */
  readonly done: Map<string, ScreenActionKind>;
  /** Touches that met no area, by kind and pixel. */
  readonly missed: Map<string, MissedPoint>;
}

interface NumberedArea {
  /** null for the surroundings of a recorded point. */
  readonly box: Box | null;
  readonly number: number;
  readonly holds: (x: number, y: number) => boolean;
}

interface MissedPoint {
  readonly kind: Touch;
  readonly x: number;
  readonly y: number;
  times: number;
  readonly tasks: Set<string>;
}

/** The part of a statistic that runs alone give. */
export type ScreenActionCounts = Pick<
  ScreenActionStatistics,
  'episodes' | 'steps' | 'spread' | 'none' | 'screens' | 'missed'
>;

/**
 * Counts what agents did on each screen of a recorded phone: the successors that its node would need. Touches count by the
 * area that they meet, or by their place where they meet none; swipes by direction, keys by name, typing once. What can be
 * done anywhere (BACK, HOME, opening an app) and what asks for no successor (waiting, answering, ending) does not count. The
 * order of runs, tasks and steps plays no part.
 *
 * Source: ColorBench paper, Figure 4. Deviation: swipes, long presses, keys and typing count, and all tasks do.
 */
export class ScreenActions {
  readonly #graph: Graph;
  readonly #screens = new Map<string, ScreenUse>();
  readonly #areasOf = new Map<string, readonly NumberedArea[]>();
  #episodes = 0;
  #steps = 0;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** Counts one episode; steps whose screen is none of the graph's are passed over. */
  add(task: string, { steps }: Trajectory): void {
    this.#episodes += 1;
    for (const { screen, state, action } of steps) {
      const node = state ?? screen.id;
      const index = this.#graph.nodeIndex.get(node);
      if (index === undefined) continue;
      this.#steps += 1;
      const size = screen.size ?? this.#graph.nodes[index]?.screens[0]?.size ?? this.#graph.screenSize;
      const use = this.#useOf(node, size);
      use.steps += 1;
      if (action === null) continue;
      const native = toGraphAction(action, size);
      if (typeof native === 'object' && native !== null) {
        this.#count(use, index, native as Readonly<Record<string, unknown>>, task);
      }
    }
  }

  counts(): ScreenActionCounts {
    const spread = new WholeNumbers();
    const missed: ScreenActionStatistics['missed'] = [];
    const screens = [...this.#screens].map(([screen, use]) => {
      const kinds = { click: 0, long_press: 0, swipe: 0, type: 0, key: 0 };
      for (const kind of use.done.values()) kinds[kind] += 1;
      for (const point of gathered([...use.missed.values()], use.size.width * NEAR)) {
        kinds[point.kind] += 1;
        missed.push({ screen, ...point, tasks: [...point.tasks].toSorted() });
      }
      const actions = SCREEN_ACTION_KINDS.reduce((sum, kind) => sum + kinds[kind], 0);
      spread.add(actions);
      return { screen, steps: use.steps, actions, kinds };
    });
    return {
      episodes: this.#episodes,
      steps: this.#steps,
      spread: spread.distribution(),
      none: screens.filter(({ actions }) => actions === 0).length,
      screens: screens.toSorted((a, b) => b.actions - a.actions || compareText(a.screen, b.screen)),
      missed: missed.toSorted(
        (a, b) =>
          b.times - a.times ||
          compareText(a.screen, b.screen) ||
          compareText(a.kind, b.kind) ||
          a.y - b.y ||
          a.x - b.x,
      ),
    };
  }

  #useOf(node: string, size: Size): ScreenUse {
    let use = this.#screens.get(node);
    if (use === undefined) {
      use = { size, steps: 0, done: new Map(), missed: new Map() };
      this.#screens.set(node, use);
    }
    return use;
  }

  #count(use: ScreenUse, node: number, action: Readonly<Record<string, unknown>>, task: string): void {
    const kind = action['action_type'];
    switch (kind) {
      case 'click':
      case 'long_press': {
        const [x, y] = [Number(action['x'] ?? Number.NaN), Number(action['y'] ?? Number.NaN)];
        // Nobody knows where it was meant to be.
        if (!Number.isFinite(x) || !Number.isFinite(y)) return;
        // Whole pixels cut toward zero, as where a graph is walked.
        const point = { kind, x: Math.trunc(x), y: Math.trunc(y) } as const;
        const area = this.#areas(node, kind).find(({ holds }) => holds(point.x, point.y));
        if (area === undefined) missedAt(use, point, task);
        else use.done.set(`${kind} area ${area.number}`, kind);
        return;
      }
      case 'swipe':
        if (typeof action['direction'] === 'string') use.done.set(`swipe ${action['direction']}`, 'swipe');
        return;
      case 'type':
        use.done.set('type', 'type');
        return;
      case 'key':
        use.done.set(`key ${String(action['key'])}`, 'key');
        return;
      case 'system_button': {
        const button = String(action['button']).toLowerCase();
        if (button !== 'back' && button !== 'home') use.done.set(`key ${button.toUpperCase()}`, 'key');
        return;
      }
      default:
    }
  }

  /** The touch areas of a node in file order, on the root those of the icons too; near equal ones have one number. */
  #areas(node: number, kind: Touch): readonly NumberedArea[] {
    const key = `${kind} ${node}`;
    const known = this.#areasOf.get(key);
    if (known !== undefined) return known;
    const { nodes, root, launcher, screenSize } = this.#graph;
    const actions = (nodes[node]?.edges ?? []).flatMap((edge) => edge.actions);
    const areas: NumberedArea[] = [];
    const addBox = (box: Box): void => {
      const same = areas.find((other) => other.box !== null && sharedArea(other.box, box) > SAME_AREA);
      const number = same?.number ?? areas.length;
      areas.push({ box, number, holds: (x, y) => boxContains(box, x, y) });
    };
    for (const action of actions) {
      if (action.type !== kind) continue;
      const { box, point } = action;
      if (box !== null) addBox(box);
      else if (point !== null) {
        const reach = screenSize.width * POINT_RADIUS;
        const holds = (x: number, y: number): boolean => Math.hypot(x - point[0], y - point[1]) < reach;
        areas.push({ box, number: areas.length, holds });
      }
    }
    if (node === root && kind === 'click') for (const { box } of launcher.corrected.icons) addBox(box);
    this.#areasOf.set(key, areas);
    return areas;
  }
}

function missedAt(
  { missed }: ScreenUse,
  { kind, x, y }: Pick<MissedPoint, 'kind' | 'x' | 'y'>,
  task: string,
): void {
  const key = `${kind} ${x} ${y}`;
  const point = missed.get(key) ?? { kind, x, y, times: 0, tasks: new Set<string>() };
  point.times += 1;
  point.tasks.add(task);
  missed.set(key, point);
}

/** Near points as the most frequent one among them. */
function gathered(points: readonly MissedPoint[], near: number): readonly MissedPoint[] {
  const found: MissedPoint[] = [];
  const ranked = points.toSorted(
    (a, b) => b.times - a.times || compareText(a.kind, b.kind) || a.y - b.y || a.x - b.x,
  );
  for (const { kind, x, y, times, tasks } of ranked) {
    const same = found.find(
      (one) => one.kind === kind && Math.abs(one.x - x) <= near && Math.abs(one.y - y) <= near,
    );
    if (same === undefined) {
      found.push({ kind, x, y, times, tasks: new Set(tasks) });
      continue;
    }
    same.times += times;
    for (const task of tasks) same.tasks.add(task);
  }
  return found;
}
