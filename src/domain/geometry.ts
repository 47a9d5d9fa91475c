import type { Box, Direction, Point, PointSpace, Size } from './coordinates/geometry-schemas.js';

// Their schemas lie apart: pages in a browser compute with these, and check none.
export type { Box, Direction, Point, PointSpace, Size } from './coordinates/geometry-schemas.js';

/** A position in pixels of the source picture. */
export function pixelPoint(x: number, y: number): Point {
  return { x, y, space: 'pixel' };
}

/** Units per axis of a space on a screen. */
function spanOf(space: PointSpace, length: number): number {
  switch (space) {
    case 'pixel':
      return length;
    case 'permille':
      return 1000;
    case 'unit':
      return 1;
    default:
      return space satisfies never;
  }
}

/**
 * Real-valued pixels of the source picture.
 *
 * Multiplied first, then divided, so that integer inputs that fall on a pixel give that pixel exactly
 * (175/1000*1440 would not). Source: models.md section 1.
 */
export function toPixel(point: Point, screen: Size): [number, number] {
  if (point.space === 'pixel') return [point.x, point.y];
  return [
    (point.x * screen.width) / spanOf(point.space, screen.width),
    (point.y * screen.height) / spanOf(point.space, screen.height),
  ];
}

/** Whether the recorded position lies in the closed range of its space: 0..size, 0..1000 or 0..1 on both axes. */
export function isInRange(point: Point, screen: Size): boolean {
  return (
    point.x >= 0 &&
    point.x <= spanOf(point.space, screen.width) &&
    point.y >= 0 &&
    point.y <= spanOf(point.space, screen.height)
  );
}

/** The point with `resolved` filled, and `pixel` too when the position lies in the closed range of its space. */
export function resolvePoint(point: Point, screen: Size): Point {
  const [x, y] = toPixel(point, screen);
  const resolved: [number, number] = [x, y];
  if (!isInRange(point, screen)) return { x: point.x, y: point.y, space: point.space, resolved };
  const pixel: [number, number] = [clampedFloor(x, screen.width), clampedFloor(y, screen.height)];
  return { x: point.x, y: point.y, space: point.space, resolved, pixel };
}

/** The small addend keeps values that are whole up to rounding error on their own pixel. */
function clampedFloor(value: number, size: number): number {
  return Math.min(Math.max(Math.floor(value + 1e-6), 0), size - 1);
}

/** Whether (x, y) lies in the box, borders included. */
export function boxContains(box: Box, x: number, y: number): boolean {
  return box[0] <= x && x <= box[2] && box[1] <= y && y <= box[3];
}

/** What two areas share, over what they cover together: 0–1; 0 where neither covers anything. */
export function sharedArea(a: Box, b: Box): number {
  const width = Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0]));
  const height = Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));
  const shared = width * height;
  const covered = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - shared;
  return covered === 0 ? 0 : shared / covered;
}

export const OPPOSITE_DIRECTION: Readonly<Record<Direction, Direction>> = {
  up: 'down',
  down: 'up',
  left: 'right',
  right: 'left',
};

/** Direction of a finger path: horizontal when |dx| > |dy|, vertical otherwise (ties too), null when nothing moved. */
export function pathDirection(
  from: readonly [number, number],
  to: readonly [number, number],
): Direction | null {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  if (dx === 0 && dy === 0) return null;
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? 'right' : 'left';
  return dy > 0 ? 'down' : 'up';
}
