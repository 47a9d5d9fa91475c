import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effectivePairs, pairedInterval } from './effective-pairs.js';
import { HALF_AN_ITEM, tangoInterval } from './tango.js';

function tasks(differences: readonly number[]): { cluster: string; value: number }[] {
  return differences.map((value, index) => ({ cluster: `${index}`, value }));
}

const anyDifferences = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 });

describe('effectivePairs', () => {
  it('leaves single tries as they are', () => {
    const found = effectivePairs(tasks([1, 1, 0, -1, 0, 0]));
    expect(found.pairs).toBeCloseTo(6, 12);
    expect(found.onlyA).toBeCloseTo(1, 12);
    expect(found.onlyB).toBeCloseTo(2, 12);
    const { low, high } = pairedInterval(tasks([1, 1, 0, -1, 0, 0])) ?? { low: 0, high: 0 };
    const exact = tangoInterval(1, 2, 6, 0.95, HALF_AN_ITEM);
    expect(low).toBeCloseTo(exact?.low ?? Number.NaN, 9);
    expect(high).toBeCloseTo(exact?.high ?? Number.NaN, 9);
  });

  it('is worth at least the tasks, and more where differences are small', () => {
    fc.assert(
      fc.property(anyDifferences, (differences) => {
        const { pairs, onlyA, onlyB, mean } = effectivePairs(tasks(differences));
        expect(pairs).toBeGreaterThanOrEqual(differences.length - 1e-9);
        expect((onlyB - onlyA) / pairs).toBeCloseTo(mean ?? Number.NaN, 9);
      }),
    );
    expect(
      effectivePairs(tasks(Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? 0.1 : -0.1)))).pairs,
    ).toBeGreaterThan(100);
  });

  it('does not let one task that differs a little narrow the interval to its own spread', () => {
    const interval = pairedInterval(tasks([...Array.from({ length: 9 }, () => 0), 0.1]));
    // Student's interval over the tasks would end at 0.033.
    expect(interval?.high).toBeGreaterThan(0.2);
    expect(interval?.low).toBeLessThan(-0.2);
  });

  it('takes tasks of one cluster for one', () => {
    const apart = pairedInterval(tasks([1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]));
    const together = pairedInterval(
      [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0].map((value, index) => ({
        cluster: `${Math.floor(index / 6)}`,
        value,
      })),
    );
    expect(apart?.low).toBeGreaterThan(0);
    expect(together?.low).toBeLessThan(0);
  });

  it('mirrors, and holds the mean', () => {
    fc.assert(
      fc.property(anyDifferences, (differences) => {
        const there = pairedInterval(tasks(differences));
        const back = pairedInterval(tasks(differences.map((value) => -value)));
        expect(there?.low).toBeCloseTo(-(back?.high ?? Number.NaN), 9);
        const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
        expect(there?.low).toBeLessThanOrEqual(mean + 1e-12);
        expect(there?.high).toBeGreaterThanOrEqual(mean - 1e-12);
      }),
    );
  });
});
