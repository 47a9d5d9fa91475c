import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tangoInterval } from './tango.js';

/** Found by maximising the constrained likelihood numerically, apart from the closed form. */
const KNOWN = [
  [5, 12, 60, -0.0194665, 0.2540225],
  [0, 3, 40, -0.0191932, 0.1986423],
  [22, 40, 175, 0.0150008, 0.190204],
  [0, 1, 100, -0.0273634, 0.0544862],
] as const;

describe('tangoInterval', () => {
  it.each(KNOWN)('agrees with the likelihood for %d and %d of %d', (onlyA, onlyB, n, low, high) => {
    const interval = tangoInterval(onlyA, onlyB, n);
    expect(interval?.low).toBeCloseTo(low, 6);
    expect(interval?.high).toBeCloseTo(high, 6);
  });

  it('holds the difference, within -1 to 1, and mirrors', () => {
    const counts = fc
      .tuple(fc.nat(300), fc.nat(300), fc.nat(300))
      .filter(([a, b, rest]) => a + b + rest > 0)
      .map(([a, b, rest]) => [a, b, a + b + rest] as const);
    fc.assert(
      fc.property(counts, ([onlyA, onlyB, n]) => {
        const interval = tangoInterval(onlyA, onlyB, n);
        expect(interval?.low).toBeLessThanOrEqual((onlyB - onlyA) / n);
        expect(interval?.high).toBeGreaterThanOrEqual((onlyB - onlyA) / n);
        expect(interval?.low).toBeGreaterThanOrEqual(-1);
        expect(interval?.high).toBeLessThanOrEqual(1);
        expect(interval?.low).toBeCloseTo(-(tangoInterval(onlyB, onlyA, n)?.high ?? Number.NaN), 9);
      }),
    );
  });

  it('is not of width 0 where the two never disagree', () => {
    expect(tangoInterval(0, 0, 100)?.high).toBeCloseTo(3.8415 / 103.8415, 4);
    expect(tangoInterval(0, 0, 0)).toBeNull();
  });
});
