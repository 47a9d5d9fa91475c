import type { Sigma } from 'sigma';

/** Where a point of a map is in its view: `x[0] + x[1] * px + x[2] * py` pixels from the left, the same with `y` from above. */
export interface ViewportPlaces {
  readonly x: readonly [number, number, number];
  readonly y: readonly [number, number, number];
}

/** How a map lies in its view just now: asking sigma for each of thousands of points takes longer than a frame lasts. */
export function viewportPlaces(sigma: Pick<Sigma, 'graphToViewport'>): ViewportPlaces {
  const origin = sigma.graphToViewport({ x: 0, y: 0 });
  const right = sigma.graphToViewport({ x: 1, y: 0 });
  const up = sigma.graphToViewport({ x: 0, y: 1 });
  return {
    x: [origin.x, right.x - origin.x, up.x - origin.x],
    y: [origin.y, right.y - origin.y, up.y - origin.y],
  };
}
