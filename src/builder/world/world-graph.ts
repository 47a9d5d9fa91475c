import type { Action } from '../../domain/action.js';
import { toGraphAction } from '../../domain/graph/native-action.js';
import { buildGraph } from '../../domain/graph/build-graph.js';
import { askedText, carriedText, carriesText } from '../../domain/text/carried-text.js';
import { advance, transition } from '../../domain/graph/transition.js';
import type { Size } from '../../domain/geometry.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { GraphFile } from '../../formats/graph/graph-file.js';
import type { WorldCapture, WorldStep, WorldWalk } from '../material/material.js';
import type { EarlierNodes } from './earlier-nodes.js';
import { Between, placesOf, type Done, type Move, type Place } from './places.js';
import { screenTitle } from './screen-title.js';
import { separateBoxes, type TouchEdge } from './separate-boxes.js';
import { isBack, isWritable, touchOf, writeAction } from './write-action.js';

type GraphFileNode = GraphFile['nodes'][number];
type GraphFileAction = NonNullable<GraphFileNode['edges']>[number]['actions'][number];

/** What was seen, as far as a graph is made of it. */
export interface Seen<C extends WorldCapture = WorldCapture> {
  readonly captures: readonly C[];
  readonly steps: readonly WorldStep[];
  readonly walks?: readonly WorldWalk[];
}

/** What a graph of what was seen leaves out. */
export interface WorldGraph {
  readonly graph: GraphFile;
  /** Node of each capture, in their order. */
  readonly nodes: readonly string[];
  /** Kinds of actions that changed the screen and that graphs cannot express, with how often. */
  readonly leftOut: ReadonlyMap<string, number>;
  /** Steps that lead elsewhere on the graph: the same was done on the same screen, and led elsewhere. */
  readonly unrepeated: number;
  /** Walks that the graph repeats from their first step to their last. */
  readonly repeatedWalks: number;
  /** States that were left out, because nothing leads to them. */
  readonly unreachable: number;
  /** By the id that a node had before: the one that shows its first screen now, where it is another one. */
  readonly renamed: ReadonlyMap<string, string>;
}

export interface WorldGraphOptions<C extends WorldCapture = WorldCapture> {
  readonly name: string;
  /** Size of the phone's screen. */
  readonly size: Size;
  /** State of each capture, in their order; any numbers. */
  readonly states: readonly number[];
  /** Hierarchy of a capture; null where it has none that can be read. */
  readonly hierarchyOf: (capture: C) => UiHierarchy | null;
  /** Nodes that the world had before. */
  readonly earlier?: EarlierNodes | null;
  /** State that HOME leads to; that of the first capture unless given. */
  readonly root?: number;
  /** Leaves out states that no edge leads to from where a walk began, the launcher opens or HOME leads. */
  readonly prunes?: boolean;
  /** Edges that nobody saw, which a person confirmed. */
  readonly added?: readonly {
    readonly from: number;
    readonly to: number;
    readonly action: GraphFileAction;
  }[];
}

/**
 * The graph of what was seen: its states with their screens, and what led from one to the next. BACK is left to lead to the page before,
 * except where it did not.
 */
