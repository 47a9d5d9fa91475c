import { pixelPoint, type Box, type Point } from '../../domain/geometry.js';
import type { Graph } from '../../domain/graph/graph.js';

/** Columns and rows of places that count as one. */
const COLUMNS = 12;
const ROWS = 24;

/** Middles of what can be tapped on some of a graph's nodes, the commonest place first, one of each place. */
export function commonTargets(graph: Graph, nodes: Iterable<number>): Point[] {
  const { width, height } = graph.screenSize;
  const places = new Map<string, { count: number; points: Map<string, { count: number; point: Point }> }>();
  const add = (box: Box): void => {
    const x = Math.trunc((Math.max(box[0], 0) + Math.min(box[2], width - 1)) / 2);
    const y = Math.trunc((Math.max(box[1], 0) + Math.min(box[3], height - 1)) / 2);
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    const key = `${Math.trunc((x * COLUMNS) / width)} ${Math.trunc((y * ROWS) / height)}`;
    const place = places.get(key) ?? { count: 0, points: new Map() };
    places.set(key, place);
    place.count += 1;
    const point = place.points.get(`${x} ${y}`) ?? { count: 0, point: pixelPoint(x, y) };
    place.points.set(`${x} ${y}`, point);
    point.count += 1;
  };
  for (const node of nodes) {
    for (const { actions } of graph.nodes[node]?.edges ?? []) {
      for (const action of actions) if (action.type === 'click' && action.box !== null) add(action.box);
    }
    if (node === graph.root) for (const { box } of graph.launcher.corrected.icons) add(box);
  }
  return [...places.values()]
    .toSorted((a, b) => b.count - a.count)
    .flatMap(({ points }) => [...points.values()].toSorted((a, b) => b.count - a.count).slice(0, 1))
    .map(({ point }) => point);
}
