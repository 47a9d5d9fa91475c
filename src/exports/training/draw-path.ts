import type { ActionOf } from '../../domain/action.js';
import { resolvePoint, type Direction, type Point, type Size } from '../../domain/geometry.js';

/** Length of a swipe by the screen's side, and the rim that fingers keep off. */
const LENGTH = 0.5;
const MARGIN = 0.02;

const WAYS: Readonly<Record<Direction, readonly [x: number, y: number]>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

/**
 * A swipe that has only a direction with the path that it stands for, for families that write paths: half the screen through
 * its centre, or from `at`; null for one that has a path, an element or no direction, or on a screen of unknown size.
 *
 * Source: models.md section 2.4.
 */
export function drawPath(swipe: ActionOf<'swipe'>, screen: Size | null): ActionOf<'swipe'> | null {
  const { direction, from, to, at, target } = swipe;
  if (direction === null || from !== undefined || to !== undefined || screen === null) return null;
  if (target !== undefined && target.type !== 'point') return null;
  const [dx, dy] = WAYS[direction];
  const anchor = at ?? (target?.type === 'point' ? target.point : undefined);
  const centre = [screen.width / 2, screen.height / 2] as const;
  const half = [(dx * LENGTH * screen.width) / 2, (dy * LENGTH * screen.height) / 2] as const;
  const [x, y] =
    anchor === undefined
      ? [centre[0] - half[0], centre[1] - half[1]]
      : (resolvePoint(anchor, screen).resolved ?? centre);
  const end = [x + 2 * half[0], y + 2 * half[1]] as const;
  return { ...swipe, from: pixel(x, y, screen), to: pixel(...end, screen) };
}

function pixel(x: number, y: number, screen: Size): Point {
  const within = (value: number, side: number): number =>
    Math.min(Math.max(value, MARGIN * side), (1 - MARGIN) * side);
  return resolvePoint({ x: within(x, screen.width), y: within(y, screen.height), space: 'pixel' }, screen);
}
