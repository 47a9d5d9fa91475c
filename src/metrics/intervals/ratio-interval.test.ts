import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ratioMean } from './ratio-interval.js';
import { wilsonInterval } from './wilson.js';

/** As many tasks as wanted, each with these values. */
function alike(tasks: number, values: readonly number[]): { cluster: string; value: number }[] {
  return Array.from({ length: tasks }, (_, task) =>
    values.map((value) => ({ cluster: `${task}`, value })),
  ).flat();
}

describe('ratioMean', () => {
  it('claims no certainty where every task passed two of three', () => {
    const { mean, interval, method } = ratioMean(alike(7, [1, 0, 1]), 'proportion');
    expect(mean).toBeCloseTo(2 / 3, 12);
    expect(method).toBe('wilson_over_tasks');
    expect(interval).toEqual(wilsonInterval((mean ?? 0) * 7, 7, 0.95));
  });

  it('is never of no width, whatever equal share all tasks have', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 60 }),
        fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 1, maxLength: 10 }),
        fc.constantFrom('proportion' as const, 'mean' as const),
        (tasks, values, kind) => {
          const { interval } = ratioMean(alike(tasks, values), kind);
          expect((interval?.high ?? 0) - (interval?.low ?? 0)).toBeGreaterThan(0.02);
        },
      ),
    );
  });

  it('takes a spread that there is for one, however small', () => {
    const values = [0.5, 0.5 + 1e-9, 0.5 - 1e-9].map((value, task) => ({ cluster: `${task}`, value }));
    expect(ratioMean(values, 'mean').method).toBe('student');
  });
});