export function worldGraph<C extends WorldCapture>(seen: Seen<C>, options: WorldGraphOptions<C>): WorldGraph {
  const { places, visits, placeOfState, renamed } = placesOf(seen.captures, options);
  const { walk, between } = walkOf(seen, visits, options);
  const all = [...places, ...between.unseen];
  const leftOut = new Map<string, number>();
  for (const { place, action, to } of walk) {
    if (action.type === 'open_app' || isWritable(action) || place === to) continue;
    leftOut.set(action.type, (leftOut.get(action.type) ?? 0) + 1);
  }
  const root = placeOfState.get(options.root ?? options.states[0] ?? 0) ?? places[0];
  const writing = { ...options, root: root?.id ?? '', placeOfState };
  const nodes = visits.map(({ id }) => id);
  const backs = new Set<string>();
  for (;;) {
    const graph = writeGraph(all, walk, backs, writing);
    const { moves, walks } = unrepeatedMoves(graph, walk);
    const wrong = moves.filter(({ action, place }) => isBack(action) && !backs.has(place.id));
    if (wrong.length === 0) {
      const begun = new Set((seen.walks ?? [{ first: 0 }]).map(({ first }) => nodes[first] ?? ''));
      const whole = options.prunes === true ? withoutUnreachable(graph, begun) : graph;
      const unreachable = graph.nodes.length - whole.nodes.length;
      return {
        graph: whole,
        nodes,
        leftOut,
        unrepeated: moves.length,
        repeatedWalks: walks,
        unreachable,
        renamed,
      };
    }
    for (const { place } of wrong) backs.add(place.id);
  }
}

/** Everything that was done, in order. */
function walkOf<C extends WorldCapture>(
  { captures, steps, walks = [] }: Seen<C>,
  visits: readonly Place[],
  { size, hierarchyOf }: WorldGraphOptions<C>,
): { readonly walk: readonly Move[]; readonly between: Between } {
  const between = new Between(size);
  const moves: { readonly move: Move; readonly isSeen: boolean }[] = [];
  const firsts = new Set(walks.map(({ first }) => first));
  const moveOf = (place: Place, action: Action, to: Place, { from }: WorldStep): Move => {
    const capture = captures[from] ?? null;
    const hierarchy = capture === null ? null : hierarchyOf(capture);
    return { place, action, to, capture, hierarchy, begins: false };
  };
  for (const step of steps) {
    const [place, end] = [visits[step.from], visits[step.to]];
    if (place === undefined || end === undefined || step.actions.length > 1) continue;
    between.note(moveOf(place, step.actions[0], end, step));
  }
  for (const step of steps) {
    const { from, to, actions } = step;
    const [start, end] = [visits[from], visits[to]];
    // Several things that came back to where they began: what each did, nobody saw.
    if (start === undefined || end === undefined || (start === end && actions.length > 1)) continue;
    let place = start;
    for (const [index, action] of actions.entries()) {
      const there = index === actions.length - 1 ? end : between.after(place, action);
      const begins = index === 0 && firsts.has(from);
      moves.push({
        // Past the first action of a command, nobody saw the screen.
        move: { ...moveOf(place, action, there, step), ...(index === 0 ? {} : seenBefore(place)), begins },
        isSeen: actions.length === 1,
      });
      place = there;
    }
  }
  const done = new Map<string, Done>();
  // What was seen counts before what only follows from where several things together led.
  for (const { move } of moves.toSorted((a, b) => Number(b.isSeen) - Number(a.isSeen))) {
    if (!isWritable(move.action)) continue;
    const key = JSON.stringify([
      move.place.id,
      move.to.id,
      move.action,
      move.capture?.hierarchy,
      move.capture?.size,
    ]);
    const known = done.get(key);
    if (known !== undefined) {
      known.times += 1;
      continue;
    }
    const first: Done = { ...move, times: 1 };
    done.set(key, first);
    move.place.moves.push(first);
  }
  return { walk: moves.map(({ move }) => move), between };
}

/** The screen of a place, as far as it was seen at another time. */
function seenBefore({ looks: [look] }: Place): Pick<Move, 'capture' | 'hierarchy'> {
  return look === undefined ? { capture: null, hierarchy: null } : look;
}

