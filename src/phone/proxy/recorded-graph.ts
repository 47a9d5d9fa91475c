import type { Action } from '../../domain/action.js';
import { buildGraph } from '../../domain/graph/build-graph.js';
import { toGraphAction } from '../../domain/graph/native-action.js';
import { advance, transition } from '../../domain/graph/transition.js';
import { toPixel, type Direction, type Point, type Size } from '../../domain/geometry.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { GraphFile } from '../../formats/graph/graph-file.js';
import { hierarchyIdentity } from './screen-identity.js';
import type { RecordedCapture, RecordedSteps } from './recorded-steps.js';
import { around, touchPlace, type RecordedTouch } from './touch-places.js';

type GraphFileNode = GraphFile['nodes'][number];
type GraphFileAction = NonNullable<GraphFileNode['edges']>[number]['actions'][number];

/** What a graph of a recording leaves out. */
export interface RecordedGraph {
  readonly graph: GraphFile;
  /** Node of each capture, in their order. */
  readonly nodes: readonly string[];
  /** Kinds of actions that changed the screen and that graphs cannot express, with how often. */
  readonly leftOut: ReadonlyMap<string, number>;
  /** Steps of the recording that lead elsewhere on the graph: the same was done on the same screen, and led elsewhere. */
  readonly unrepeated: number;
}

export interface RecordedGraphOptions {
  readonly name: string;
  /** Size of the phone's screen. */
  readonly size: Size;
  /** Hierarchy of a capture; null where it has none that can be read. */
  readonly hierarchyOf: (capture: RecordedCapture) => UiHierarchy | null;
}

/** A screen of the graph in the making. */
interface Place {
  readonly id: string;
  /** Null for what was on display between two actions of one command. */
  readonly capture: RecordedCapture | null;
  readonly hierarchy: UiHierarchy | null;
  readonly moves: Move[];
}

/** Something that was done on a screen, and the screen after it. */
interface Move {
  readonly place: Place;
  readonly action: Action;
  readonly to: Place;
}

/**
 * The graph of a recording: its screens, distinguished by their elements where they have any, else by their pictures,
 * and what led from one to the next. The first is the root. BACK is left to lead to the page before, except where it
 * did not.
 */
export function recordedGraph(recorded: RecordedSteps, options: RecordedGraphOptions): RecordedGraph {
  const { places, nodes, walk } = walkOf(recorded, options);
  const leftOut = new Map<string, number>();
  for (const { place, action, to } of walk) {
    if (action.type === 'open_app' || isWritable(action) || place === to) continue;
    leftOut.set(action.type, (leftOut.get(action.type) ?? 0) + 1);
  }
  const backs = new Set<string>();
  for (;;) {
    const graph = writeGraph(places, walk, backs, options);
    const unrepeated = unrepeatedMoves(graph, walk);
    const wrong = unrepeated.filter(({ action, place }) => isBack(action) && !backs.has(place.id));
    if (wrong.length === 0) return { graph, nodes, leftOut, unrepeated: unrepeated.length };
    for (const { place } of wrong) backs.add(place.id);
  }
}

function isBack(action: Action): boolean {
  return action.type === 'key' && action.key === 'BACK';
}

/** The screens of a recording, and everything done on them in order. */
function walkOf(
  { captures, steps }: RecordedSteps,
  options: RecordedGraphOptions,
): { readonly places: readonly Place[]; readonly nodes: readonly string[]; readonly walk: readonly Move[] } {
  const seen = new Map<string, Place>();
  const visits = captures.map((capture, index) => visit(seen, capture, index, options));
  const between = new Between(options.size);
  const moves: { readonly move: Move; readonly isSeen: boolean }[] = [];
  for (const { from, to, actions } of steps) {
    const [place, end] = [visits[from], visits[to]];
    if (place === undefined || end === undefined || actions.length > 1) continue;
    between.note({ place, action: actions[0], to: end });
  }
  for (const { from, to, actions } of steps) {
    const [start, end] = [visits[from], visits[to]];
    // Several things that came back to where they began: what each did, nobody saw.
    if (start === undefined || end === undefined || (start === end && actions.length > 1)) continue;
    let place = start;
    for (const [index, action] of actions.entries()) {
      const there = index === actions.length - 1 ? end : between.after(place, action);
      moves.push({ move: { place, action, to: there }, isSeen: actions.length === 1 });
      place = there;
    }
  }
  // What was seen counts before what only follows from where several things together led.
  for (const { move } of moves.toSorted((a, b) => Number(b.isSeen) - Number(a.isSeen))) {
    if (isWritable(move.action)) move.place.moves.push(move);
  }
  const nodes = visits.map(({ id }) => id);
  return { places: [...seen.values(), ...between.unseen], nodes, walk: moves.map(({ move }) => move) };
}

