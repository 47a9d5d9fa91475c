import type { MultiDirectedGraph } from 'graphology';
import type { TaskRoute, WorldFindings, WorldMap } from '../../../src/report/view/served/world-map.js';
import type { DrawnPath } from './graph-page.js';
import { OFF_MAP } from './leaving-step.js';
import type { MapColours } from './map-colours.js';
import { PATH_COLOURS } from './path-colours.js';

/** Ways over one edge that are told apart by their widths. */
const MOST_WIDTHS = 8;

/** What is drawn on a map. */
export interface MapDrawing {
  readonly route: TaskRoute | null;
  readonly paths: readonly DrawnPath[];
  /** What was found wrong with screens. */
  readonly found: WorldFindings['findings'] | undefined;
}

/** Colours route, milestones, findings and ways; everything else goes back to what it was. */
export function drawWays(
  graph: MultiDirectedGraph,
  map: WorldMap,
  drawing: MapDrawing,
  colours: MapColours,
): void {
  // All at once: what draws the graph begins anew for each one that is taken away.
  if (graph.size > 0) graph.clearEdges();
  const lookOf = looks(map, drawing, colours);
  for (const node of map.nodes.id.keys()) {
    const look = lookOf(node);
    const before = graph.getNodeAttributes(String(node));
    const isSame =
      before['color'] === look.color &&
      before['highlighted'] === look.highlighted &&
      before['dot'] === look.dot;
    if (isSame) continue;
    // A thumbnail keeps its size until it is a dot again.
    graph.mergeNodeAttributes(String(node), before['type'] === 'image' ? look : { ...look, size: look.dot });
  }
  const { route, paths } = drawing;
  const ways = [
    { nodes: route?.optimal ?? [], color: colours.route as string },
    ...paths.map(({ nodes }, place) => ({
      nodes,
      color: PATH_COLOURS[place % PATH_COLOURS.length] as string,
    })),
  ];
  for (const [way, { nodes, color }] of ways.entries()) {
    const look = { color, size: waySize(way, ways.length), zIndex: way + 1 };
    let before: number | null = null;
    for (const node of nodes) {
      if (node === null || node === OFF_MAP) continue;
      // HOME, BACK and the launcher lead on without an edge of their own in the world.
      if (before !== null && before !== node)
        graph.mergeEdgeWithKey(`${way} ${before} ${node}`, String(before), String(node), look);
      before = node;
    }
  }
}

/** How a screen looks while it is a dot. */
interface NodeLook {
  readonly color: string;
  readonly highlighted: boolean;
  /** Pixels of half of it. */
  readonly dot: number;
}

/** How each screen of a map looks. */
export function looks(
  map: WorldMap,
  { route, found }: Pick<MapDrawing, 'route' | 'found'>,
  colours: MapColours,
): (node: number) => NodeLook {
  const milestones = new Set(route?.milestones.flatMap(({ nodes }) => nodes));
  const wrong = new Set(found?.flatMap(({ nodes }) => nodes));
  const base = map.nodes.id.length > 1000 ? 2 : 5;
  const colorOf = (node: number): string => {
    if (milestones.has(node)) return colours.milestone;
    if (wrong.has(node)) return colours.found;
    return map.nodes.isDeadEnd[node] === true ? colours.deadEnd : colours.node;
  };
  return (node) => ({
    color: colorOf(node),
    highlighted: milestones.has(node),
    dot: wrong.has(node) || node === map.root ? base * 2 : base,
  });
}

/** Pixels across of a way: each is drawn above the one before and narrower, so that all over one edge are seen. */
function waySize(way: number, ways: number): number {
  const last = Math.max(1, Math.min(ways, MOST_WIDTHS) - 1);
  return 2.5 + Math.min(3, 14 / last) * (last - Math.min(way, last));
}
