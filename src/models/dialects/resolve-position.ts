import { resolvePoint } from '../../domain/geometry.js';
import type { Point, Size } from '../../domain/geometry.js';

/**
 * What a model's numbers mean: `sent` pixels of the picture as sent, `resized` pixels of the picture after the server's
 * own resize, `norm` 0 to `span` on both axes.
 */
export type CoordinateRule =
  | { readonly space: 'sent' }
  | { readonly space: 'resized'; readonly width: number; readonly height: number }
  | { readonly space: 'norm'; readonly span: number };

/** A position that a model named, in the terms of the source picture. */
export interface ResolvedPosition {
  readonly point: Point;
  /** False when the numbers leave the closed range of their space. */
  readonly inBounds: boolean;
}

/**
 * The position behind a model's numbers. Permille and unit values stay as recorded; others become pixels of the source
 * picture. Where its size is unknown, pixels stay unresolved.
 */
export function resolvePosition(
  x: number,
  y: number,
  rule: CoordinateRule,
  screen: Size | null,
  sent: Size | null,
): ResolvedPosition {
  const span = spanOf(rule, screen, sent);
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

/** Range of the numbers; null where it is that of a picture whose size nobody knows. */
function spanOf(rule: CoordinateRule, screen: Size | null, sent: Size | null): Size | null {
  switch (rule.space) {
    case 'sent':
      return sent ?? screen;
    case 'resized':
      return { width: rule.width, height: rule.height };
    case 'norm':
      return { width: rule.span, height: rule.span };
    default:
      return rule satisfies never;
  }
}
