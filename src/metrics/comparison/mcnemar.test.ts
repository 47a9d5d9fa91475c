import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcnemarExact } from './mcnemar.js';

const count = fc.integer({ min: 0, max: 2000 });

describe('mcnemarExact', () => {
  it('is symmetric and a probability', () => {
    fc.assert(
      fc.property(count, count, (a, b) => {
        const p = mcnemarExact(a, b);
        expect(p).toBe(mcnemarExact(b, a));
        expect(p).toBeGreaterThanOrEqual(0);
        expect(p).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is the coin-toss sum', () => {
    expect(mcnemarExact(0, 0)).toBe(1);
    expect(mcnemarExact(6, 0)).toBeCloseTo(2 / 64, 15);
    expect(mcnemarExact(8, 2)).toBeCloseTo((2 * (1 + 10 + 45)) / 1024, 15);
  });
});
