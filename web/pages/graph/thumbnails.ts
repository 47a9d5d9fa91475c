import { createNodeImageProgram } from '@sigma/node-image';
import type { MultiDirectedGraph } from 'graphology';
import type { Sigma } from 'sigma';
import type { NodeProgramType } from 'sigma/rendering';
import type { WorldMap } from '../../../src/report/view/served/world-map.js';
import { MOST_LABELLED, screenName } from './add-screens.js';
import { viewportPlaces } from './viewport-places.js';

/** Thumbnails are drawn for at most so many nodes in sight: more would be dots anyway. */
const MOST_THUMBNAILS = 150;
/** Pixels of half a thumbnail, at least. */
const LEAST_SIZE = 12;
/**
 * Pixels across of what thumbnails are collected in. It is read back whole for every few that come, so it is small; sixteen of them,
 * which is what graphics cards have, hold ten thousand thumbnails.
 */
const SHEET = 2560;

/** What draws thumbnails. Those that came are told of, where the program itself would draw the whole map anew. */
export function thumbnailProgram(onLoaded: () => void): NodeProgramType {
  const Program = createNodeImageProgram({ keepWithinCircle: false, maxTextureSize: SHEET });
  return class extends Program {
    constructor(...given: ConstructorParameters<NodeProgramType>) {
      super(...given);
      Object.assign(this, { renderer: { refresh: onLoaded } });
    }
  };
}

/** Thumbnails that came are drawn. */
export function drawLoaded(sigma: Sigma, graph: MultiDirectedGraph): void {
  const nodes = graph.filterNodes((_, { type }) => type === 'image');
  if (nodes.length > 0) sigma.refresh({ partialGraph: { nodes }, skipIndexation: true, schedule: true });
}

/** Nodes in sight become thumbnails once they are few; the others are dots again. */
export function showThumbnails(
  sigma: Sigma,
  graph: MultiDirectedGraph,
  map: WorldMap,
  pictureOf: (node: number) => string | null,
): void {
  const near = new Set(nodesInSight(sigma, map));
  const isLarge = map.nodes.id.length > MOST_LABELLED;
  // Node by node: what does not change need not be drawn anew.
  for (const name of graph.filterNodes((_, { type }) => type === 'image')) {
    if (near.has(Number(name))) continue;
    const { dot } = graph.getNodeAttributes(name);
    const label = isLarge ? { label: null } : {};
    graph.mergeNodeAttributes(name, { type: 'circle', image: undefined, size: Number(dot), ...label });
  }
  for (const node of near) {
    const image = pictureOf(node);
    const { type, size } = graph.getNodeAttributes(String(node)) as { type?: string; size: number };
    if (image === null || type === 'image') continue;
    const label = screenName(map, node);
    graph.mergeNodeAttributes(String(node), {
      type: 'image',
      image,
      label,
      size: Math.max(size, LEAST_SIZE),
    });
  }
}

/** None where they are too many for thumbnails. */
function nodesInSight(sigma: Sigma, { nodes }: WorldMap): readonly number[] {
  const { width, height } = sigma.getDimensions();
  const { x, y } = viewportPlaces(sigma);
  const inSight: number[] = [];
  for (let node = 0; node < nodes.id.length; node += 1) {
    const [px, py] = [nodes.x[node] ?? 0, -(nodes.y[node] ?? 0)];
    const across = x[0] + x[1] * px + x[2] * py;
    const down = y[0] + y[1] * px + y[2] * py;
    if (across < 0 || down < 0 || across > width || down > height) continue;
    if (inSight.length === MOST_THUMBNAILS) return [];
    inSight.push(node);
  }
  return inSight;
}
