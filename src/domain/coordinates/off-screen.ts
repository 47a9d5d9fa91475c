import type { Action } from '../action.js';
import { isInRange, type Point, type Size } from '../geometry.js';

/**
 * The first position of an action that lies outside its screen; null where none does. Of a screen of unknown size only what
 * no screen has is outside: negative pixels, shares beyond the whole.
 */
export function offScreenPoint(action: Action, size: Size | null): Point | null {
  return pointsOf(action).find((point) => !isOnScreen(point, size)) ?? null;
}

/** Where a touch lands; null for any action that is no touch at a point. */
export function touchPoint(action: Action): Point | null {
  if (action.type !== 'tap' && action.type !== 'long_press') return null;
  return action.target.type === 'point' ? action.target.point : null;
}

function pointsOf(action: Action): readonly Point[] {
  if (action.type === 'swipe') {
    return [action.from, action.to, action.at].filter((point) => point !== undefined);
  }
  const point = touchPoint(action);
  return point === null ? [] : [point];
}

function isOnScreen(point: Point, size: Size | null): boolean {
  if (size !== null) return isInRange(point, size);
  if (point.space === 'pixel') return point.x >= 0 && point.y >= 0;
  return isInRange(point, { width: 1, height: 1 });
}
