import type { Target } from '../../domain/action.js';
import { canonicalJson } from '../../domain/text/canonical-json.js';
import { toPixel, type Box, type Point, type Size } from '../../domain/geometry.js';
import type { DistanceRule, TouchRule } from './step-protocol.js';

/** What is known of the place that was touched. */
export interface TouchPlace {
  /** Annotated areas, in pixels of the source picture. */
  readonly boxes: readonly Box[];
  /** Every element of the screen, in pixels of the source picture. */
  readonly elements: readonly Box[];
  readonly size: Size | null;
}

/** Tolerance for rounding, so that touches on a border count as inside; far below any annotation's accuracy. */
const ROUNDING = 1e-9;

/**
 * Whether a touch hits what the recording touched. The recorded position itself always does. `place` where it is
 * unknown: it names no position, or the screen's size is unknown.
 */
export function matchTouch(
  expected: Target,
  predicted: Target,
  place: TouchPlace,
  rule: TouchRule,
): 'match' | 'point' | 'place' {
  if (predicted.type !== 'point') {
    return expected.type === predicted.type && canonicalJson(expected) === canonicalJson(predicted)
      ? 'match'
      : 'place';
  }
  const wanted = expected.type === 'point' ? expected.point : null;
  const { point } = predicted;
  if (wanted !== null && isSamePoint(wanted, point)) return 'match';
  const { boxes, elements, size } = place;
  const at = pixelsOf(point, size);
  if (rule.boxes !== 'none' && boxes.length > 0) {
    if (at !== null && isInAny(boxes, at, rule.boxFactor)) return 'match';
    if (rule.boxes === 'instead') return at === null ? 'place' : 'point';
  }
  if (wanted === null) return 'place';
  const recordedAt = rule.elementFactor === null ? null : pixelsOf(wanted, size);
  if (rule.elementFactor !== null && at !== null && recordedAt !== null) {
    for (const element of elements) {
      if (isIn(element, at, rule.elementFactor) && isIn(element, recordedAt, rule.elementFactor))
        return 'match';
    }
  }
  if (rule.distance === null) return at === null ? 'place' : 'point';
  const near = isNear(wanted, point, size, rule.distance);
  return near === null ? 'place' : near ? 'match' : 'point';
}

/** Whether a point lies in one of the areas, each enlarged about its centre, borders included. */
export function isInAny(boxes: readonly Box[], at: readonly [number, number], factor: number): boolean {
  for (const box of boxes) if (isIn(box, at, factor)) return true;
  return false;
}

function isIn([x1, y1, x2, y2]: Box, [x, y]: readonly [number, number], factor: number): boolean {
  return isBetween(x, x1, x2, factor) && isBetween(y, y1, y2, factor);
}

function isBetween(value: number, low: number, high: number, factor: number): boolean {
  if (factor === 1) return low <= value && value <= high;
  const half = ((high - low) / 2) * factor;
  return Math.abs(value - (low + high) / 2) <= half + ROUNDING * Math.max(Math.abs(value), 1);
}

/** Whether two points are within a distance of each other, the border included; null where that needs an unknown size. */
export function isNear(a: Point, b: Point, size: Size | null, rule: DistanceRule): boolean | null {
  const isInPixels = rule.space === 'pixel' || rule.space === 'longer_side';
  const convert = isInPixels ? pixelsOf : unitsOf;
  const [p, q] = [convert(a, size), convert(b, size)];
  if (p === null || q === null) return null;
  // Both axes are scaled before they are subtracted, as published evaluators do.
  const [dx, dy] = [Math.abs(p[0] - q[0]), Math.abs(p[1] - q[1])];
  if (rule.space === 'longer_side' && size === null) return null;
  const scale = rule.space === 'longer_side' && size !== null ? Math.max(size.width, size.height) : 1;
  const most = rule.threshold * scale + ROUNDING * (isInPixels ? 1000 : 1);
  return rule.space === 'per_axis' ? dx <= most && dy <= most : Math.sqrt(dx * dx + dy * dy) <= most;
}

export function isSamePoint(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y && a.space === b.space;
}

export function pixelsOf(point: Point, size: Size | null): [number, number] | null {
  if (point.space === 'pixel') return [point.x, point.y];
  return size === null ? null : toPixel(point, size);
}

export function unitsOf(point: Point, size: Size | null): [number, number] | null {
  switch (point.space) {
    case 'unit':
      return [point.x, point.y];
    case 'permille':
      return [point.x / 1000, point.y / 1000];
    case 'pixel':
      return size === null ? null : [point.x / size.width, point.y / size.height];
    default:
      return point.space satisfies never;
  }
}