/** @param backs screens on which BACK needs an edge */
function writeGraph<C extends WorldCapture>(
  places: readonly Place[],
  walk: readonly Move[],
  backs: ReadonlySet<string>,
  {
    name,
    size,
    root,
    added = [],
    placeOfState,
  }: Omit<WorldGraphOptions<C>, 'root'> & {
    readonly root: string;
    readonly placeOfState: ReadonlyMap<number, Place>;
  },
): GraphFile {
  const apps = entriesOf(walk).map(([app, id]) => ({ name: app, entries: [id] }));
  return {
    formatVersion: 2,
    name,
    screenSize: size,
    root,
    ...(apps.length === 0 ? {} : { launcher: { apps } }),
    nodes: places.map((place): GraphFileNode => {
      const more = added.flatMap(({ from, to, action }) => {
        const target = placeOfState.get(to);
        return placeOfState.get(from) === place && target !== undefined ? [{ to: target.id, action }] : [];
      });
      const edges = edgesOf(place, { phone: size, root, hasBack: backs.has(place.id), more });
      const title = titleOf(place);
      return {
        id: place.id,
        ...(title === null ? {} : { title }),
        ...(place.looks.length === 0
          ? {}
          : {
              screens: place.looks.map(({ capture }, index) =>
                screenOf(index === 0 ? place.id : `${place.id}.${index + 1}`, capture),
              ),
            }),
        ...(edges.length > 0 ? { edges } : {}),
      };
    }),
  };
}

/** Where each app opened most often. */
function entriesOf(walk: readonly Move[]): (readonly [string, string])[] {
  const counts = new Map<string, Map<string, number>>();
  for (const { action, to } of walk) {
    if (action.type !== 'open_app') continue;
    const places = counts.get(action.app) ?? new Map<string, number>();
    counts.set(action.app, places);
    places.set(to.id, (places.get(to.id) ?? 0) + 1);
  }
  return [...counts].flatMap(([app, places]) => {
    const [most] = [...places].toSorted(([, a], [, b]) => b - a);
    return most === undefined ? [] : [[app, most[0]] as const];
  });
}

function titleOf({ looks }: Place): string | null {
  for (const { capture, hierarchy } of looks) {
    const title = screenTitle(hierarchy, capture.activity);
    if (title !== null) return title;
  }
  return null;
}

/** What leads elsewhere on the graph than it did on the phone, and how many walks do not. */
function unrepeatedMoves(
  file: GraphFile,
  walk: readonly Move[],
): { readonly moves: readonly Move[]; readonly walks: number } {
  const graph = buildGraph(file);
  const indexOf = (place: Place): number => graph.nodeIndex.get(place.id) ?? graph.root;
  const moves: Move[] = [];
  let walks = 0;
  let isWhole = false;
  let history = [graph.root];
  for (const [index, move] of walk.entries()) {
    const { place, action, to, begins } = move;
    const [here, there] = [indexOf(place), indexOf(to)];
    if (begins || index === 0) {
      if (isWhole) walks += 1;
      isWhole = true;
      history = [here];
    } else if (history.at(-1) !== here) history.push(here);
    const size = move.capture?.size ?? file.screenSize;
    const outcome = transition(graph, 'corrected', history, toGraphAction(action, size));
    const leads = outcome.candidates ?? [outcome.target];
    if (leads.includes(there)) advance(history, outcome, there, 'corrected');
    else if (there !== here) history.push(there);
    if (leads.every((target) => target === there)) continue;
    moves.push(move);
    isWhole = false;
  }
  return { moves, walks: walks + (isWhole ? 1 : 0) };
}

function screenOf(
  id: string,
  { picture, file, hierarchy, activity, size }: WorldCapture,
): NonNullable<GraphFileNode['screens']>[number] {
  return {
    id,
    ...(picture === null ? {} : { picture: `screens/${file ?? `${picture}.png`}` }),
    ...(hierarchy === null ? {} : { hierarchy: `screens/${hierarchy}.xml` }),
    ...(activity === null ? {} : { activity }),
    ...(size === null ? {} : { size }),
  };
}

