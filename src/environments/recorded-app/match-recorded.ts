import type { Action, Target } from '../../domain/action.js';
import { boxContains, toPixel, type Box, type Point, type Size } from '../../domain/geometry.js';
import { centreOf, parseBounds } from '../../domain/hierarchy/bounds.js';
import { pythonStrip } from '../../domain/hierarchy/python-strip.js';

/**
 * Whether an action is one that was recorded: a touch within the recorded element's bounds, borders included; a text that
 * is the same but for white space at its ends, typed into that element or into no named one; a swipe that begins within
 * the element, in any direction, since none was recorded; the same key.
 *
 * @param screen size of the screen that the action was decided on
 */
export function matchesRecorded(action: Action, recorded: Action, screen: Size | null): boolean {
  switch (recorded.type) {
    case 'tap':
    case 'long_press':
      return action.type === recorded.type && touches(pointOf(action.target, screen), recorded.target);
    case 'type': {
      if (action.type !== 'type' || pythonStrip(action.text) !== pythonStrip(recorded.text)) return false;
      if (action.target === undefined || recorded.target === undefined) return true;
      return touches(pointOf(action.target, screen), recorded.target);
    }
    case 'swipe': {
      if (action.type !== 'swipe') return false;
      return recorded.target === undefined || touches(swipeStart(action, screen), recorded.target);
    }
    case 'key':
      return action.type === 'key' && action.key === recorded.key;
    default:
      return false;
  }
}

/** Pixels of the element that an action was recorded on; none is larger than any. */
export function areaOf(action: Action): number {
  const box = 'target' in action && action.target !== undefined ? boxOf(action.target) : null;
  return box === null ? Infinity : (box[2] - box[0]) * (box[3] - box[1]);
}

/** Where a touch lands, in pixels of the source picture; null where it is unknown. */
export function pointOf(target: Target, screen: Size | null): readonly [number, number] | null {
  if (target.type === 'point') return pixelsOf(target.point, screen);
  const box = boxOf(target);
  return box === null ? null : centreOf(box);
}

/** A swipe that names no place begins in the middle of the screen. */
function swipeStart(
  { from, at, target }: Extract<Action, { type: 'swipe' }>,
  screen: Size | null,
): readonly [number, number] | null {
  const point = from ?? at;
  if (point !== undefined) return pixelsOf(point, screen);
  if (target !== undefined) return pointOf(target, screen);
  return screen === null ? null : [screen.width / 2, screen.height / 2];
}

function touches(point: readonly [number, number] | null, target: Target): boolean {
  const box = boxOf(target);
  return point !== null && box !== null && boxContains(box, point[0], point[1]);
}

function boxOf(target: Target): Box | null {
  return target.type === 'selector' ? parseBounds(target.attributes['bounds'] ?? '') : null;
}

function pixelsOf(point: Point, screen: Size | null): readonly [number, number] | null {
  if (point.resolved !== undefined) return point.resolved;
  if (point.space === 'pixel') return [point.x, point.y];
  return screen === null ? null : toPixel(point, screen);
}
