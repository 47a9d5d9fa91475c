import { expect, it } from 'vitest';
import type { RunCard } from '../../../src/report/view/run-card.js';
import { trendsOf } from './trend-points.js';

function run(id: string, identity: Readonly<Record<string, string>>, more: Partial<RunCard> = {}): RunCard {
  return {
    id,
    benchmark: 'suite',
    agent: 'direct',
    models: [],
    mode: 'corrected',
    state: 'complete',
    startedAt: `2026-01-${id}T00:00:00Z`,
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
