import type { Size } from '../../geometry.js';
import type { Graph } from '../graph.js';

/** What all screens of a node fit into, in pixels: one that has no size of its own has the graph's. */
export function largestScreen(
  { nodes, screenSize }: Pick<Graph, 'nodes' | 'screenSize'>,
  node: number,
): Size {
  const screens = nodes[node]?.screens ?? [];
  const [first = screenSize, ...others] = screens.map(({ size }) => size ?? screenSize);
  return others.reduce(
    (most, { width, height }) => ({
      width: Math.max(most.width, width),
      height: Math.max(most.height, height),
    }),
    first,
  );
}
