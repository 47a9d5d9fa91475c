import { pathDirection, pixelPoint, resolvePoint, type Direction, type Size } from '../../domain/geometry.js';
import type { ActionOf } from '../../domain/action.js';

type Coordinates = readonly [x: number, y: number];

/** What a movement on the glass comes to; pixels of the screen on display, unrounded. */
export type Touch =
  | { readonly type: 'tap'; readonly at: Coordinates }
  | { readonly type: 'long_press'; readonly at: Coordinates; readonly durationMs: number }
  | {
      readonly type: 'swipe' | 'drag';
      readonly direction: Direction;
      readonly from: Coordinates;
      readonly to: Coordinates;
      readonly durationMs: number;
    };

/** A finger that moves no further has not moved, in units of 1/160 inch. Source: AOSP `ViewConfiguration`, touch slop. */
const SLOP_DP = 8;
/** A finger that stays no shorter presses long, milliseconds. Source: AOSP `ViewConfiguration`, long press timeout. */
const LONG_PRESS_MS = 500;

/** Whether two positions are one for a finger. */
export function isWithinSlop(a: Coordinates, b: Coordinates, density: number): boolean {
  return Math.hypot(b[0] - a[0], b[1] - a[1]) <= (SLOP_DP * density) / 160;
}

/**
 * What a finger did that went down at one place and up at another. Agents hold and even tap by swipes that go nowhere, so
 * the distance decides before the name does.
 */
export function touchOf(
  path: {
    readonly type: 'swipe' | 'drag';
    readonly from: Coordinates;
    readonly to: Coordinates;
    readonly durationMs: number;
  },
  density: number,
): Touch {
  const { type, from, to, durationMs } = path;
  const direction = pathDirection(from, to);
  if (direction === null || isWithinSlop(from, to, density)) {
    return durationMs >= LONG_PRESS_MS
      ? { type: 'long_press', at: from, durationMs }
      : { type: 'tap', at: from };
  }
  return { type, direction, from, to, durationMs };
}

/** Where a touch begins; that alone decides whether it is on the screen. */
export function startOf(touch: Touch): Coordinates {
  return touch.type === 'tap' || touch.type === 'long_press' ? touch.at : touch.from;
}

/** The touch as an action on a screen. */
export function actionOfTouch(touch: Touch, screen: Size): ActionOf<'tap' | 'long_press' | 'swipe'> {
  const point = ([x, y]: Coordinates) => resolvePoint(pixelPoint(x, y), screen);
  switch (touch.type) {
    case 'tap':
      return { type: 'tap', target: { type: 'point', point: point(touch.at) } };
    case 'long_press':
      return {
        type: 'long_press',
        target: { type: 'point', point: point(touch.at) },
        durationMs: touch.durationMs,
      };
    case 'swipe':
    case 'drag':
      return {
        type: 'swipe',
        direction: touch.direction,
        from: point(touch.from),
        to: point(touch.to),
        durationMs: touch.durationMs,
        ...(touch.type === 'drag' ? { style: 'drag' as const } : {}),
      };
    default:
      return touch satisfies never;
  }
}
