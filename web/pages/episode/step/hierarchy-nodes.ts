import type { Box } from '../../../../src/domain/geometry.js';
import type { UiHierarchy } from '../../../../src/domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../../../src/domain/hierarchy/ui-node.js';

/** Nodes that a page shows of one screen; a web page in an app may have tens of thousands. */
const MOST_NODES = 2000;

/** One node as a line of the tree and a box on the screen. */
export interface HierarchyLine {
  /** Number in document order, from 0. */
  readonly id: number;
  readonly depth: number;
  /** Class without its package. */
  readonly kind: string;
  /** What it says: text, description or resource id. */
  readonly words: string;
  /** Left, top, right, bottom in pixels of the screen. */
  readonly bounds: Box;
  readonly isInteractable: boolean;
}

/** The nodes of a UI hierarchy in document order, as many as a page can show. */
export function hierarchyLines(hierarchy: UiHierarchy): readonly HierarchyLine[] {
  const lines: HierarchyLine[] = [];
  const ahead: { node: UiNode; depth: number }[] = hierarchy.roots
    .toReversed()
    .map((node) => ({ node, depth: 0 }));
  for (let next = ahead.pop(); next !== undefined && lines.length < MOST_NODES; next = ahead.pop()) {
    const { node, depth } = next;
    lines.push({
      id: lines.length,
      depth,
      kind: node.className.split('.').at(-1) ?? '',
      words: [node.text, node.description, node.resourceName].find((words) => words !== '') ?? '',
      bounds: node.bounds,
      isInteractable: node.isInteractable,
    });
    for (const child of node.children.toReversed()) ahead.push({ node: child, depth: depth + 1 });
  }
  return lines;
}

/** The smallest node at a point of the screen, the innermost of equal ones; null where there is none. */
export function nodeAt(lines: readonly HierarchyLine[], x: number, y: number): HierarchyLine | null {
  let best: HierarchyLine | null = null;
  for (const line of lines) {
    const [left, top, right, bottom] = line.bounds;
    const isIn = x >= left && x < right && y >= top && y < bottom;
    if (isIn && (best === null || area(line.bounds) <= area(best.bounds))) best = line;
  }
  return best;
}

function area([left, top, right, bottom]: Box): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}
