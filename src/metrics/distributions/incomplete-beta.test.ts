import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { betaQuantile, incompleteBeta } from './incomplete-beta.js';

/** Computed with 40 digits (mpmath): the hypergeometric series, or the binomial sum where both shapes are whole. */
const KNOWN = [
  [0.5, 2, 3, 0.6875],
  [0.25, 0.5, 0.5, 0.3333333333333333],
  [1e-8, 0.5, 0.5, 0.00006366197734286143],
  [0.001, 19.5, 0.5, 4.016342835495748e-60],
  [0.01, 40, 60, 4.625585606252652e-53],
  [0.5, 40, 38, 0.40994645187452433],
  [0.03, 260, 8075, 0.2692532979486108],
  [0.55, 4633, 3702, 0.1412867131960978],
] as const;

const shape = fc.double({ min: 0.5, max: 5000, noNaN: true });
const inside = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });

describe('incompleteBeta', () => {
  it.each(KNOWN)('is right to 13 digits at x=%d, a=%d, b=%d', (x, a, b, expected) => {
    expect(Math.abs(incompleteBeta(x, a, b) / expected - 1)).toBeLessThan(1e-13);
  });

  it('gives the two tails as parts of one', () => {
    fc.assert(
      fc.property(inside, shape, shape, (x, a, b) => {
        expect(incompleteBeta(x, a, b) + incompleteBeta(1 - x, b, a)).toBeCloseTo(1, 9);
      }),
    );
  });
});

describe('betaQuantile', () => {
  // Below 1, the second shape piles the mass up so near to 1 that no x in between can be written down.
  const wholeShape = fc.double({ min: 1, max: 5000, noNaN: true });

  it('undoes incompleteBeta', () => {
    fc.assert(
      fc.property(inside, wholeShape, wholeShape, (p, a, b) => {
        expect(incompleteBeta(betaQuantile(p, a, b), a, b)).toBeCloseTo(p, 9);
      }),
    );
  });

  it('keeps its digits near 0', () => {
    expect(Math.abs(betaQuantile(0.025, 1, 10_000) / -Math.expm1(Math.log(0.975) / 10_000) - 1)).toBeLessThan(
      1e-12,
    );
    expect(betaQuantile(0.0001, 0.5, 0.5)).toBeCloseTo(Math.sin((Math.PI * 0.0001) / 2) ** 2, 18);
  });
});