/** What leads away from a screen. What did nothing is left out, and of what led to several screens the most frequent, then the first, counts. */
function edgesOf(
  place: Place,
  graph: {
    readonly phone: Size;
    readonly root: string;
    readonly hasBack: boolean;
    readonly more: readonly { readonly to: string; readonly action: GraphFileAction }[];
  },
): NonNullable<GraphFileNode['edges']> {
  const outcomes = new Map<string, Outcomes>();
  for (const { action, to, capture, hierarchy, times } of place.moves) {
    const size = capture?.size ?? graph.phone;
    const one = writeAction(action, { to, place, hierarchy, size });
    if (one === null) continue;
    if (isBack(action)) {
      // Where it led to several screens, the page before says it better than any edge.
      const isOne = place.moves.every((move) => !isBack(move.action) || move.to === to);
      if (!graph.hasBack || !isOne) continue;
    }
    const key = JSON.stringify(one);
    const known = outcomes.get(key) ?? { action: one, touches: [], counts: new Map<Place, number>() };
    outcomes.set(key, known);
    known.counts.set(to, (known.counts.get(to) ?? 0) + times);
    const at = touchOf(action, size);
    if (at !== null) known.touches.push(at);
  }
  const edges: TouchEdge[] = [];
  for (const { action, touches, counts } of withoutCarried([...outcomes.values()])) {
    const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
    const to = most?.[0];
    if (to === undefined) continue;
    const isHome = action.type === 'key' && action.key === 'HOME';
    const isKept = isHome
      ? to.id !== graph.root
      : to !== place || (action.type === 'key' && action.key === 'BACK');
    if (isKept) edges.push({ to: to.id, action, touches });
  }
  for (const { to, action } of graph.more) edges.push({ to, action, touches: [] });
  const byTarget = new Map<string, GraphFileAction[]>();
  for (const { to, action } of separateBoxes(edges, place.looks[0]?.capture.size ?? graph.phone)) {
    const actions = byTarget.get(to);
    if (actions === undefined) byTarget.set(to, [action]);
    else actions.push(action);
  }
  return [...byTarget].map(([to, actions]) => ({ to, actions }));
}

/** Where one action led, and how often. */
interface Outcomes {
  readonly action: GraphFileAction;
  readonly touches: (readonly [number, number])[];
  readonly counts: Map<Place, number>;
}

/**
 * Typing a text fires every edge whose text it carries. Of two that lead elsewhere, the one that was seen more often stays, else the shorter.
 */
function withoutCarried(outcomes: readonly Outcomes[]): readonly Outcomes[] {
  const kept: Outcomes[] = [];
  const ordered = outcomes.toSorted((a, b) => sumOf(b) - sumOf(a) || lengthOf(a) - lengthOf(b));
  for (const one of ordered) {
    const isCarried = kept.some((other) => firesToo(one, other) && mostOf(one) !== mostOf(other));
    if (!isCarried) kept.push(one);
  }
  return outcomes.filter((one) => kept.includes(one));
}

function firesToo({ action: a }: Outcomes, { action: b }: Outcomes): boolean {
  if (a.type !== 'type' || b.type !== 'type') return false;
  return (
    carriesText(askedText(a.text), carriedText(b.text)) || carriesText(askedText(b.text), carriedText(a.text))
  );
}

function sumOf({ counts }: Outcomes): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function mostOf({ counts }: Outcomes): Place | undefined {
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

function lengthOf({ action }: Outcomes): number {
  return action.type === 'type' ? action.text.length : 0;
}

/** The graph without the states that nothing leads to. */
function withoutUnreachable(graph: GraphFile, begun: ReadonlySet<string>): GraphFile {
  const nodeOf = new Map(graph.nodes.map((node) => [node.id, node]));
  const entries = graph.launcher?.apps.flatMap((app) => app.entries) ?? [];
  const reached = new Set([graph.root, ...entries, ...begun]);
  for (const id of reached) for (const { to } of nodeOf.get(id)?.edges ?? []) reached.add(to);
  return { ...graph, nodes: graph.nodes.filter(({ id }) => reached.has(id)) };
}
