import type { Box } from '../geometry.js';

const BOUNDS = /^\[(-?\d{1,9}),(-?\d{1,9})\]\[(-?\d{1,9}),(-?\d{1,9})\]$/;

/** The box that a `bounds` attribute (`[x1,y1][x2,y2]`, whole pixels) describes, or null when it is none. */
export function parseBounds(bounds: string): Box | null {
  const sides = BOUNDS.exec(bounds);
  if (sides === null) return null;
  return [Number(sides[1]), Number(sides[2]), Number(sides[3]), Number(sides[4])];
}

/** Middle of a box in whole pixels, rounded towards minus infinity. */
export function centreOf([x1, y1, x2, y2]: Box): [number, number] {
  return [Math.floor((x1 + x2) / 2), Math.floor((y1 + y2) / 2)];
}
