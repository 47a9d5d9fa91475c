import type { Box, Size } from '../../domain/geometry.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import type { ElementTable } from '../../domain/observation-rule.js';

/** A node with the number under which a model may name it. */
export interface NumberedNode {
  readonly index: number;
  readonly node: UiNode;
}

/** Whether a user may see something of the node: visible, of some area, and on the screen where its size is known. */
export function isOnScreen(node: UiNode, screen: Size | null): boolean {
  return node.isVisible && hasPlace(node.bounds, screen);
}

/** Whether a box has an area, and part of it lies on the screen where its size is known. */
export function hasPlace([x1, y1, x2, y2]: Box, screen: Size | null): boolean {
  if (x1 >= x2 || y1 >= y2 || x2 <= 0 || y2 <= 0) return false;
  return screen === null || (x1 < screen.width && y1 < screen.height);
}

/** Nodes numbered from 0 without a gap. */
export function numberNodes(nodes: readonly UiNode[]): NumberedNode[] {
  return nodes.map((node, index) => ({ index, node }));
}

/** The table of numbered nodes; `count` is larger than their number where a family numbers others as well. */
export function elementTableOf(numbered: readonly NumberedNode[], count = numbered.length): ElementTable {
  return { base: 0, count, elements: numbered.map(({ index, node }) => ({ index, box: node.bounds })) };
}
