import { resolvePoint, toPixel } from '../../domain/geometry.js';
import type { Point, Size } from '../../domain/geometry.js';
import { resizedSize } from '../../domain/resize-rule.js';
import type { ResizeRule } from '../../domain/resize-rule.js';

/**
 * What a model's numbers mean: `sent` pixels of the picture as sent, `resized` pixels of the picture after the server's
 * own resize (a rule, or a size that somebody worked out), `norm` 0 to `span` on both axes. `yx`: y is written first.
 */
export type CoordinateRule = (
  | { readonly space: 'sent' }
  | { readonly space: 'resized'; readonly to: ResizeRule | Size }
  | { readonly space: 'norm'; readonly span: number }
) & { readonly order?: 'yx' };

/** A position that a model named, in the terms of the source picture. */
export interface ResolvedPosition {
  readonly point: Point;
  /** False when the numbers leave the closed range of their space. */
  readonly inBounds: boolean;
}

/** The pictures a position refers to. */
export interface PictureSizes {
  /** Size of the source picture; null where nobody knows it. */
  readonly screen: Size | null;
  /** Size of the picture as sent; null or absent where it is the source picture. */
  readonly sent?: Size | null;
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
  // Multiplied first here too, so that a tie is one whatever the size of the screen.
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

/** Largest numbers on both axes; null where they are those of a picture whose size nobody knows. */
export function coordinateSpan(rule: CoordinateRule, { screen, sent }: PictureSizes): Size | null {
  switch (rule.space) {
    case 'sent':
      return sent ?? screen;
    case 'resized': {
      if (!('algorithm' in rule.to)) return rule.to;
      const shown = sent ?? screen;
      const resized = shown === null ? null : resizedSize(shown, rule.to);
      return resized?.type === 'size' ? resized.size : null;
    }
    case 'norm':
      return { width: rule.span, height: rule.span };
    default:
      return rule satisfies never;
  }
}

/** The rule in one word, for tables and a run's identity. */
export function coordinateRuleText(rule: CoordinateRule): string {
  const order = rule.order === 'yx' ? ':yx' : '';
  switch (rule.space) {
    case 'sent':
      return `sent${order}`;
    case 'norm':
      return `norm:${rule.span}${order}`;
    case 'resized': {
      const { to } = rule;
      if (!('algorithm' in to)) return `resized:${to.width}x${to.height}${order}`;
      const limits = Object.entries(to).filter(([name]) => name !== 'algorithm');
      return `${to.algorithm}:${limits.map(([, value]) => String(value)).join(':')}${order}`;
    }
    default:
      return rule satisfies never;
  }
}