/** What was on display between the things that one command did. */
class Between {
  /** Screens that nobody saw. */
  readonly unseen: Place[] = [];
  readonly #size: Size;
  readonly #after = new Map<Place, Map<string, Place>>();

  constructor(size: Size) {
    this.#size = size;
  }

  /** Keeps where something led. */
  note({ place, action, to }: Move): void {
    const places = this.#after.get(place) ?? new Map<string, Place>();
    this.#after.set(place, places);
    const key = this.#keyOf(place, action);
    if (!places.has(key)) places.set(key, to);
  }

  /** The screen that something leads to: the one it was seen to lead to at another time, else one that nobody saw. */
  after(place: Place, action: Action): Place {
    const known = this.#after.get(place)?.get(this.#keyOf(place, action));
    if (known !== undefined) return known;
    const id = `between-${this.unseen.length + 1}`;
    const to: Place = { id, capture: null, hierarchy: null, moves: [] };
    this.unseen.push(to);
    this.note({ place, action, to });
    return to;
  }

  /** The same for touches of one element, and for swipes in one direction. */
  #keyOf(place: Place, action: Action): string {
    const alone: Place = { ...place, moves: [] };
    const size = place.capture?.size ?? this.#size;
    return JSON.stringify(writeAction(action, alone, alone, size) ?? action);
  }
}

/** @param backs screens on which BACK needs an edge */
function writeGraph(
  places: readonly Place[],
  walk: readonly Move[],
  backs: ReadonlySet<string>,
  { name, size }: RecordedGraphOptions,
): GraphFile {
  const root = places[0]?.id ?? '';
  const entries = new Map<string, string>();
  for (const { action, to } of walk) {
    if (action.type === 'open_app' && !entries.has(action.app)) entries.set(action.app, to.id);
  }
  const apps = [...entries].map(([app, id]) => ({ name: app, entries: [id] }));
  return {
    formatVersion: 2,
    name,
    screenSize: size,
    root,
    ...(apps.length === 0 ? {} : { launcher: { apps } }),
    nodes: places.map((place): GraphFileNode => {
      const edges = edgesOf(place, { phone: size, root, hasBack: backs.has(place.id) });
      return {
        id: place.id,
        ...(place.capture === null ? {} : { screens: [screenOf(place.id, place.capture)] }),
        ...(edges.length > 0 ? { edges } : {}),
      };
    }),
  };
}

/** What leads elsewhere on the graph than it did on the phone. */
function unrepeatedMoves(file: GraphFile, walk: readonly Move[]): Move[] {
  const graph = buildGraph(file);
  const indexOf = (place: Place): number => graph.nodeIndex.get(place.id) ?? graph.root;
  const history = [graph.root];
  return walk.filter(({ place, action, to }) => {
    const [here, there] = [indexOf(place), indexOf(to)];
    if (history.at(-1) !== here) history.push(here);
    const size = place.capture?.size ?? file.screenSize;
    const outcome = transition(graph, 'corrected', history, toGraphAction(action, size));
    const leads = outcome.candidates ?? [outcome.target];
    if (leads.includes(there)) advance(history, outcome, there, 'corrected');
    else if (there !== here) history.push(there);
    return leads.some((index) => index !== there);
  });
}

