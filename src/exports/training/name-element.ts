import type { Action } from '../../domain/action.js';
import { boxContains, resolvePoint, type Size } from '../../domain/geometry.js';
import type { ElementTable } from '../../domain/observation-rule.js';

/**
 * The action with its position as the number of the smallest element there, for families that name elements and no
 * positions; null where there is no position or no element at it.
 */
export function nameElement(
  action: Action,
  elements: ElementTable | null,
  screen: Size | null,
): Action | null {
  if (!('target' in action) || action.target?.type !== 'point' || elements === null) return null;
  const { point } = action.target;
  const [x, y] = (screen === null ? point : resolvePoint(point, screen)).resolved ?? [point.x, point.y];
  const area = ([x1, y1, x2, y2]: readonly number[]): number =>
    ((x2 ?? 0) - (x1 ?? 0)) * ((y2 ?? 0) - (y1 ?? 0));
  const [smallest] = elements.elements
    .filter(({ box }) => boxContains(box, x, y))
    .toSorted((a, b) => area(a.box) - area(b.box));
  if (smallest === undefined) return null;
  return { ...action, target: { type: 'element', element: smallest.index } };
}
