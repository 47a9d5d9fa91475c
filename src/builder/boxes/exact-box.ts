import type { Box } from '../../domain/geometry.js';
import { touchedNode } from '../../domain/hierarchy/touched-node.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';

/** The area of the smallest element that takes a touch at the point, sides inclusive; null where none does. */
export function exactBox(hierarchy: UiHierarchy, point: readonly [number, number]): Box | null {
  const node = touchedNode(hierarchy, point);
  if (node === null) return null;
  const [x1, y1, x2, y2] = node.bounds;
  return [x1, y1, x2 - 1, y2 - 1];
}
