import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../domain/episode.js';
import type { ItemMetric, MetricAverage, MetricValue } from '../domain/scores/main-metric.js';
import { ratioMean } from './intervals/ratio-interval.js';
import { metricMean } from './metric-mean.js';
import type { ResultRow } from './result-row.js';

function metricOf(average: MetricAverage, value: MetricValue | null, isRounded = false): ItemMetric {
  const declared = { name: 'AMS', label: 'action matching score', unit: 'step', average };
  return { ...declared, ...(isRounded ? { isRounded } : {}), value };
}

function row(item: string, metric: ItemMetric | null, outcome: Outcome = 'failed'): ResultRow {
  const key = { item, repeat: 0 };
  return { key, outcome, completion: 0, steps: 1, ...(metric === null ? {} : { metric }) };
}

describe('metricMean', () => {
  it('is nothing for a benchmark that has none', () => {
    expect(metricMean([row('a', null)])).toBeNull();
    expect(metricMean([])).toBeNull();
  });

  it('weighs items by their units, not alike', () => {
    const rows = [
      row('short', metricOf('pooled', { sum: 2, of: 2 })),
      row('long', metricOf('pooled', { sum: 3, of: 18 })),
    ];
    expect(metricMean(rows)).toMatchObject({ value: 0.25, n: 2, tasks: 2, units: 20, groups: [] });
  });

  it('weighs groups alike, and within each by units', () => {
    const rows = [
      row('a', metricOf('group_mean', { sum: 1, of: 10, group: 'x' })),
      row('b', metricOf('group_mean', { sum: 9, of: 10, group: 'x' })),
      row('c', metricOf('group_mean', { sum: 1, of: 1, group: 'y' })),
    ];
    expect(metricMean(rows)).toMatchObject({ value: 0.75, units: 21, groups: ['x', 'y'] });
  });

  it('is mean completion where a benchmark calls that by its own name', () => {
    const rows = [
      { ...row('a', metricOf('completion', { sum: 0.5, of: 1 })), completion: 0.5 },
      { ...row('b', metricOf('completion', { sum: 1, of: 1 }), 'judge_unknown'), completion: 1 },
    ];
    expect(metricMean(rows)).toMatchObject({ value: 0.5, n: 1, units: 1 });
  });

  it('rounds as the published code does where it is asked to', () => {
    const groups = ['x', 'y', 'z'].map((group, index) =>
      row(group, metricOf('group_mean', { sum: [1, 2, 1][index] ?? 0, of: 3, group }, true)),
    );
    // 33.33, 66.67 and 33.33 make 44.44; their unrounded mean is 44.444….
    expect(metricMean(groups)?.value).toBeCloseTo(0.4444, 12);
    const pooled = [row('a', metricOf('pooled', { sum: 1, of: 3 }, true))];
    expect(metricMean(pooled)?.value).toBeCloseTo(0.3333, 12);
  });

  it('counts the judged units of an episode that as a whole could not be judged, and none of a failure', () => {
    const rows = [
      row('a', metricOf('pooled', { sum: 1, of: 2 })),
      row('part', metricOf('pooled', { sum: 2, of: 2 }), 'judge_unknown'),
      row('outage', metricOf('pooled', { sum: 9, of: 9 }), 'model_error'),
      row('none', metricOf('pooled', null)),
      row('never', null, 'not_run'),
    ];
    expect(metricMean(rows)).toMatchObject({
      value: 0.75,
      items: ['a#0', 'part#0'],
      unmeasured: ['none#0'],
      voided: [{ outcome: 'model_error', items: ['outage#0'] }],
      notRun: ['never#0'],
      // Two of five items are known; the others weigh as much as these.
      bounds: { low: expect.closeTo(0.3, 12), high: expect.closeTo(0.9, 12) },
    });
  });

  it('has the interval of its steps, clustered by item', () => {
    const anyItem = fc.record({ right: fc.nat(12), wrong: fc.nat(12) });
    fc.assert(
      fc.property(fc.array(anyItem, { minLength: 1, maxLength: 12 }), (items) => {
        const known = items.filter(({ right, wrong }) => right + wrong > 0);
        const rows = known.map(({ right, wrong }, index) =>
          row(`${index}`, metricOf('pooled', { sum: right, of: right + wrong })),
        );
        const steps = known.flatMap(({ right, wrong }, index) =>
          [...Array(right).fill(1), ...Array(wrong).fill(0)].map((value: number) => ({
            cluster: `${index}`,
            value,
          })),
        );
        const [ours, theirs] = [metricMean(rows), ratioMean(steps)];
        if (ours === null) {
          expect(theirs.mean).toBeNull();
          return;
        }
        expect(ours.value).toBeCloseTo(theirs.mean ?? Number.NaN, 12);
        expect(ours.interval === null).toBe(theirs.interval === null);
        expect(ours.interval?.low ?? 0).toBeCloseTo(theirs.interval?.low ?? 0, 9);
        expect(ours.interval?.high ?? 0).toBeCloseTo(theirs.interval?.high ?? 0, 9);
      }),
    );
  });
});
