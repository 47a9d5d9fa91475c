import { expect, it } from 'vitest';
import { normalQuantile } from './normal-quantile.js';

/** Computed with 40 digits (mpmath). */
const KNOWN = [
  [0.5, 0],
  [0.6, 0.2533471031357998],
  [0.9, 1.2815515655446004],
  [0.975, 1.9599639845400543],
  [0.995, 2.575829303548901],
  [1e-10, -6.361340902404056],
  [1e-300, -37.0470962993612],
] as const;

it.each(KNOWN)('normalQuantile is right to 14 digits at %d', (p, z) => {
  expect(Math.abs(normalQuantile(p) - z)).toBeLessThanOrEqual(1e-14 * Math.max(1, Math.abs(z)));
});
