import { nodeContains } from './find-node.js';
import type { UiHierarchy } from './ui-hierarchy.js';
import type { UiNode } from './ui-node.js';

/** The smallest element that takes a touch at a place; null where none does. @param point pixels of the screen */
export function touchedNode(hierarchy: UiHierarchy, point: readonly [number, number]): UiNode | null {
  const taking = hierarchy.nodes.filter(
    (node) => takesTouch(node) && areaOf(node) > 0 && nodeContains(node, point),
  );
  const [smallest] = taking.toSorted((a, b) => areaOf(a) - areaOf(b));
  return smallest ?? null;
}

function takesTouch(node: UiNode): boolean {
  return ['clickable', 'long-clickable', 'checkable'].some((name) => node.attribute(name) === 'true');
}

function areaOf({ bounds: [x1, y1, x2, y2] }: UiNode): number {
  return Math.max(x2 - x1, 0) * Math.max(y2 - y1, 0);
}
