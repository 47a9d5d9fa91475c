import { buildMoveGraph, type MoveGraph } from '../../../domain/graph/move-graph.js';
import type { Graph } from '../../../domain/graph/graph.js';
import { keptLayout } from '../../../domain/graph/map/kept-layout.js';
import { mapLayout, type MapPosition } from '../../../domain/graph/map/map-layout.js';
import { findShortestSolution } from '../../../domain/graph/shortest-solution.js';
import { compileMilestones } from '../../../domain/milestones/milestone-progress.js';
import { everyMilestone, type Milestone } from '../../../domain/milestones/milestone.js';
import type { Mode } from '../../../domain/mode.js';
import { instructionOf, type Task } from '../../../domain/task.js';
import type { TaskRoute, WorldMap } from '../../../report/view/served/world-map.js';

/** A graph as a map, with the tasks that are done in it. @param pictureOf address of a screen's picture, by its id @param positions by node */
export function worldMap(
  graph: Graph,
  tasks: Iterable<Task>,
  pictureOf: (screen: string) => string | null,
  positions: readonly MapPosition[] = worldLayout(graph),
): WorldMap {
  const { nodes, root } = graph;
  const targets = targetsOf(graph);
  const reached = reachedFrom(targets, root);
  const pairs = new Map<string, { readonly from: number; readonly to: number; actions: number }>();
  for (const [from, { edges }] of nodes.entries()) {
    for (const { target, actions } of edges) {
      const pair = pairs.get(`${from} ${target}`) ?? { from, to: target, actions: 0 };
      pair.actions += actions.length;
      pairs.set(`${from} ${target}`, pair);
    }
  }
  const edges = [...pairs.values()];
  return {
    name: graph.name,
    root,
    nodes: {
      id: nodes.map(({ id }) => id),
      title: nodes.map(({ title }) => title),
      app: nodes.map(({ screens }) => screens[0]?.activity?.package ?? null),
      picture: nodes.map(({ screens: [first] }) =>
        first === undefined || first.picture === null ? null : pictureOf(first.id),
      ),
      x: positions.map(({ x }) => x),
      y: positions.map(({ y }) => y),
      isDeadEnd: targets.map((own) => own.length === 0),
      isUnreached: nodes.map((_, node) => !reached.has(node)),
    },
    edges: {
      from: edges.map(({ from }) => from),
      to: edges.map(({ to }) => to),
      actions: edges.map(({ actions }) => actions),
    },
    tasks: [...tasks].map((task) => ({
      id: task.id,
      instruction: instructionOf(task),
      start: startOf(graph, task),
    })),
  };
}

/** Where the nodes of a graph are drawn. @param kept by id, where they stood before */
export function worldLayout(
  graph: Graph,
  kept: ReadonlyMap<string, MapPosition> = new Map(),
): readonly MapPosition[] {
  const targets = targetsOf(graph);
  return keptLayout(mapLayout(targets, graph.root), targets, (node) => kept.get(graph.nodes[node]?.id ?? ''));
}

/** The milestones of a task and a shortest route through them, as whoever knows the graph would go. */
export function taskRoute(graph: Graph, task: Task, mode: Mode, moves?: MoveGraph): TaskRoute {
  const milestones = everyMilestone(task.milestones).flatMap((milestone) =>
    milestone.type === 'group'
      ? []
      : [{ id: milestone.id, title: milestone.title ?? milestone.id, nodes: nodesOf(graph, milestone) }],
  );
  if (task.milestones.length === 0) {
    return { task: task.id, milestones, optimal: null, why: 'it has no milestones to find a way to' };
  }
  const start = startOf(graph, task);
  const found = findShortestSolution(
    moves ?? buildMoveGraph(graph, mode),
    compileMilestones(task.milestones),
    start,
    { countsAnswers: true },
  );
  if (found.type === 'solved') {
    const arrived = found.steps.flatMap(({ to }) => (to < 0 ? [] : [to]));
    return { task: task.id, milestones, optimal: [start, ...arrived], why: null };
  }
  const why = found.type === 'unknown' ? found.reason : 'it cannot be done in this world';
  return { task: task.id, milestones, optimal: null, why };
}

/** By node, what it leads to, each once. The launcher opens apps without an edge of its own. */
function targetsOf({ nodes, root, launcher }: Graph): readonly (readonly number[])[] {
  const apps = [...launcher.corrected.entries.values()].flat();
  return nodes.map(({ edges }, node) => [
    ...new Set([...edges.map(({ target }) => target), ...(node === root ? apps : [])]),
  ]);
}

function startOf({ root, nodeIndex }: Graph, { start }: Task): number {
  return start === undefined ? root : (nodeIndex.get(start) ?? root);
}

/** A milestone names nodes, or single screens of them. */
function nodesOf(graph: Graph, milestone: Milestone): readonly number[] {
  if (milestone.type !== 'screen') return [];
  const wanted = new Set(milestone.screens);
  return graph.nodes.flatMap(({ id, screens }, node) =>
    wanted.has(id) || screens.some((screen) => wanted.has(screen.id)) ? [node] : [],
  );
}

function reachedFrom(targets: readonly (readonly number[])[], root: number): ReadonlySet<number> {
  const reached = new Set([root]);
  for (const node of reached) for (const target of targets[node] ?? []) reached.add(target);
  return reached;
}
