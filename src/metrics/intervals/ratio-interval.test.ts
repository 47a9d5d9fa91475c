import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clopperPearsonInterval } from './clopper-pearson.js';
import { ratioMean } from './ratio-interval.js';

/** As many tasks as wanted, each with these values. */
function alike(tasks: number, values: readonly number[]): { cluster: string; value: number }[] {
  return Array.from({ length: tasks }, (_, task) =>
    values.map((value) => ({ cluster: `${task}`, value })),
  ).flat();
}

function width({ interval }: { readonly interval: { low: number; high: number } | null }): number {
  return (interval?.high ?? Number.NaN) - (interval?.low ?? Number.NaN);
}

describe('ratioMean', () => {
  it('claims no certainty where every task passed two of three', () => {
    const estimate = ratioMean(alike(7, [1, 0, 1]));
    expect(estimate.mean).toBeCloseTo(2 / 3, 12);
    // At most what 21 independent tries say, which is what equal tasks are.
    expect(estimate.method).toBe('effective_items');
    expect(estimate.interval?.low).toBeCloseTo(clopperPearsonInterval(14, 21)?.low ?? Number.NaN, 12);
    expect(estimate.interval?.high).toBeCloseTo(clopperPearsonInterval(14, 21)?.high ?? Number.NaN, 12);
  });

  it('is exact for tasks tried once', () => {
    const values = [
      ...alike(3, [1]),
      ...alike(2, [0]).map((value) => ({ ...value, cluster: `f${value.cluster}` })),
    ];
    expect(ratioMean(values)).toMatchObject({
      n: 5,
      tasks: 5,
      method: 'clopper_pearson',
      interval: clopperPearsonInterval(3, 5),
    });
  });

  it('learns nothing from repeats that came out alike, as those of a deterministic agent do', () => {
    const once = [
      ...alike(30, [1]),
      ...alike(12, [0]).map((value) => ({ ...value, cluster: `f${value.cluster}` })),
    ];
    const tenTimes = once.flatMap((value) => Array.from({ length: 10 }, () => value));
    const repeated = ratioMean(tenTimes);
    expect(repeated).toMatchObject({ n: 420, tasks: 42, method: 'clopper_pearson_over_tasks' });
    expect(repeated.interval?.low).toBeCloseTo(ratioMean(once).interval?.low ?? Number.NaN, 12);
    expect(repeated.interval?.high).toBeCloseTo(ratioMean(once).interval?.high ?? Number.NaN, 12);
  });

  it('learns from repeats that differ, up to what independent tries would say', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 4, maxLength: 4 }), {
          minLength: 2,
          maxLength: 40,
        }),
        (tries) => {
          const values = tries.flatMap((task, index) =>
            task.map((value) => ({ cluster: `${index}`, value })),
          );
          const sum = values.reduce((total, { value }) => total + value, 0);
          const tasks = tries.length;
          const found = width(ratioMean(values));
          const share = sum / values.length;
          expect(found).toBeLessThanOrEqual(
            width({ interval: clopperPearsonInterval(share * tasks, tasks) }) + 1e-9,
          );
          expect(found).toBeGreaterThanOrEqual(
            width({ interval: clopperPearsonInterval(sum, values.length) }) - 1e-9,
          );
        },
      ),
    );
  });

  it('does not let one near miss among full marks narrow it to the spread of that one', () => {
    const values = [
      ...alike(44, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
      ...[1, 1, 1, 1, 1, 1, 1, 1, 1, 0].map((value) => ({ cluster: 'x', value })),
    ];
    const { mean, interval } = ratioMean(values);
    expect(mean).toBeCloseTo(449 / 450, 12);
    // Student's interval over tasks would end at 0.9933.
    expect(interval?.low).toBeLessThan(0.96);
  });

  it('is never of no width, and narrower with more tasks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 60 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 10 }),
        (tasks, values) => {
          const [few, many] = [ratioMean(alike(tasks, values)), ratioMean(alike(tasks * 2, values))];
          expect(width(few)).toBeGreaterThan(0.005);
          expect(width(many)).toBeLessThan(width(few));
        },
      ),
    );
  });

  it('counts a cluster by its share of the values: one that holds nearly all of them leaves little to learn from', () => {
    const even = [
      ...alike(1, [1, 0, 1]),
      ...alike(1, [1, 1, 0]).map((value) => ({ ...value, cluster: 'b' })),
    ];
    const uneven = [...even, ...Array.from({ length: 40 }, () => ({ cluster: 'b', value: 1 }))];
    expect(width(ratioMean(uneven))).toBeGreaterThan(0.6);
  });

  it('says nothing of new tasks from repeats of a single one', () => {
    expect(ratioMean(alike(1, [1, 0]))).toMatchObject({ mean: 0.5, interval: null, method: null });
    expect(ratioMean(alike(1, [1]))).toMatchObject({ interval: clopperPearsonInterval(1, 1) });
    expect(ratioMean([])).toEqual({ mean: null, n: 0, tasks: 0, worth: 0, interval: null, method: null });
  });
});
