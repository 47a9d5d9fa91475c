import { boxContains } from '../../domain/geometry.js';
import type { Box } from '../../domain/geometry.js';
import type { ForestWindow } from './accessibility-forest.js';

/**
 * Area of the element that a touch at (x, y) is taken to mean: the smallest visible one there, of those alike the one told
 * of last; null where there is none. Pixels of the screen.
 *
 * Which element the annotators meant is not recorded; this choice is ours.
 */
export function elementAt(windows: readonly ForestWindow[], x: number, y: number): Box | null {
  let found: Box | null = null;
  let smallest = Number.POSITIVE_INFINITY;
  for (const { nodes } of windows) {
    for (const { bounds, isVisible } of nodes) {
      const [x1, y1, x2, y2] = bounds;
      const area = (x2 - x1) * (y2 - y1);
      if (!isVisible || x2 <= x1 || y2 <= y1 || area > smallest || !boxContains(bounds, x, y)) continue;
      found = bounds;
      smallest = area;
    }
  }
  return found;
}
