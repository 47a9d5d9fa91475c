import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passAtK, passHatK } from './pass-k.js';

const attempts = fc
  .integer({ min: 1, max: 50 })
  .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n }), fc.integer({ min: 1, max: n })));

describe('passAtK and passHatK', () => {
  it('are probabilities, all-succeed never above one-succeeds, and equal for one attempt', () => {
    fc.assert(
      fc.property(attempts, ([n, correct, k]) => {
        const [at, hat] = [passAtK(n, correct, k) ?? Number.NaN, passHatK(n, correct, k) ?? Number.NaN];
        expect(hat).toBeGreaterThanOrEqual(0);
        expect(at).toBeLessThanOrEqual(1);
        expect(hat).toBeLessThanOrEqual(at + 1e-12);
        expect(passAtK(n, correct, 1)).toBeCloseTo(correct / n, 12);
        expect(passHatK(n, correct, 1)).toBe(correct / n);
      }),
    );
  });

  it('draw without putting back', () => {
    // 1 - C(3, 3) / C(5, 3) and C(3, 2) / C(5, 2).
    expect(passAtK(5, 2, 3)).toBeCloseTo(9 / 10, 14);
    expect(passHatK(5, 3, 2)).toBeCloseTo(3 / 10, 14);
    expect(passAtK(5, 3, 3)).toBe(1);
    expect(passHatK(5, 2, 3)).toBe(0);
    expect([passAtK(3, 3, 3), passHatK(3, 3, 3)]).toEqual([1, 1]);
  });

  it('are unknown for more attempts than were made', () => {
    expect(passAtK(3, 1, 4)).toBeNull();
    expect(passHatK(3, 1, 4)).toBeNull();
  });
});
