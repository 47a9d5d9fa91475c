import { countBy } from '../collections/count-by.js';
import type { Box } from '../geometry.js';
import type { Graph, GraphEdge, Launcher } from './graph.js';
import { connectedComponents } from './connected-components.js';

/** Statistics of a graph. "Effective" edges have at least one action. Histograms map a value to how often it occurs. */
export interface GraphStatistics {
  readonly nodes: number;
  /** Nodes that the source lists by themselves, not only as targets. */
  readonly listedNodes: number;
  readonly edges: number;
  readonly effectiveEdges: number;
  readonly selfLoops: number;
  /** Actions by type, and by how many there are on an edge. */
  readonly actionsByType: Readonly<Record<string, number>>;
  readonly actionsPerEdge: Readonly<Record<number, number>>;
  readonly swipesByDirection: Readonly<Record<string, number>>;
  /** Edges from listed nodes, by how many a node has. */
  readonly outDegrees: Readonly<Record<number, number>>;
  readonly effectiveOutDegrees: Readonly<Record<number, number>>;
  /** Nodes reachable from the root over effective edges (and by opening apps, where asked), the root included, by distance. */
  readonly depths: Readonly<Record<number, number>>;
  /** Ids of the others. */
  readonly unreachable: readonly string[];
  /** Nodes without an effective edge. */
  readonly deadEnds: number;
  /** Sizes of the strongly connected components, largest first, over effective and over all edges. */
  readonly components: readonly number[];
  readonly componentsOfAllEdges: readonly number[];
  /** Pairs of click areas of one node that share a pixel and lead to different targets. */
  readonly overlappingClicks: { readonly pairs: number; readonly nodes: number };
  /** Nodes by how many wait actions their edges hold, copies counted. */
  readonly waitActions: Readonly<Record<number, number>>;
}

/**
 * Counts a graph. Linear but for overlaps, which are quadratic in the edges of a node.
 *
 * @param options.launcher opens apps from the root; without it only edges lead anywhere
 */
export function graphStatistics(
  graph: Graph,
  { launcher = null }: { readonly launcher?: Launcher | null } = {},
): GraphStatistics {
  const edges = graph.nodes.flatMap((node) => node.edges);
  const actions = edges.flatMap((edge) => edge.actions);
  const listed = graph.nodes.filter((node) => node.listed);
  const distances = distancesFromRoot(graph, launcher);
  const overlaps = graph.nodes.map((node) => overlappingAreas(node.edges));
  const waits = graph.nodes.map(
    (node) => node.edges.flatMap(({ actions }) => actions.filter(({ type }) => type === 'wait')).length,
  );
  return {
    nodes: graph.nodes.length,
    listedNodes: listed.length,
    edges: edges.length,
    effectiveEdges: edges.filter(isEffective).length,
    selfLoops: graph.nodes.reduce(
      (sum, node, index) => sum + node.edges.filter(({ target }) => target === index).length,
      0,
    ),
    actionsByType: countBy(actions.map((action) => (action.type === 'other' ? action.name : action.type))),
    actionsPerEdge: countBy(edges.map((edge) => edge.actions.length)),
    swipesByDirection: countBy(
      actions.flatMap((action) => (action.type === 'swipe' ? [action.direction ?? 'unknown'] : [])),
    ),
    outDegrees: countBy(listed.map((node) => node.edges.length)),
    effectiveOutDegrees: countBy(listed.map((node) => node.edges.filter(isEffective).length)),
    depths: countBy(distances.filter((distance) => distance !== -1)),
    unreachable: graph.nodes.filter((_, index) => distances[index] === -1).map(({ id }) => id),
    deadEnds: graph.nodes.filter((node) => !node.edges.some(isEffective)).length,
    components: componentSizes(graph, isEffective),
    componentsOfAllEdges: componentSizes(graph, () => true),
    overlappingClicks: {
      pairs: overlaps.reduce((sum, pairs) => sum + pairs, 0),
      nodes: overlaps.filter((pairs) => pairs > 0).length,
    },
    waitActions: countBy(waits.filter((count) => count > 0)),
  };
}

function isEffective(edge: GraphEdge): boolean {
  return edge.actions.length > 0;
}

/** Actions from the root to each node, over effective edges and by opening apps; -1 where none lead. */
function distancesFromRoot(graph: Graph, launcher: Launcher | null): number[] {
  const distances = graph.nodes.map(() => -1);
  distances[graph.root] = 0;
  const waiting = [graph.root];
  const opened = launcher === null ? [] : [...launcher.entries.values()].flat();
  for (const node of waiting) {
    const edges = graph.nodes[node]?.edges ?? [];
    const targets = edges.filter(isEffective).map(({ target }) => target);
    for (const target of node === graph.root ? [...targets, ...opened] : targets) {
      if (distances[target] !== -1) continue;
      distances[target] = (distances[node] ?? 0) + 1;
      waiting.push(target);
    }
  }
  return distances;
}

function componentSizes(graph: Graph, counts: (edge: GraphEdge) => boolean): number[] {
  const successors = graph.nodes.map((node) => node.edges.filter(counts).map(({ target }) => target));
  return connectedComponents(successors)
    .map((component) => component.length)
    .sort((a, b) => b - a);
}

function overlappingAreas(edges: readonly GraphEdge[]): number {
  const areas = edges.flatMap(({ target, actions }) =>
    actions.flatMap((action) =>
      action.type === 'click' && action.box !== null ? [{ target, box: action.box }] : [],
    ),
  );
  return areas.reduce(
    (sum, area, index) =>
      sum +
      areas.slice(index + 1).filter((other) => other.target !== area.target && overlap(area.box, other.box))
        .length,
    0,
  );
}

function overlap(a: Box, b: Box): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}
