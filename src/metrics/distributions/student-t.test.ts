import { describe, expect, it } from 'vitest';
import { studentPValue, studentTwoSided } from './student-t.js';

/** Computed with 40 digits (mpmath); one degree of freedom has a closed form. */
const KNOWN = [
  [0.95, 6, 2.44691185114497],
  [0.95, 39, 2.0226909200367613],
  [0.99, 3, 5.840909309733357],
  [0.95, 174, 1.973691439756074],
  [0.8, 1, Math.tan((Math.PI * 0.8) / 2)],
] as const;

describe('studentTwoSided', () => {
  it.each(KNOWN)(
    'is right to 13 digits for confidence %d with %d degrees of freedom',
    (confidence, degrees, t) => {
      expect(Math.abs(studentTwoSided(confidence, degrees) / t - 1)).toBeLessThan(1e-13);
    },
  );

  it('tends to the normal distribution', () => {
    expect(studentTwoSided(0.95, 1e7)).toBeCloseTo(1.959964, 6);
  });
});

describe('studentPValue', () => {
  it.each(KNOWN)('undoes studentTwoSided (%d, %d)', (confidence, degrees, t) => {
    expect(studentPValue(t, degrees)).toBeCloseTo(1 - confidence, 12);
  });

  it('is 1 for no difference and does not depend on the sign', () => {
    expect(studentPValue(0, 9)).toBe(1);
    expect(studentPValue(-2, 9)).toBe(studentPValue(2, 9));
  });
});
