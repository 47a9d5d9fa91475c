import type { Target } from '../../../domain/action.js';
import { resolvePoint, type Point } from '../../../domain/geometry.js';
import type { ParseContext } from '../dialect.js';

/**
 * Where AndroidWorld touches an element: the centre of its box, cut to whole pixels; the number alone where nobody knows the box.
 *
 * Source: AndroidWorld reference code, `actuation.py`.
 */
export function publishedTarget(
  element: number,
  { screen, elements }: Pick<ParseContext, 'screen' | 'elements'>,
): Target {
  const box = elements?.elements?.find(({ index }) => index === element)?.box;
  if (box === undefined) return { type: 'element', element };
  const [left, top, right, bottom] = box;
  const point: Point = {
    x: Math.trunc((left + right) / 2),
    y: Math.trunc((top + bottom) / 2),
    space: 'pixel',
  };
  return { type: 'point', point: screen === null ? point : resolvePoint(point, screen), box, element };
}
