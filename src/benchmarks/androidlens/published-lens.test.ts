import { describe, expect, it } from 'vitest';
import { INCONSISTENT_LENS, PUBLISHED_LENS } from './published-lens.js';

/** Percentage points that rounding of the weights and of what is printed explains. */
const TOLERANCE = 0.04;

describe('the published rows', () => {
  it.each(
    PUBLISHED_LENS.flatMap(({ model, low, high }) => [
      { model, level: 'low', cells: low },
      { model, level: 'high', cells: high },
    ]),
  )('have totals pooled over steps: $model, $level', ({ cells: [zhAms, zhTm, enAms, enTm, ams, tm] }) => {
    expect(Math.abs(0.665 * zhAms + 0.335 * enAms - ams)).toBeLessThan(TOLERANCE);
    expect(Math.abs(0.665 * zhTm + 0.335 * enTm - tm)).toBeLessThan(TOLERANCE);
  });

  it('are without those whose totals contradict their parts, which these do', () => {
    for (const { low, high } of INCONSISTENT_LENS) {
      const apart = [low, high].flatMap(([zhAms, zhTm, enAms, enTm, ams, tm]) => [
        Math.abs(0.665 * zhAms + 0.335 * enAms - ams),
        Math.abs(0.665 * zhTm + 0.335 * enTm - tm),
      ]);
      expect(Math.max(...apart)).toBeGreaterThan(TOLERANCE);
    }
  });
});
