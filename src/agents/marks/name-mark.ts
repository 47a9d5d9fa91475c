import type { Action } from '../../domain/action.js';
import type { DetectedElement, Detections } from '../../domain/detections/detected-element.js';
import { boxContains, toPixel, type Box, type Size } from '../../domain/geometry.js';
import type { MarkStyle } from '../../domain/observation-rule.js';
import { firstNumber } from '../../observations/marks/mark-set.js';

/**
 * A recorded touch with the number of the mark that somebody who answers with marks would have named: of the smallest element
 * under it, else of the one whose centre is nearest. Other actions stay as they are, and so do touches where nothing is marked.
 */
export function nameMark(action: Action, { elements }: Detections, style: MarkStyle, screen: Size): Action {
  if (action.type !== 'tap' && action.type !== 'long_press') return action;
  const { target } = action;
  if (target.type !== 'point' || target.element !== undefined) return action;
  const [x, y] = toPixel(target.point, screen);
  const [best] = elements
    .map(({ index, box }) => ({ index, ...distanceTo(inPixels(box, screen), x, y) }))
    .sort((a, b) => a.outside - b.outside || a.measure - b.measure || a.index - b.index);
  if (best === undefined) return action;
  return { ...action, target: { ...target, element: best.index + firstNumber(style) } };
}

/** Elements under the point come before others, small ones first; others by the distance of their centres. */
function distanceTo(box: Box, x: number, y: number): { readonly outside: number; readonly measure: number } {
  const [x1, y1, x2, y2] = box;
  if (boxContains(box, x, y)) return { outside: 0, measure: (x2 - x1) * (y2 - y1) };
  return { outside: 1, measure: Math.hypot(x - (x1 + x2) / 2, y - (y1 + y2) / 2) };
}

function inPixels([x1, y1, x2, y2]: DetectedElement['box'], { width, height }: Size): Box {
  return [x1 * width, y1 * height, x2 * width, y2 * height];
}
