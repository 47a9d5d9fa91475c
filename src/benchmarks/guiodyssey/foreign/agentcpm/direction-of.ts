export const SWIPE_DIRECTIONS = ['up', 'down', 'left', 'right'] as const;
export type SwipeDirection = (typeof SWIPE_DIRECTIONS)[number];

const VECTORS: Readonly<Record<SwipeDirection, readonly [x: number, y: number]>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

/** The direction that a movement comes nearest to, the first of two that are equally near; null where nothing moves. */
export function directionOf(
  [fromX, fromY]: readonly [x: number, y: number],
  [toX, toY]: readonly [x: number, y: number],
): SwipeDirection | null {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const length = Math.sqrt(dx ** 2 + dy ** 2);
  if (length === 0) return null;
  let nearest: SwipeDirection | null = null;
  let greatest = -Infinity;
  for (const direction of SWIPE_DIRECTIONS) {
    const [x, y] = VECTORS[direction];
    const cosine = (dx / length) * x + (dy / length) * y;
    if (cosine <= greatest) continue;
    greatest = cosine;
    nearest = direction;
  }
  return nearest;
}
