import type { ActionOf, Target } from '../../../domain/action.js';
import { pathDirection, toPixel, type Box, type Point, type Size } from '../../../domain/geometry.js';
import { resolvePosition, type CoordinateRule, type PictureSizes } from './resolve-position.js';

/** What numbers are read against, and where oddities are noted. */
export interface PositionContext {
  readonly coordinates: CoordinateRule;
  readonly sizes: PictureSizes;
  /** Takes `out_of_bounds`, `box_for_point` and `zero_length_path`. */
  readonly warnings: Set<string>;
}

type PointTarget = Extract<Target, { type: 'point' }>;

/** Two numbers are a position, four a box whose centre is meant; null for any other count and for what is not finite. */
export function positionTarget(numbers: readonly number[], context: PositionContext): PointTarget | null {
  const [a, b, c, d] = numbers;
  if (a === undefined || b === undefined || !numbers.every(Number.isFinite)) return null;
  if (numbers.length === 2) return pointTarget(a, b, context);
  if (c === undefined || d === undefined || numbers.length !== 4) return null;
  context.warnings.add('box_for_point');
  return boxTarget([a, b, c, d], context);
}

/** The centre of a box that the family's grammar asks for; `box` in pixels of the source picture where its size is known. */
export function boxTarget(
  [a, b, c, d]: readonly [number, number, number, number],
  context: PositionContext,
): PointTarget {
  const target = pointTarget((a + c) / 2, (b + d) / 2, context);
  const [first, second] = [
    cornerOf(resolvePosition(a, b, context.coordinates, context.sizes).point),
    cornerOf(resolvePosition(c, d, context.coordinates, context.sizes).point),
  ];
  if (first === null || second === null) return target;
  const box: Box = [first[0], first[1], second[0], second[1]];
  return { ...target, box };
}

/** A swipe along a path; `direction` is the finger's, null where it does not move. */
export function pathSwipe(
  from: readonly [number, number],
  to: readonly [number, number],
  context: PositionContext,
): ActionOf<'swipe'> {
  const { coordinates, sizes, warnings } = context;
  const start = resolvePosition(...from, coordinates, sizes);
  const end = resolvePosition(...to, coordinates, sizes);
  if (!start.inBounds || !end.inBounds) warnings.add('out_of_bounds');
  const direction = pathDirection(pixelsOf(start.point, sizes.screen), pixelsOf(end.point, sizes.screen));
  if (direction === null) warnings.add('zero_length_path');
  return { type: 'swipe', direction, from: start.point, to: end.point };
}

function pointTarget(first: number, second: number, context: PositionContext): PointTarget {
  const { point, inBounds } = resolvePosition(first, second, context.coordinates, context.sizes);
  if (inBounds) return { type: 'point', point };
  context.warnings.add('out_of_bounds');
  return { type: 'point', point, inBounds };
}

function cornerOf(point: Point): [number, number] | null {
  return point.resolved ?? (point.space === 'pixel' ? [point.x, point.y] : null);
}

/** Without a size the recorded numbers stand in: an axis is an axis in any space. */
function pixelsOf(point: Point, screen: Size | null): [number, number] {
  return screen === null ? [point.x, point.y] : toPixel(point, screen);
}
