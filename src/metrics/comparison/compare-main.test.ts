import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MetricAverage, MetricValue } from '../../domain/scores/main-metric.js';
import { clusteredMean } from '../intervals/clustered-mean.js';
import { pairedInterval } from '../intervals/effective-pairs.js';
import { metricMean } from '../metric-mean.js';
import type { ResultRow } from '../result-row.js';
import { compareRuns } from './compare.js';
import { comparisonTable } from './compare-tables.js';
import { comparisonSentence } from './comparison-sentence.js';
import { comparePaired, type PairedComparison } from './paired-comparison.js';

function rows(
  values: Readonly<Record<string, MetricValue | null>>,
  average: MetricAverage = 'pooled',
): ResultRow[] {
  return Object.entries(values).map(([item, value]) => ({
    key: { item, repeat: 0 },
    outcome: value === null ? 'model_error' : 'failed',
    completion: null,
    steps: 1,
    metric: { name: 'AMS', label: 'action matching score', unit: 'step', average, value },
  }));
}

function compared(a: readonly ResultRow[], b: readonly ResultRow[]): PairedComparison {
  return comparePaired(a, b, { metric: 'main' });
}

/** A task of so many steps, and how many of them each of two runs gets right. */
const anyTask = fc
  .integer({ min: 1, max: 15 })
  .chain((of) => fc.record({ of: fc.constant(of), a: fc.nat(of), b: fc.nat(of) }));

describe('the main metric of two runs', () => {
  it('is compared as each run has it: tasks weigh their units', () => {
    const [a, b] = [
      rows({ short: { sum: 0, of: 2 }, long: { sum: 9, of: 18 } }),
      rows({ short: { sum: 2, of: 2 }, long: { sum: 9, of: 18 } }),
    ];
    const found = compared(a, b);
    expect(found).toMatchObject({ meanA: 0.45, meanB: 0.55, test: 'weighted', aAhead: 0, bAhead: 1 });
    expect(found.difference).toBeCloseTo(0.1, 12);
    expect([metricMean(a)?.value, metricMean(b)?.value]).toEqual([0.45, 0.55]);
    expect(found.mainMetric).toEqual({
      name: 'AMS',
      label: 'action matching score',
      unit: 'step',
      average: 'pooled',
    });
  });

  it('weighs groups alike where it is their mean', () => {
    const value = (sum: number, of: number, group: string): MetricValue => ({ sum, of, group });
    const a = rows({ x1: value(0, 9, 'x'), x2: value(0, 1, 'x'), y: value(0, 5, 'y') }, 'group_mean');
    const b = rows({ x1: value(0, 9, 'x'), x2: value(1, 1, 'x'), y: value(5, 5, 'y') }, 'group_mean');
    const found = compared(a, b);
    expect(found.difference).toBeCloseTo((0.1 + 1) / 2, 12);
    expect(found.meanB).toBeCloseTo(metricMean(b)?.value ?? Number.NaN, 12);
  });

  it('has the interval and the test of its steps, clustered by task', () => {
    fc.assert(
      fc.property(fc.array(anyTask, { minLength: 2, maxLength: 12 }), (tasks) => {
        const of = (run: 'a' | 'b'): ResultRow[] =>
          rows(
            Object.fromEntries(tasks.map((task, index) => [`t${index}`, { sum: task[run], of: task.of }])),
          );
        const found = compared(of('a'), of('b'));
        const steps = tasks.flatMap((task, index) =>
          Array.from({ length: task.of }, () => ({
            cluster: `${index}`,
            value: (task.b - task.a) / task.of,
          })),
        );
        const [expected, { mean }] = [pairedInterval(steps), clusteredMean(steps)];
        expect(found.difference).toBeCloseTo(mean ?? Number.NaN, 12);
        expect(found.interval?.low ?? 0).toBeCloseTo(expected?.low ?? 0, 9);
        expect(found.interval?.high ?? 0).toBeCloseTo(expected?.high ?? 0, 9);
      }),
    );
  });

  it('turns round with the order of the runs', () => {
    fc.assert(
      fc.property(fc.array(anyTask, { minLength: 2, maxLength: 8 }), (tasks) => {
        const of = (run: 'a' | 'b'): ResultRow[] =>
          rows(
            Object.fromEntries(tasks.map((task, index) => [`t${index}`, { sum: task[run], of: task.of }])),
          );
        const [there, back] = [compared(of('a'), of('b')), compared(of('b'), of('a'))];
        expect(there.difference).toBeCloseTo(-(back.difference ?? Number.NaN), 12);
        expect(there.p ?? 0).toBeCloseTo(back.p ?? 0, 9);
        expect(there.interval?.low ?? 0).toBeCloseTo(-(back.interval?.high ?? 0), 9);
      }),
    );
  });

  it('leaves out what one run has no value of, and says how far that could move it', () => {
    const a = rows({ one: { sum: 1, of: 2 }, two: { sum: 3, of: 6 } });
    const b = rows({ one: { sum: 1, of: 2 }, two: null });
    const found = compared(a, b);
    expect(found).toMatchObject({ onlyInA: ['two'], difference: 0 });
    expect(found.bounds).toEqual({ low: expect.closeTo(-0.25, 12), high: expect.closeTo(0.25, 12) });
  });

  it('gives a task that lost steps in one run one weight in both', () => {
    const a = rows({ one: { sum: 4, of: 4 }, cut: { sum: 1, of: 2 } });
    const b = rows({ one: { sum: 4, of: 4 }, cut: { sum: 3, of: 6 } });
    expect(compared(a, b).difference).toBe(0);
  });

  it('is named in the table and the sentences', () => {
    const comparisons = compareRuns(
      [
        {
          name: 'old',
          rows: rows({ one: { sum: 0, of: 2 }, two: { sum: 3, of: 6 }, three: { sum: 1, of: 4 } }),
        },
        {
          name: 'new',
          rows: rows({ one: { sum: 2, of: 2 }, two: { sum: 3, of: 6 }, three: { sum: 2, of: 4 } }),
        },
      ],
      { metric: 'main' },
    );
    expect(comparisonTable(comparisons).title).toBe('Comparison of AMS, task by task');
    const [sentence] = comparisons.map((comparison) => comparisonSentence(comparison));
    expect(sentence).toMatch(
      /^No difference in AMS shown between old and new: new is 25\.0 points above old/,
    );
    expect(sentence).toContain(
      'the action matching score is 33 % under old and 58 % under new; these data do not decide',
    );
  });
});
