import { oracleAgent } from '../../agents/oracle/oracle.js';
import { buildRouteSpace, type RouteSpace } from '../../agents/oracle/route-space.js';
import type { HistoryEntry, Privileges } from '../../agents/agent.js';
import type { Benchmark, BenchmarkItem } from '../../benchmarks/benchmark.js';
import { tap, type Action } from '../../domain/action.js';
import { pixelPoint, resolvePoint, type Direction, type Point, type Size } from '../../domain/geometry.js';
import { foldAppName } from '../../domain/graph/build-graph.js';
import type { Graph } from '../../domain/graph/graph.js';
import { fromGraphAction } from '../../domain/graph/native-action.js';
import type { Transition } from '../../domain/trajectory.js';
import { buildAgentContext } from '../contracts/agent-contract.js';

/** What to do where, on the way of one task. */
export interface RouteStep {
  readonly screen: string;
  readonly action: Action;
}

/** A task as somebody remembers it who has done it before. */
export interface KnownTask {
  readonly id: string;
  /** In every language. */
  readonly instructions: readonly string[];
  readonly route: readonly RouteStep[];
  /** Where to go from screens off the route to get back on it; screens without a way back are not among them. */
  readonly detours: ReadonlyMap<string, Action>;
}

/** Steps to an app that are not more than by way of the launcher. */
const NEAR = 2;

/** Moves of a finger along the screen, in shares of its size. */
const PATHS: Readonly<Record<Direction, readonly [number, number, number, number]>> = {
  up: [0.5, 0.7, 0.5, 0.3],
  down: [0.5, 0.3, 0.5, 0.7],
  left: [0.8, 0.5, 0.2, 0.5],
  right: [0.2, 0.5, 0.8, 0.5],
};

/**
 * A competent route of every task: the oracle's, with fingers alone. Apps are opened by their icons, since few families
 * of models have a word for that.
 */
export async function learnRoutes(
  benchmark: Benchmark,
  options: { readonly signal: AbortSignal },
): Promise<readonly KnownTask[]> {
  const known: KnownTask[] = [];
  let space: RouteSpace | null = null;
  for await (const item of benchmark.items.list()) {
    const graph = benchmark.world?.graph(item) ?? null;
    if (graph === null) throw new Error(`${item.id} has no graph to learn from`);
    if (space?.graph !== graph) space = buildRouteSpace(graph, benchmark.mode);
    const route = await learnRoute(benchmark, item, space, options);
    const { instructions } = item.task;
    known.push({
      id: item.id,
      instructions: Object.values(instructions),
      route,
      detours: learnDetours(space, route),
    });
  }
  return known;
}

async function learnRoute(
  benchmark: Benchmark,
  item: BenchmarkItem,
  space: RouteSpace,
  { signal }: { readonly signal: AbortSignal },
): Promise<RouteStep[]> {
  const { graph } = space;
  await using environment = await benchmark.items.environments.lend(item, { signal });
  let observation = await environment.reset({ task: item.task.id, repeat: 0, seed: 1 }, { signal });
  const visited = [environment.state ?? ''];
  const transitions: Transition[] = [];
  const privileges: Privileges = {
    graph,
    mode: benchmark.mode,
    task: item.task,
    state: () => environment.state,
    visited: () => visited,
    transitions: () => transitions,
  };
  await using mind = await oracleAgent().open(buildAgentContext({ privileges, signal }));
  const history: HistoryEntry[] = [];
  const route: RouteStep[] = [];
  while (route.length < 100) {
    const wanted = await mind.decide(observation, history, { signal });
    if (wanted.type !== 'action') throw new Error(`the oracle cannot do ${item.id}`);
    const node = graph.nodeIndex.get(environment.state ?? '') ?? graph.root;
    const action = byFinger(wanted.action, node, space);
    route.push({ screen: observation.screen.id, action });
    const result = await environment.step(action, { signal });
    if (result.type === 'ended') return route;
    history.push({ observation, decision: { ...wanted, action } });
    transitions.push(result.transition);
    visited.push(environment.state ?? '');
    observation = result.observation;
  }
  throw new Error(`the oracle does not come to an end with ${item.id}`);
}

