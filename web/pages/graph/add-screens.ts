import type { MultiDirectedGraph } from 'graphology';
import type { WorldMap } from '../../../src/report/view/served/world-map.js';
import { looks } from './draw-ways.js';
import type { MapColours } from './map-colours.js';

/** Screens that are added at once: some milliseconds of work. */
const TOGETHER = 500;

/** Adds the screens of a map as nodes, some at a time, and lets the page do other things in between. Edges are not among them. */
export async function* addScreens(
  graph: MultiDirectedGraph,
  map: WorldMap,
  colours: MapColours,
): AsyncGenerator<void, void, undefined> {
  const { id, title, x, y } = map.nodes;
  const lookOf = looks(map, { route: null, found: undefined }, colours);
  for (const [node, name] of id.entries()) {
    const look = lookOf(node);
    graph.addNode(String(node), {
      // A canvas draws upwards; the map is laid out downwards.
      x: x[node],
      y: -(y[node] ?? 0),
      size: look.dot,
      label: title[node] ?? name,
      ...look,
    });
    if (node % TOGETHER !== TOGETHER - 1) continue;
    await rest();
    yield;
  }
}

/** Lets the page do what it has waiting. */
export function rest(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
