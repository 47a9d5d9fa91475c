import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measuredFleissKappa } from './fleiss-kappa.js';

/** Mean and share of intervals that hold the true kappa, over drawn samples. */
function coverage(n: number, samples: number): number {
  // Of three raters each says the truth, a coin, with probability 0.8: kappa is (2 · 0.8 - 1)².
  const truth = 0.36;
  let state = 1;
  const draw = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  let hits = 0;
  for (let sample = 0; sample < samples; sample += 1) {
    const counts = Array.from({ length: n }, () => {
      const isTrue = draw() < 0.5;
      return [0, 1, 2].filter(() => draw() < 0.8 === isTrue).length;
    });
    const [low, high] = measuredFleissKappa(counts, 3).interval ?? [2, 2];
    if (low <= truth && truth <= high) hits += 1;
  }
  return hits / samples;
}

describe('measuredFleissKappa', () => {
  it('is the published formula', () => {
    // By hand: observed 2/3, by chance 1/2.
    expect(measuredFleissKappa([3, 0, 2, 1], 3)).toMatchObject({ n: 4, value: expect.closeTo(1 / 3, 12) });
  });

  it('has an interval that holds the value, and has width where all agree', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 5 }), fc.array(fc.nat(5), { maxLength: 30 }), (raters, list) => {
        const counts = list.map((count) => Math.min(count, raters));
        const { value, interval } = measuredFleissKappa(counts, raters);
        if (value === null) return interval === null;
        const [low, high] = interval ?? [Number.NaN, Number.NaN];
        return -1 <= low && low <= value && value <= high && high <= 1 && low < high;
      }),
    );
    const [low = 1] = measuredFleissKappa([2, 2, 2, 0, 0, 0], 2).interval ?? [];
    expect(low).toBeLessThan(0.9);
  });

  it('holds the true kappa about as often as it says', () => {
    expect(coverage(60, 1500)).toBeGreaterThan(0.93);
    expect(coverage(60, 1500)).toBeLessThan(0.98);
  });

  it('says nothing of one rater, of no items, and where chance agrees fully', () => {
    expect(measuredFleissKappa([1, 0], 1)).toEqual({ n: 2, value: null, interval: null });
    expect(measuredFleissKappa([], 3)).toMatchObject({ value: null });
    expect(measuredFleissKappa([3, 3], 3)).toMatchObject({ value: null });
  });
});
