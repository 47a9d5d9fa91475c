import {
  coordinateSpan,
  type CoordinateRule,
  type PictureSizes,
} from '../../../domain/coordinates/coordinate-rule.js';
import { resolvePoint, toPixel, type Point } from '../../../domain/geometry.js';

export { coordinateRuleText, coordinateSpan } from '../../../domain/coordinates/coordinate-rule.js';
export type { CoordinateRule, PictureSizes } from '../../../domain/coordinates/coordinate-rule.js';

/** A position that a model named, in the terms of the source picture. */
export interface ResolvedPosition {
  readonly point: Point;
  /** False when the numbers leave the closed range of their space. */
  readonly inBounds: boolean;
}

/**
 * The position behind a model's two numbers, in the order it wrote them. Permille and unit values stay as recorded; others
 * become pixels of the source picture. Where its size is unknown, pixels stay unresolved.
 */
export function resolvePosition(
  first: number,
  second: number,
  rule: CoordinateRule,
  sizes: PictureSizes,
): ResolvedPosition {
  const [x, y] = rule.order === 'yx' ? [second, first] : [first, second];
  const { screen } = sizes;
  const span = coordinateSpan(rule, sizes);
  if (span === null) return { point: { x, y, space: 'pixel' }, inBounds: x >= 0 && y >= 0 };
  const inBounds = x >= 0 && x <= span.width && y >= 0 && y <= span.height;
  if (rule.space === 'norm' && (rule.span === 1000 || rule.span === 1)) {
    const point: Point = { x, y, space: rule.span === 1 ? 'unit' : 'permille' };
    return { point: screen === null ? point : resolvePoint(point, screen), inBounds };
  }
  if (screen === null) {
    return { point: { x: x / span.width, y: y / span.height, space: 'unit' }, inBounds };
  }
  // Multiplied first, so that whole numbers that fall on a pixel give that pixel exactly.
  const point: Point = {
    x: (x * screen.width) / span.width,
    y: (y * screen.height) / span.height,
    space: 'pixel',
  };
  return { point: resolvePoint(point, screen), inBounds };
}

/**
 * The two numbers in which a model would write a position of the source picture: whole ones, but for a span of 1.
 *
 * @param position real-valued pixels of the source picture
 */
export function writePosition(
  [x, y]: readonly [number, number],
  rule: CoordinateRule,
  sizes: PictureSizes,
): [first: number, second: number] {
  const span = coordinateSpan(rule, sizes);
  const { screen } = sizes;
  const digits = rule.space === 'norm' && rule.span <= 1 ? 10_000 : 1;
  const isScaled = span !== null && screen !== null;
  // Multiplied first here too, so that a tie is one at every screen size.
  const scaled = isScaled
    ? ([(x * span.width * digits) / screen.width, (y * span.height * digits) / screen.height] as const)
    : ([x * digits, y * digits] as const);
  const [first, second] = scaled.map((value) => Math.round(value) / digits) as [number, number];
  return rule.order === 'yx' ? [second, first] : [first, second];
}

/** `writePosition` of a point in any space; a point whose space cannot be left is written as it stands. */
export function writePoint(point: Point, rule: CoordinateRule, sizes: PictureSizes): [number, number] {
  if (sizes.screen === null && point.space !== 'pixel') return [point.x, point.y];
  const [x, y] =
    point.resolved ?? (sizes.screen === null ? [point.x, point.y] : toPixel(point, sizes.screen));
  return writePosition([x, y], rule, sizes);
}
