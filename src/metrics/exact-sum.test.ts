import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactSum } from './exact-sum.js';

describe('exactSum', () => {
  it('loses nothing to cancellation', () => {
    expect(exactSum([1e16, 1, -1e16])).toBe(1);
    expect(exactSum(Array.from({ length: 10 }, () => 0.1))).toBe(1);
    expect(exactSum([])).toBe(0);
  });

  it('does not depend on the order', () => {
    const values = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { maxLength: 40 });
    fc.assert(
      fc.property(values, (numbers) => exactSum(numbers) === exactSum([...numbers].sort((a, b) => a - b))),
    );
  });
});
