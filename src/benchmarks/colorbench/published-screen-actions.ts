import { isDeepStrictEqual } from 'node:util';
import type { ItemKey } from '../../domain/episode.js';
import { sharedArea, type Box } from '../../domain/geometry.js';
import type { Graph } from '../../domain/graph/graph.js';
import { toGraphAction } from '../../domain/graph/native-action.js';
import type { Mode } from '../../domain/mode.js';
import { PythonException, pythonInt } from '../../domain/graph/python-values.js';
import type { Trajectory } from '../../domain/trajectory.js';
import type { PublishedScreenActions, ScreenActionCounter } from '../screen-actions-view.js';

/** Areas that share more of what they cover are one. */
const SAME_AREA = 0.9;
/** Pixels on both axes within which touches are one, on a screen that the graph lists, and on one that it does not. */
const NEAR = 150;
const NEAR_UNLISTED = 100;

type Native = Readonly<Record<string, unknown>>;

/** An area that a touch met, or an action in the graph's words. */
type Counted = Box | Native;

/** Types that are passed over. */
const PASSED_OVER: readonly unknown[] = ['type', 'open', 'system_button', 'complete', 'wait'];
/** Types of touches. The script calls a long press `long_click`, so that real ones are compared as they stand. */
const TOUCHES: Readonly<Record<Mode, readonly unknown[]>> = {
  reference: ['click', 'long_click'],
  corrected: ['click', 'long_press'],
};

/**
 * Actions of each screen as the published script counts them, for Figure 4. It gathers them per task and keeps of each
 * screen only what was done in the last task that visited it; long presses count as often as their points differ, and swipes, which
 * are compared with swipes, never. `corrected` counts what all tasks did, swipes by their directions, long presses as other touches, and
 * a touch by the first area that it met.
 *
 * An action that would end the script (no type, a coordinate that is no number) is passed over.
 *
 * Source: ColorBench reference code `check_preference_points_from_trajectory.py`.
 */
export const PUBLISHED_SCREEN_ACTIONS: PublishedScreenActions = {
  note: 'The published script keeps of each screen the last task alone, counts no swipes and typing, and every long press.',
  paper: 'paper (Figure 4): 1.9 on average, most 17, least 0',
  count: (graph, tasks, mode = 'reference') => new PublishedCounter(graph, tasks, mode),
};

/** The actions of one episode, each with the screen that it was taken on. */
interface Attempt {
  readonly run: number;
  readonly repeat: number;
  readonly steps: readonly { readonly screen: string; readonly action: Native | null }[];
}

class PublishedCounter implements ScreenActionCounter {
  readonly #graph: Graph;
  readonly #mode: Mode;
  readonly #attempts: Map<string, Attempt[]>;
  readonly #areasOf = new Map<string, readonly Box[] | null>();

  constructor(graph: Graph, tasks: readonly string[], mode: Mode) {
    this.#graph = graph;
    this.#mode = mode;
    this.#attempts = new Map(tasks.map((task) => [task, []]));
  }

  add({ item, repeat }: ItemKey, run: number, trajectory: Trajectory): void {
    const steps = trajectory.steps.map(({ screen, action }) => {
      const native = action === null ? null : toGraphAction(action, screen.size ?? this.#graph.screenSize);
      const isObject = typeof native === 'object' && native !== null;
      return { screen: screen.id, action: isObject ? (native as Native) : null };
    });
    const attempts = this.#attempts.get(item) ?? [];
    this.#attempts.set(item, attempts);
    attempts.push({ run, repeat, steps });
  }

  counts(): ReadonlyMap<string, number> {
    const merged = new Map<string, readonly Counted[]>();
    for (const attempts of this.#attempts.values()) {
      for (const [screen, done] of this.#ofTask(attempts)) {
        const others = this.#mode === 'reference' ? [] : (merged.get(screen) ?? []);
        merged.set(screen, united(others, done));
      }
    }
    return new Map([...merged].map(([screen, done]) => [screen, done.length]));
  }

  /** By screen in the order of first visits. */
  #ofTask(attempts: readonly Attempt[]): ReadonlyMap<string, readonly Counted[]> {
    const screens = new Map<string, Counted[]>();
    for (const { steps } of attempts.toSorted((a, b) => a.run - b.run || a.repeat - b.repeat)) {
      for (const { screen, action } of steps) {
        const done = screens.get(screen) ?? [];
        screens.set(screen, done);
        try {
          if (action !== null) this.#count(done, screen, action);
        } catch (error) {
          if (!(error instanceof PythonException)) throw error;
        }
      }
    }
    return screens;
  }