/** The action in the plainest form, without words of the graph; opening an app becomes the next tap or swipe towards it. */
function byFinger(action: Action, node: number, space: RouteSpace): Action {
  if (action.type === 'open_app') return towardsApp(action.app, node, space);
  return plain(action, space.graph.screenSize);
}

function plain(given: Action, size: Size): Action {
  const { native: _, warnings: __, ...rest } = given;
  // Only a foreign action needs its native form, and the oracle has no such.
  const action = rest as Action;
  if (action.type === 'tap' || action.type === 'long_press') {
    if (action.target.type !== 'point') return action;
    return { ...action, target: { type: 'point', point: resolvePoint(action.target.point, size) } };
  }
  if (action.type !== 'swipe' || action.direction === null) return action;
  const [x1, y1, x2, y2] = PATHS[action.direction];
  const at = (x: number, y: number): Point =>
    resolvePoint(pixelPoint(Math.round(x * size.width), Math.round(y * size.height)), size);
  return { type: 'swipe', direction: action.direction, from: at(x1, y1), to: at(x2, y2) };
}

function towardsApp(app: string, node: number, space: RouteSpace): Action {
  const { graph, mode, homeless } = space;
  const launcher = graph.launcher[mode];
  const name = launcher.aliases.get(app) ?? app;
  const entries = new Set(launcher.entries.get(name) ?? []);
  if (node === graph.root) {
    const icon = launcher.icons.find((candidate) => foldAppName(candidate.app) === foldAppName(name));
    if (icon !== undefined) return tapBox(icon.box, graph);
  }
  const steps = firstSteps(space, entries);
  const direct = steps.get(node);
  const isNear = direct !== undefined && direct.distance <= NEAR;
  if (!isNear && node !== graph.root && !homeless.has(node)) return { type: 'key', key: 'HOME' };
  if (direct !== undefined) return direct.action;
  throw new Error(`there is no way to ${app} by finger`);
}

function tapBox(box: readonly [number, number, number, number], { screenSize }: Graph): Action {
  const [x, y] = [Math.round((box[0] + box[2]) / 2), Math.round((box[1] + box[3]) / 2)];
  return tap(resolvePoint(pixelPoint(x, y), screenSize));
}

function learnDetours(space: RouteSpace, route: readonly RouteStep[]): Map<string, Action> {
  const { graph } = space;
  const onRoute = new Set(route.map(({ screen }) => screen));
  const goals = graph.nodes.flatMap(({ screens }, node) =>
    screens.some(({ id }) => onRoute.has(id)) ? [node] : [],
  );
  const detours = new Map<string, Action>();
  for (const [node, { action }] of firstSteps(space, new Set(goals))) {
    for (const { id } of graph.nodes[node]?.screens ?? []) if (!onRoute.has(id)) detours.set(id, action);
  }
  return detours;
}

interface FirstStep {
  readonly action: Action;
  /** Steps of the whole way. */
  readonly distance: number;
}

/** Per node with a way to the goals: the first step of a shortest one, along edges alone. Goals have none. */
function firstSteps(space: RouteSpace, goals: ReadonlySet<number>): Map<number, FirstStep> {
  const { graph } = space;
  const steps = new Map<number, FirstStep>();
  const reached = new Set(goals);
  // A set is walked in the order of insertion, newcomers included.
  for (const node of reached) {
    for (const before of space.predecessors[node] ?? []) {
      if (reached.has(before)) continue;
      const move = space.moves[before]?.find(({ targets }) => targets.length === 1 && targets[0] === node);
      if (move === undefined) continue;
      reached.add(before);
      steps.set(before, {
        action: plain(fromGraphAction(move.action), graph.screenSize),
        distance: (steps.get(node)?.distance ?? 0) + 1,
      });
    }
  }
  return steps;
}
