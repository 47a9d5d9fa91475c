import { nodeContains } from '../../../domain/hierarchy/find-node.js';
import type { UiNode } from '../../../domain/hierarchy/ui-node.js';

/** The smallest of the nodes that contain a pixel, of equal ones the last, which lies deepest; null where none does. */
export function smallestAt(nodes: readonly UiNode[], pixel: readonly [number, number]): UiNode | null {
  let smallest: UiNode | null = null;
  for (const node of nodes) {
    if (nodeContains(node, pixel) && (smallest === null || areaOf(node) <= areaOf(smallest))) smallest = node;
  }
  return smallest;
}

function areaOf({ bounds: [x1, y1, x2, y2] }: UiNode): number {
  return (x2 - x1) * (y2 - y1);
}