  #count(done: Counted[], screen: string, action: Native): void {
    const type = action['action_type'];
    if (type === undefined || PASSED_OVER.includes(type)) return;
    if (TOUCHES[this.#mode].includes(type)) this.#countTouch(done, screen, action);
    else if (type === 'swipe') {
      if (this.#mode === 'corrected' && !done.some((one) => isSame(one, action))) done.push(action);
    } else if (!done.some((one) => isDeepStrictEqual(one, action))) done.push(action);
  }

  #countTouch(done: Counted[], screen: string, action: Native): void {
    if (action['x'] === undefined || action['y'] === undefined) return;
    const [x, y] = [pythonInt(action['x']), pythonInt(action['y'])];
    const areas = this.#areas(screen);
    let isInside = false;
    for (const box of areas ?? []) {
      if (x < box[0] || x > box[2] || y < box[1] || y > box[3]) continue;
      isInside = true;
      const isKnown = done.some((one) => isArea(one) && sharedArea(one, box) > SAME_AREA);
      if (!isKnown) done.push(box);
      // In the script, one that is known already is passed over in favour of the next that holds the point.
      if (!isKnown || this.#mode === 'corrected') break;
    }
    if (isInside) return;
    const near = areas === null ? NEAR_UNLISTED : NEAR;
    if (!done.some((one) => !isArea(one) && isNear(one, [x, y], near, this.#mode))) done.push(action);
  }

  /** Every area of a screen's edges once, in file order; null where the graph does not list the screen. */
  #areas(screen: string): readonly Box[] | null {
    const known = this.#areasOf.get(screen);
    if (known !== undefined) return known;
    const node = this.#graph.nodes[this.#graph.nodeIndex.get(screen) ?? -1];
    const boxes = (node?.edges ?? []).flatMap(({ actions }) =>
      actions.flatMap((action) => ('box' in action && action.box !== null ? [action.box] : [])),
    );
    const areas: Box[] = [];
    for (const box of boxes) {
      if (!areas.some((other) => isDeepStrictEqual(other, box))) areas.push(box);
    }
    const found = node?.listed === true ? areas : null;
    this.#areasOf.set(screen, found);
    return found;
  }
}

function isArea(counted: Counted): counted is Box {
  return Array.isArray(counted);
}

/** What was done in some task, and what another did besides. */
function united(known: readonly Counted[], others: readonly Counted[]): readonly Counted[] {
  const all = [...known];
  for (const other of others) if (!known.some((one) => isSame(one, other))) all.push(other);
  return all;
}

/** Whether two actions of a screen are one; corrected mode alone. */
function isSame(a: Counted, b: Counted): boolean {
  if (isArea(a) || isArea(b)) return isArea(a) && isArea(b) && sharedArea(a, b) > SAME_AREA;
  if (a['action_type'] !== b['action_type']) return false;
  if (a['action_type'] === 'swipe') return a['direction'] === b['direction'];
  if (!isTouch(b, 'corrected')) return isDeepStrictEqual(a, b);
  return isNear(a, [pythonInt(b['x']), pythonInt(b['y'])], NEAR_UNLISTED, 'corrected');
}

function isTouch({ action_type: type, x, y }: Native, mode: Mode): boolean {
  return TOUCHES[mode].includes(type) && x !== undefined && y !== undefined;
}

/** Whether a touch was at this place. */
function isNear(action: Native, [x, y]: readonly [number, number], near: number, mode: Mode): boolean {
  if (!isTouch(action, mode)) return false;
  return Math.abs(pythonInt(action['x']) - x) <= near && Math.abs(pythonInt(action['y']) - y) <= near;
}
