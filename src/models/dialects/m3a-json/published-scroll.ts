import type { Action } from '../../../domain/action.js';
import { resolvePoint, type Box, type Direction, type Point } from '../../../domain/geometry.js';
import type { ParseContext } from '../dialect.js';

/**
 * The swipe with which AndroidWorld scrolls: from the centre of the element, or of the screen, to the edge of what of it lies on the
 * screen.
 *
 * Source: AndroidWorld reference code, `actuation.py`.
 *
 * @param direction the finger's
 * @param element number of what is scrolled; null for the screen
 */
export function publishedScroll(
  direction: Direction,
  element: number | null,
  { screen, elements }: Pick<ParseContext, 'screen' | 'elements'>,
): Action & { readonly type: 'swipe' } {
  const swipe = { type: 'swipe', direction } as const;
  const box = element === null ? null : elements?.elements?.find(({ index }) => index === element)?.box;
  if (screen === null || box === undefined) {
    return element === null ? swipe : { ...swipe, target: { type: 'element', element } };
  }
  const [left, top, right, bottom] = box ?? [0, 0, screen.width, screen.height];
  const seen: Box = [
    Math.max(left, 0),
    Math.max(top, 0),
    Math.min(right, screen.width),
    Math.min(bottom, screen.height),
  ];
  const at = (x: number, y: number): Point => resolvePoint({ x, y, space: 'pixel' }, screen);
  const [x, y] = [Math.floor((seen[0] + seen[2]) / 2), Math.floor((seen[1] + seen[3]) / 2)];
  const ends = { up: [x, seen[1]], down: [x, seen[3]], left: [seen[0], y], right: [seen[2], y] } as const;
  const from = at(x, y);
  const path = { from, to: at(...ends[direction]) };
  if (element === null || box === null) return { ...swipe, ...path };
  return { ...swipe, ...path, target: { type: 'point', point: from, box, element } };
}

/**
 * The swipe from one edge of the screen to the other.
 *
 * Source: AndroidWorld reference code, `actuation.py`.
 *
 * @param direction the finger's
 */
export function publishedSwipe(
  direction: Direction,
  { screen }: Pick<ParseContext, 'screen'>,
): Action & { readonly type: 'swipe' } {
  const swipe = { type: 'swipe', direction } as const;
  if (screen === null) return swipe;
  const { width, height } = screen;
  const [x, y] = [Math.floor(width / 2), Math.floor(height / 2)];
  const [up, down, left, right] = [
    [x, 0],
    [x, height],
    [0, y],
    [width, y],
  ] as const;
  const ways = { up: [down, up], down: [up, down], left: [right, left], right: [left, right] } as const;
  const [from, to] = ways[direction].map(([px, py]) =>
    resolvePoint({ x: px, y: py, space: 'pixel' }, screen),
  );
  return from === undefined || to === undefined ? swipe : { ...swipe, from, to };
}