function visit(
  places: Map<string, Place>,
  capture: RecordedCapture,
  index: number,
  { hierarchyOf }: RecordedGraphOptions,
): Place {
  const hierarchy = hierarchyOf(capture);
  const identity = hierarchy === null ? (capture.picture ?? `unseen ${index}`) : hierarchyIdentity(hierarchy);
  const known = places.get(identity);
  if (known !== undefined) return known;
  const place: Place = { id: `screen-${places.size + 1}`, capture, hierarchy, moves: [] };
  places.set(identity, place);
  return place;
}

function screenOf(
  id: string,
  { picture, hierarchy, activity, size }: RecordedCapture,
): NonNullable<GraphFileNode['screens']>[number] {
  return {
    id,
    ...(picture === null ? {} : { picture: `screens/${picture}.png` }),
    ...(hierarchy === null ? {} : { hierarchy: `screens/${hierarchy}.xml` }),
    ...(activity === null ? {} : { activity }),
    ...(size === null ? {} : { size }),
  };
}

function isWritable(action: Action): boolean {
  switch (action.type) {
    case 'tap':
    case 'long_press':
      return action.target.type === 'point';
    case 'swipe':
      return action.direction !== null;
    case 'type':
      return action.text !== '';
    case 'key':
    case 'wait':
      return true;
    default:
      return false;
  }
}

/** What leads away from a screen. What did nothing is left out, and of what led to several screens the first counts. */
function edgesOf(
  place: Place,
  graph: { readonly phone: Size; readonly root: string; readonly hasBack: boolean },
): NonNullable<GraphFileNode['edges']> {
  const size = place.capture?.size ?? graph.phone;
  const written = new Set<string>();
  const byTarget = new Map<string, GraphFileAction[]>();
  for (const { action, to } of place.moves) {
    const one = writeAction(action, to, place, size);
    const key = JSON.stringify(one);
    if (one === null || written.has(key)) continue;
    written.add(key);
    if (isBack(action)) {
      // Where it led to several screens, the page before says it better than any edge.
      const isOne = place.moves.every((move) => !isBack(move.action) || move.to === to);
      if (!graph.hasBack || !isOne) continue;
    } else if (action.type === 'key' && action.key === 'HOME') {
      if (to.id === graph.root) continue;
    } else if (to === place) continue;
    const actions = byTarget.get(to.id);
    if (actions === undefined) byTarget.set(to.id, [one]);
    else actions.push(one);
  }
  return [...byTarget].map(([to, actions]) => ({ to, actions }));
}

function writeAction(action: Action, to: Place, place: Place, size: Size): GraphFileAction | null {
  switch (action.type) {
    case 'tap':
    case 'long_press': {
      const at = touchOf(action, size);
      if (at === null) return null;
      const others = place.moves.flatMap((move): RecordedTouch[] => {
        const other = move.action.type === action.type ? touchOf(move.action, size) : null;
        return other === null ? [] : [{ at: other, to: move.to.id }];
      });
      const where = touchPlace({ at, to: to.id }, { size, hierarchy: place.hierarchy, others });
      const type = action.type === 'tap' ? 'click' : 'long_press';
      return 'box' in where ? { type, box: where.box } : { type, point: [...where.point] };
    }
    case 'swipe': {
      const { direction, from } = action;
      if (direction === null) return null;
      const leadsElsewhere = place.moves.some(
        (move) => move.to !== to && move.action.type === 'swipe' && move.action.direction === direction,
      );
      return swipe(direction, leadsElsewhere && from !== undefined ? { from, size } : null);
    }
    case 'type':
      return { type: 'type', text: action.text };
    case 'key':
      return { type: 'key', key: action.key };
    case 'wait':
      return { type: 'wait' };
    default:
      return null;
  }
}

/** @param start where it has to start; null for anywhere */
function swipe(
  direction: Direction,
  start: { readonly from: Point; readonly size: Size } | null,
): GraphFileAction {
  if (start === null) return { type: 'swipe', direction };
  return { type: 'swipe', direction, box: around(toPixel(start.from, start.size)) };
}

function touchOf(action: Action, size: Size): readonly [number, number] | null {
  if ((action.type !== 'tap' && action.type !== 'long_press') || action.target.type !== 'point') return null;
  return toPixel(action.target.point, size);
}
