import { describe, expect, it } from 'vitest';
import { dropGateErrors, growthForReliableDrop, meetsDrop } from './drop-gate.js';
import { isReliable } from './gate-rule.js';

describe('meetsDrop', () => {
  it('decides by what is printed', () => {
    expect(meetsDrop(-0.05004, null, 0.05, 'seen')).toBe(true);
    expect(meetsDrop(-0.0506, null, 0.05, 'seen')).toBe(false);
    expect(meetsDrop(-1 / 3, null, 0.333, 'seen')).toBe(true);
  });

  it('is met, or missed, only where the interval shows it', () => {
    const deciding = { low: -0.12, high: 0.03 };
    expect([0.11, 0.12].map((atMost) => meetsDrop(-0.05, deciding, atMost, 'met'))).toEqual([false, true]);
    expect(meetsDrop(-0.05, deciding, 0, 'missed')).toBe(true);
    expect(meetsDrop(-0.05, { low: -0.2, high: -0.06 }, 0.05, 'missed')).toBe(false);
  });

  it('shows nothing without an interval', () => {
    expect([meetsDrop(0, null, 0.1, 'met'), meetsDrop(-0.5, null, 0.1, 'missed')]).toEqual([false, true]);
  });
});

describe('dropGateErrors', () => {
  it("is Student's distribution at 10 points less and more than allowed", () => {
    // P(T < -2) with 44 degrees of freedom.
    const errors = dropGateErrors({ standardError: 0.05, degrees: 44 }, 0.05, 'seen');
    expect(errors?.good).toBeCloseTo(0.05, 12);
    expect(errors?.bad).toBeCloseTo(-0.15, 12);
    expect(errors?.falseMiss).toBeCloseTo(0.02584, 4);
    expect(errors?.falseMeet).toBeCloseTo(0.02584, 4);
    expect(dropGateErrors({ standardError: 0, degrees: 44 }, 0.05, 'seen')).toBeNull();
    expect(dropGateErrors({ standardError: 0.1, degrees: 0 }, 0.05, 'seen')).toBeNull();
  });

  it('trades one error for the other under a confident rule', () => {
    const spread = { standardError: 0.05, degrees: 44 };
    const [seen, met, missed] = (['seen', 'met', 'missed'] as const).map((rule) =>
      dropGateErrors(spread, 0.05, rule),
    );
    expect(met?.falseMeet).toBeLessThan(seen?.falseMeet ?? 0);
    expect(met?.falseMiss).toBeGreaterThan(seen?.falseMiss ?? 1);
    expect(missed?.falseMiss).toBeLessThan(seen?.falseMiss ?? 0);
  });

  it.each(['seen', 'met', 'missed'] as const)(
    'names the growth that makes the rule "%s" reliable',
    (rule) => {
      const growth = growthForReliableDrop({ standardError: 0.2, degrees: 44 }, rule);
      const errors = dropGateErrors({ standardError: 0.2 / Math.sqrt(growth), degrees: 44 }, 0.05, rule);
      expect(
        errors !== null &&
          isReliable({ ...errors, falseMiss: errors.falseMiss - 1e-9, falseMeet: errors.falseMeet - 1e-9 }),
      ).toBe(true);
      expect(growth).toBeGreaterThan(1);
    },
  );
});
