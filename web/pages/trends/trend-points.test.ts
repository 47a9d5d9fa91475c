import { expect, it } from 'vitest';
import type { RunCard } from '../../../src/report/view/run-card.js';
import { figureOf, figuresOf, trendsOf } from './trend-points.js';

function run(id: string, identity: Readonly<Record<string, string>>, more: Partial<RunCard> = {}): RunCard {
  return {
    id,
    benchmark: 'suite',
    agent: 'direct',
    models: [],
    mode: 'corrected',
    state: 'complete',
    startedAt: `2026-01-${id}T00:00:00Z`,
    success: null,
    main: null,
    planned: 10,
    finished: 10,
    forkOf: null,
    identity: Object.entries(identity),
    identityHash: JSON.stringify(identity),
    ...more,
  } as unknown as RunCard;
}

it('has the runs of an agent at a benchmark, oldest first, with what each has changed', () => {
  const [trend, other] = trendsOf([
    run('04', { seed: '2', parsing: 'strict' }, { finished: 3 }),
    run('01', { seed: '1', 'benchmark.items': 'null' }),
    run('02', { seed: '1', 'benchmark.items': 'null' }),
    run('03', { seed: '2', 'benchmark.items': '["a"]' }),
    run('05', { seed: '2', parsing: 'strict' }),
    run('06', { seed: '1' }, { mode: 'reference' }),
    run('07', { seed: '1' }, { forkOf: '01' }),
  ]);
  expect(trend?.points.map((point) => [point.run.id, point.goesOn, point.changes])).toEqual([
    ['01', false, []],
    ['02', true, []],
    [
      '03',
      // Of other tasks.
      false,
      [
        { path: 'seed', before: '1', after: '2' },
        { path: 'benchmark.items', before: 'null', after: '["a"]' },
      ],
    ],
    [
      '04',
      // It is not finished.
      false,
      [
        { path: 'parsing', before: null, after: 'strict' },
        { path: 'benchmark.items', before: '["a"]', after: null },
      ],
    ],
    ['05', false, []],
  ]);
  expect([other?.measure.mode, other?.points.length]).toEqual(['reference', 1]);
});

it('leads from no run to one of other data, and draws either figure that runs have', () => {
  const success = { value: 0.5, low: 0.4, high: 0.6 };
  const [trend] = trendsOf([
    run('01', { 'benchmark.dataHash': 'a' }, { success, main: null }),
    run('02', { 'benchmark.dataHash': 'a' }, { success: null, main: { name: 'AMS', value: 0.7 } }),
    run('03', { 'benchmark.dataHash': 'b' }, { success: null, main: null }),
  ]);
  const points = trend?.points ?? [];
  expect(points.map(({ goesOn }) => goesOn)).toEqual([false, true, false]);
  expect(figuresOf({ points })).toEqual(['success', 'main']);
  expect(points.map(({ run: one }) => figureOf(one, 'main'))).toEqual([
    null,
    { name: 'AMS', value: 0.7, interval: null },
    null,
  ]);
  expect(figureOf({ success, main: null }, 'success')).toMatchObject({ name: null, value: 0.5 });
});
