import type { Graph } from '../../domain/graph/graph.js';
import { movesFrom, type Move } from '../../domain/graph/moves.js';
import { transition } from '../../domain/graph/transition.js';
import type { Mode } from '../../domain/mode.js';

const HOME = { action_type: 'system_button', button: 'home' };
/** Things that do nothing on most screens, tried in this order. */
const IDLE = [{ action_type: 'wait' }, { action_type: 'key', key: 'MENU' }] as const;

/** A graph prepared for finding routes: what each node offers by itself, and what every node offers alike. */
export interface RouteSpace {
  readonly graph: Graph;
  readonly mode: Mode;
  /** Per node: moves along its own edges. */
  readonly moves: readonly (readonly Move[])[];
  /** Opening apps: works from everywhere. */
  readonly openings: readonly Move[];
  /** Going home, which works from every node that is not `homeless`. */
  readonly home: Move;
  /** Nodes where the HOME key follows an edge instead. */
  readonly homeless: ReadonlySet<number>;
  /** Per node: nodes with a move of their own that may lead there. */
  readonly predecessors: readonly (readonly number[])[];
  /** Whether a node can be reached from wherever one is, by opening an app or going home. */
  readonly isAnywhere: (node: number) => boolean;
  /** Nodes and screens with this id; `screen` is null where the id stands for every screen of the node. */
  readonly placesOf: (id: string) => readonly Place[];
}

/** A node, or one of its screens by number. */
export interface Place {
  readonly node: number;
  readonly screen: number | null;
}

/** Prepares a graph. Takes milliseconds per thousand nodes; share the result between episodes. */
export function buildRouteSpace(graph: Graph, mode: Mode): RouteSpace {
  const home: Move = { action: HOME, rule: 'home', targets: [graph.root] };
  const openings = new Map<string, Move>();
  const homeless = new Set<number>();
  const predecessors: number[][] = graph.nodes.map(() => []);
  const moves = graph.nodes.map((_, node) => {
    if (transition(graph, mode, [node], HOME).rule !== 'home') homeless.add(node);
    return movesFrom(graph, mode, node).filter(
      (move) => move.rule === 'edge' || move.rule === 'wait_fallback',
    );
  });
  for (const app of graph.launcher[mode].entries.keys()) {
    const action = { action_type: 'open', app };
    const { rule, candidates } = transition(graph, mode, [graph.root], action);
    if (rule !== 'open' || candidates === null) continue;
    const key = candidates.join(',');
    if (!openings.has(key)) openings.set(key, { action, rule, targets: candidates });
  }
  for (const [node, own] of moves.entries()) {
    for (const target of new Set(own.flatMap((move) => move.targets))) predecessors[target]?.push(node);
  }
  const everywhere = [home, ...openings.values()].flatMap((move) => move.targets);
  const reached = closure(everywhere, moves);
  return {
    graph,
    mode,
    moves,
    openings: [...openings.values()],
    home,
    homeless,
    predecessors,
    isAnywhere: (node) => reached.has(node),
    placesOf: indexPlaces(graph),
  };
}

function indexPlaces(graph: Graph): (id: string) => readonly Place[] {
  const places = new Map<string, Place[]>();
  for (const [node, { id, screens }] of graph.nodes.entries()) {
    places.set(id, [{ node, screen: null }]);
    if (screens.length > 1) continue;
    for (const screen of screens) if (screen.id !== id) places.set(screen.id, [{ node, screen: null }]);
  }
  for (const [node, { id, screens }] of graph.nodes.entries()) {
    if (screens.length === 1) continue;
    for (const [screen, { id: screenId }] of screens.entries()) {
      if (screenId !== id) places.set(screenId, [...(places.get(screenId) ?? []), { node, screen }]);
    }
  }
  return (id) => places.get(id) ?? [];
}

/** Every node that may be reached from this one, by any moves. */
export function reachableFrom(space: RouteSpace, node: number): (other: number) => boolean {
  // Nodes ahead of a node that may be anywhere may be anywhere too.
  if (space.isAnywhere(node)) return space.isAnywhere;
  const ahead = closure([node], space.moves);
  return (other) => ahead.has(other) || space.isAnywhere(other);
}

/** Something that does nothing at this node but show it again, which may bring another of its screens; null if nothing does. */
export function idleMove(space: RouteSpace, node: number): Move | null {
  for (const action of IDLE) {
    const { rule, target } = transition(space.graph, space.mode, [node], action);
    if (target === node && rule !== 'invalid') return { action, rule, targets: [node] };
  }
  return null;
}

function closure(starts: readonly number[], moves: readonly (readonly Move[])[]): ReadonlySet<number> {
  const reached = new Set(starts);
  // A set is walked in the order of insertion, newcomers included.
  for (const node of reached) {
    for (const move of moves[node] ?? []) for (const target of move.targets) reached.add(target);
  }
  return reached;
}
