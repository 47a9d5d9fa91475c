import type { MultiDirectedGraph } from 'graphology';
import type { WorldMap } from '../../../src/report/view/served/world-map.js';
import { looks } from './draw-ways.js';
import type { MapColours } from './map-colours.js';

/** Screens that are added at once: some milliseconds of work. */
const TOGETHER = 500;

/**
 * Screens that all have their names beside them once they are large enough. Of more, those that are thumbnails have: names are placed
 * anew, all of them, whenever one screen changes.
 */
export const MOST_LABELLED = 1000;

/** What a screen is called on the map. */
export function screenName({ nodes }: WorldMap, node: number): string {
  return nodes.title[node] ?? nodes.id[node] ?? '';
}

/** Adds the screens of a map as nodes, some at a time, and lets the page do other things in between. Edges are not among them. */
export async function* addScreens(
  graph: MultiDirectedGraph,
  map: WorldMap,
  colours: MapColours,
): AsyncGenerator<void, void, undefined> {
  const { id, x, y } = map.nodes;
  const isLarge = id.length > MOST_LABELLED;
  const lookOf = looks(map, { route: null, found: undefined }, colours);
  for (const node of id.keys()) {
    const look = lookOf(node);
    graph.addNode(String(node), {
      // A canvas draws upwards; the map is laid out downwards.
      x: x[node],
      y: -(y[node] ?? 0),
      size: look.dot,
      label: isLarge ? null : screenName(map, node),
      ...look,
    });
    if (node % TOGETHER !== TOGETHER - 1) continue;
    await rest();
    yield;
  }
}

/** Waits until the page has been drawn, and what it has waiting is done. */
export async function frame(): Promise<void> {
  await new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
  await rest();
}

/** Lets the page do what it has waiting. */
export function rest(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
