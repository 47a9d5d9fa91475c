import type { Action, Target } from '../../domain/action.js';
import { toPixel, type Point, type Size } from '../../domain/geometry.js';
import { nodeContains, nodeMatches } from '../../domain/hierarchy/find-node.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';

/**
 * The element that a touch would set off: of those that can be clicked and contain the point the smallest, the later one where two
 * are equal; null where the point hits none, and for what touches nothing.
 */
export function touchedElement(action: Action, hierarchy: UiHierarchy, size: Size | null): UiNode | null {
  const target = targetOf(action);
  if (target === null) return null;
  switch (target.type) {
    case 'point': {
      const at = pixelOf(target.point, size);
      return at === null ? null : smallestAt(hierarchy, at);
    }
    case 'element': {
      const widget = hierarchy.widgets[target.element];
      return widget === undefined ? null : clickableOf(widget);
    }
    case 'selector': {
      const node = hierarchy.nodes.find((one) => nodeMatches(one, target.attributes, 'equal'));
      return node === undefined ? null : clickableOf(node);
    }
    // Nobody knows yet what these hit.
    case 'grid':
    case 'description':
      return null;
    default:
      return target satisfies never;
  }
}

/** What can be clicked, also by pressing it long or checking it. */
export function isClickable(node: UiNode): boolean {
  return ['clickable', 'long-clickable', 'checkable'].some((name) => node.attribute(name) === 'true');
}

function targetOf(action: Action): Target | null {
  switch (action.type) {
    case 'tap':
    case 'long_press':
      return action.target;
    // The target is touched first.
    case 'type':
      return action.target ?? null;
    case 'swipe': {
      const point = action.from ?? action.at;
      return point === undefined ? (action.target ?? null) : { type: 'point', point };
    }
    default:
      return null;
  }
}

function smallestAt(hierarchy: UiHierarchy, at: readonly [number, number]): UiNode | null {
  let best: UiNode | null = null;
  for (const node of hierarchy.nodes) {
    if (!node.isVisible || !isClickable(node) || !nodeContains(node, at)) continue;
    if (best === null || areaOf(node) <= areaOf(best)) best = node;
  }
  return best;
}

/** The node itself, or the nearest around it that can be clicked. */
function clickableOf(node: UiNode): UiNode | null {
  for (let at: UiNode | null = node; at !== null; at = at.parent) if (isClickable(at)) return at;
  return null;
}

function areaOf({ bounds: [x1, y1, x2, y2] }: UiNode): number {
  return (x2 - x1) * (y2 - y1);
}

function pixelOf(point: Point, size: Size | null): readonly [number, number] | null {
  if (point.space === 'pixel') return [point.x, point.y];
  return point.pixel ?? (size === null ? null : toPixel(point, size));
}
