import type { Action, Target } from '../../domain/action.js';
import { toPixel, type Direction, type Point, type Size } from '../../domain/geometry.js';
import type { ActionMark, MarkPoint } from '../view/action-mark.js';

/** Length of an arrow for a swipe that names only a direction, as a share of the axis. */
const SWIPE_LENGTH = { short: 0.2, medium: 0.4, long: 0.6 } as const;

/** What is drawn over the picture for an action; `size` is the source picture's, null when nobody recorded it. */
export function actionMarks(action: Action | null, size: Size | null): readonly ActionMark[] {
  if (action === null) return [];
  switch (action.type) {
    case 'tap':
      return targetMarks(action.target, size, (at) => ({ type: 'tap', at, count: action.count ?? 1 }));
    case 'long_press':
      return targetMarks(action.target, size, (at) => ({ type: 'hold', at }));
    case 'type':
      return action.target === undefined
        ? []
        : targetMarks(action.target, size, (at) => ({ type: 'tap', at, count: 1 }));
    case 'swipe':
      return swipeMarks(action, size);
    default:
      return [];
  }
}

function targetMarks(
  target: Target,
  size: Size | null,
  mark: (at: MarkPoint) => ActionMark,
): readonly ActionMark[] {
  if (target.type === 'point') {
    const at = markPoint(target.point, size);
    if (target.box === undefined) return [mark(at)];
    const [x1, y1, x2, y2] = target.box;
    return [boxMark(x1, y1, x2, y2), mark(at)];
  }
  if (target.type !== 'selector') return [];
  const bounds = /^\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]$/.exec(target.attributes['bounds'] ?? '');
  if (bounds === null) return [];
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = bounds.slice(1).map(Number);
  return [boxMark(x1, y1, x2, y2), mark(pixel((x1 + x2) / 2, (y1 + y2) / 2))];
}

function swipeMarks(action: Extract<Action, { type: 'swipe' }>, size: Size | null): readonly ActionMark[] {
  if (action.from !== undefined && action.to !== undefined) {
    return [{ type: 'arrow', from: markPoint(action.from, size), to: markPoint(action.to, size) }];
  }
  if (action.direction === null) return [];
  const length = SWIPE_LENGTH[action.distance ?? 'medium'];
  const at = action.at ?? (action.target?.type === 'point' ? action.target.point : undefined);
  const start = at === undefined ? null : markPoint(at, size);
  if (start === null) return [arrowAcross(action.direction, length)];
  // An arrow in pixels of a picture of unknown size has no sensible length: the middle of the screen stands for it.
  if (start.unit === 'pixel' && size === null) return [arrowAcross(action.direction, length)];
  const from = start.unit === 'pixel' && size !== null ? toFraction(start, size) : start;
  const [dx, dy] = unitVector(action.direction);
  return [{ type: 'arrow', from, to: fraction(clamp(from.x + dx * length), clamp(from.y + dy * length)) }];
}

/** An arrow through the middle of the screen, the way the finger moves. */
function arrowAcross(direction: Direction, length: number): ActionMark {
  const [dx, dy] = unitVector(direction);
  const half = length / 2;
  return {
    type: 'arrow',
    from: fraction(0.5 - dx * half, 0.5 - dy * half),
    to: fraction(0.5 + dx * half, 0.5 + dy * half),
  };
}

function unitVector(direction: Direction): readonly [number, number] {
  switch (direction) {
    case 'up':
      return [0, -1];
    case 'down':
      return [0, 1];
    case 'left':
      return [-1, 0];
    case 'right':
      return [1, 0];
    default:
      return direction satisfies never;
  }
}

function markPoint(point: Point, size: Size | null): MarkPoint {
  if (point.space === 'permille') return fraction(point.x / 1000, point.y / 1000);
  if (point.space === 'unit') return fraction(point.x, point.y);
  if (size === null) return pixel(point.x, point.y);
  const [x, y] = toPixel(point, size);
  return toFraction({ x, y }, size);
}

function boxMark(x1: number, y1: number, x2: number, y2: number): ActionMark {
  return { type: 'box', from: pixel(x1, y1), to: pixel(x2, y2) };
}

function toFraction({ x, y }: { readonly x: number; readonly y: number }, size: Size): MarkPoint {
  return fraction(x / size.width, y / size.height);
}

/** Four decimals are a quarter of a pixel on the largest phone. */
function fraction(x: number, y: number): MarkPoint {
  return { x: Math.round(x * 10_000) / 10_000, y: Math.round(y * 10_000) / 10_000, unit: 'fraction' };
}

function pixel(x: number, y: number): MarkPoint {
  return { x, y, unit: 'pixel' };
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
