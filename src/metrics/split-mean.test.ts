import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../domain/episode.js';
import type { MetricValue } from '../domain/scores/main-metric.js';
import type { ResultRow } from './result-row.js';
import { meanOverSplits, type SplitRows } from './split-mean.js';
import { splitsTable } from './tables/splits-table.js';

function row(item: string, outcome: Outcome, value?: MetricValue | null, isRounded = false): ResultRow {
  const average = value?.group === undefined ? ('pooled' as const) : ('group_mean' as const);
  const declared = { name: 'AMS', label: 'action matching score', unit: 'step', average };
  return {
    key: { item, repeat: 0 },
    outcome,
    completion: null,
    steps: 1,
    ...(value === undefined ? {} : { metric: { ...declared, ...(isRounded ? { isRounded } : {}), value } }),
  };
}

const ONE: SplitRows = {
  split: 'task',
  rows: [row('a', 'passed', { sum: 4, of: 4 }), row('b', 'failed', { sum: 2, of: 4 })],
};
const OTHER: SplitRows = {
  split: 'app',
  rows: ['c', 'd', 'e', 'f'].map((item) => row(item, 'failed', { sum: 1, of: 4 })),
};

describe('meanOverSplits', () => {
  it('weighs splits alike, however large they are', () => {
    const { success, main } = meanOverSplits([ONE, OTHER]);
    expect(success.value).toBe(0.25);
    expect(main?.value).toBe(0.5);
    expect(main?.bounds).toEqual({ low: 0.5, high: 0.5 });
  });

  it('has no value where one of the splits has none', () => {
    expect(meanOverSplits([ONE, { split: 'x', rows: [] }]).success.value).toBeNull();
    expect(meanOverSplits([ONE, { split: 'x', rows: [row('a', 'passed')] }]).main).toBeNull();
    expect(meanOverSplits([]).success).toEqual({ value: null, interval: null, bounds: null });
  });

  it('takes the mean of bounds', () => {
    const half = { split: 'x', rows: [row('a', 'passed'), row('b', 'model_error')] };
    const whole = { split: 'y', rows: [row('a', 'failed')] };
    expect(meanOverSplits([half, whole]).success.bounds).toEqual({ low: 0.25, high: 0.5 });
  });

  it('averages success over the groups of the metric, as the paper does', () => {
    const grouped = (item: string, outcome: Outcome, group: string): ResultRow =>
      row(item, outcome, { sum: 0, of: 1, group }, true);
    const rows = [
      grouped('a', 'passed', 'x'),
      grouped('b', 'failed', 'x'),
      grouped('c', 'failed', 'x'),
      grouped('d', 'passed', 'y'),
      // Its steps count, the episode as a whole could not be judged: the published code takes its group for 0.
      grouped('e', 'judge_unknown', 'z'),
    ];
    expect(meanOverSplits([{ split: 'random', rows }]).success.value).toBeCloseTo((0.3333 + 1) / 3, 4);
  });

  it('is no surer where splits share their tasks', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 2, maxLength: 20 }), (outcomes) => {
        const rows = (prefix: string): ResultRow[] =>
          outcomes.map((passed, index) => row(`${prefix}${index}`, passed ? 'passed' : 'failed'));
        const width = (splits: readonly SplitRows[]): number => {
          const { interval } = meanOverSplits(splits).success;
          return interval === null ? 1 : interval.high - interval.low;
        };
        const alone = width([{ split: 'x', rows: rows('a') }]);
        const twice = width([
          { split: 'x', rows: rows('a') },
          { split: 'y', rows: rows('a') },
        ]);
        const apart = width([
          { split: 'x', rows: rows('a') },
          { split: 'y', rows: rows('b') },
        ]);
        expect(twice).toBeCloseTo(alone, 9);
        expect(apart).toBeLessThanOrEqual(alone + 1e-9);
      }),
    );
  });
});

describe('splitsTable', () => {
  it('has a line per split, the means of the paper that are whole, and the mean of all', () => {
    const third = { ...OTHER, split: 'random' };
    const named = [
      { name: 'out of domain', splits: ['task', 'app'] },
      { name: 'not all there', splits: ['task', 'device'] },
    ];
    const table = splitsTable([{ agent: 'x', splits: [ONE, OTHER, third] }], { title: 'T', averages: named });
    expect(table.rows.map((cells) => cells.map(({ text }) => text).slice(1, 3))).toEqual([
      ['task', '50.00'],
      ['app', '0.00'],
      ['random', '0.00'],
      ['out of domain', '25.00'],
      ['mean of the 3 splits', '16.67'],
    ]);
    expect(table.rows.every((cells) => cells.length === table.columns.length)).toBe(true);
    expect(splitsTable([{ agent: 'x', splits: [ONE] }], { title: 'T', averages: named }).rows).toHaveLength(
      1,
    );
  });
});
