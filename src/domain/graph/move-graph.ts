import type { Mode } from '../mode.js';
import type { Graph } from './graph.js';
import { choiceOf, choicesFrom, type Choice } from './moves.js';
import { transition } from './transition.js';

/** A way from one node to another: what to do, and how likely it leads there. */
export interface Way {
  /** -1 for ways that start anywhere. */
  readonly from: number;
  readonly to: number;
  readonly action: Choice['action'];
  /** Where chance may lead, `to` among them; node indices, duplicates kept. */
  readonly targets: readonly number[];
  /** Chance that the action leads to `to`, in (0, 1]. */
  readonly probability: number;
  /** −ln of it, so that chances add up. */
  readonly luck: number;
}

/** A graph as a search sees it; made once, shared by every task. */
export interface MoveGraph {
  readonly graph: Graph;
  readonly mode: Mode;
  /** Whether actions with a random outcome were left out. */
  readonly onlySure: boolean;
  /** By node, ways that start there: of several actions that lead to one place the likeliest. */
  readonly from: readonly (readonly Way[])[];
  /** By node, the same ways by where they end. */
  readonly into: readonly (readonly Way[])[];
  /** Opening apps, and HOME: on every node the same, and in neither of the lists above. */
  readonly anywhere: readonly Way[];
  /** By node, every distinct thing to do there, staying included, but for what can be done anywhere and BACK. */
  readonly choices: readonly (readonly Choice[])[];
  /** The same for what can be done anywhere. */
  readonly choicesAnywhere: readonly Choice[];
  /** By node, what shows its screen anew where one stays; null where nothing does for sure. */
  readonly redraws: readonly (Choice | null)[];
  /** By node: whether it passes for any other that leads nowhere: HOME and BACK do there what they do by themselves. */
  readonly isPlain: readonly boolean[];
  /** Node of a state or screen id. */
  readonly nodeOf: ReadonlyMap<string, number>;
  /** By node: whether BACK goes back there. (A recorded BACK edge leads on instead.) */
  readonly canGoBack: readonly boolean[];
}

export const BACK = { action_type: 'system_button', button: 'back' } as const;
const HOME = { action_type: 'system_button', button: 'home' } as const;

/** All ways of a graph. */
export function buildMoveGraph(graph: Graph, mode: Mode): MoveGraph {
  const nodes = [...graph.nodes.keys()];
  const homeIsPlain = nodes.map((node) => transition(graph, mode, [node], HOME).rule === 'home');
  // Where a node records a HOME edge of its own, HOME does not do the same everywhere, and counts node by node.
  const homeIsAnywhere = homeIsPlain.every(Boolean);
  const canGoBack = nodes.map((node) => transition(graph, mode, [graph.root, node], BACK).rule === 'back');
  const choices = nodes.map((node) => {
    const own = choicesFrom(graph, mode, node);
    const home = homeIsAnywhere || homeIsPlain[node] !== true ? null : choiceOf(graph, mode, node, HOME);
    return home === null ? own : [...own, home];
  });
  const into: Way[][] = nodes.map(() => []);
  const from = choices.map((own, node) => {
    const best = new Map<number, Way>();
    for (const { action, targets } of own) {
      if (targets.some((target) => target !== node)) offer(best, node, action, targets);
    }
    for (const way of best.values()) into[way.to]?.push(way);
    return [...best.values()];
  });
  const openings = [...graph.launcher[mode].entries.keys()].flatMap(
    (app) => choiceOf(graph, mode, graph.root, { action_type: 'open', app }) ?? [],
  );
  const home = homeIsAnywhere ? choiceOf(graph, mode, graph.root, HOME) : null;
  const choicesAnywhere = home === null ? openings : [...openings, home];
  const best = new Map<number, Way>();
  for (const { action, targets } of choicesAnywhere) offer(best, -1, action, targets);
  const nodeOf = new Map(graph.nodeIndex);
  for (const [index, node] of graph.nodes.entries()) for (const { id } of node.screens) nodeOf.set(id, index);
  return {
    graph,
    mode,
    onlySure: false,
    from,
    into,
    anywhere: [...best.values()],
    choices,
    choicesAnywhere,
    redraws: choices.map((own, node) => redrawOf(own, node)),
    isPlain: nodes.map((node) => canGoBack[node] === true && (homeIsAnywhere || homeIsPlain[node] === true)),
    nodeOf,
    canGoBack,
  };
}

/** Staying, at best without a trace in the history. */
function redrawOf(choices: readonly Choice[], node: number): Choice | null {
  const stays = choices.filter(({ targets }) => targets.every((target) => target === node));
  return stays.find(({ grows }) => !grows) ?? stays[0] ?? null;
}

/** Without the ways with a random outcome. */
export function onlySureMoves(moves: MoveGraph): MoveGraph {
  const isSure = ({ probability }: Way): boolean => probability === 1;
  return {
    ...moves,
    onlySure: true,
    from: moves.from.map((ways) => ways.filter(isSure)),
    into: moves.into.map((ways) => ways.filter(isSure)),
    anywhere: moves.anywhere.filter(isSure),
  };
}

/** Nodes that ways lead to from a node, itself included. */
export function nodesReachableFrom(moves: MoveGraph, start: number): ReadonlySet<number> {
  const reached = new Set([start]);
  for (const { to } of moves.anywhere) reached.add(to);
  // A set visits what is added while it is walked through.
  for (const node of reached) for (const { to } of moves.from[node] ?? []) reached.add(to);
  return reached;
}

function offer(
  best: Map<number, Way>,
  from: number,
  action: Choice['action'],
  targets: readonly number[],
): void {
  const places = new Set(targets);
  for (const to of places) {
    const probability = targets.filter((target) => target === to).length / targets.length;
    if ((best.get(to)?.probability ?? 0) >= probability) continue;
    // `+ 0` keeps −0 away.
    best.set(to, { from, to, action, targets, probability, luck: -Math.log(probability) + 0 });
  }
}
