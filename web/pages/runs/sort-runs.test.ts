import { describe, expect, it } from 'vitest';
import type { RunCard } from '../../../src/report/view/run-card.js';
import { FIRST_ORDER, nextOrder, readOrder, RUN_COLUMNS, sortRuns, writeOrder } from './sort-runs.js';

function card(id: string, started: string, value: number | null, more: Partial<RunCard> = {}): RunCard {
  const success = value === null ? null : { value, low: 0, high: 1 };
  return { id, benchmark: 'b', agent: 'a', models: [], startedAt: started, success, ...more } as RunCard;
}

const RUNS = [
  card('run-10', '2026-01-01T00:00:00Z', 0.5),
  card('run-9', '2026-01-03T00:00:00Z', null),
  card('run-8', '2026-01-02T00:00:00Z', 0.9),
  card('run-7', '2026-01-04T00:00:00Z', 0.5),
];

function ids(text?: string): readonly string[] {
  return sortRuns(RUNS, readOrder(text)).map(({ id }) => id);
}

describe('sortRuns', () => {
  it('has the newest first, numbers by size, and what has no value last either way', () => {
    expect(ids()).toEqual(['run-7', 'run-9', 'run-8', 'run-10']);
    expect(ids('success-desc')).toEqual(['run-8', 'run-7', 'run-10', 'run-9']);
    expect(ids('success-asc')).toEqual(['run-7', 'run-10', 'run-8', 'run-9']);
    expect(ids('run-asc')).toEqual(['run-7', 'run-8', 'run-9', 'run-10']);
  });

  it('is told by addresses, and turns round at the second click', () => {
    for (const column of RUN_COLUMNS) {
      const once = nextOrder({ column: column === 'run' ? 'agent' : 'run', isDescending: false }, column);
      const twice = nextOrder(once, column);
      expect(twice.isDescending).toBe(!once.isDescending);
      for (const order of [once, twice]) expect(readOrder(writeOrder(order))).toEqual(order);
    }
    expect([writeOrder(FIRST_ORDER), readOrder('nothing-desc')]).toEqual([undefined, FIRST_ORDER]);
  });

  it('has no place among costs for a run of which only some calls have a price', () => {
    const priced = [
      card('a', '2026-01-01T00:00:00Z', null, { costUsd: 2, unpriced: 0 }),
      card('b', '2026-01-02T00:00:00Z', null, { costUsd: 0.01, unpriced: 999 }),
      card('c', '2026-01-03T00:00:00Z', null, { costUsd: 1, unpriced: 0 }),
    ];
    expect(sortRuns(priced, readOrder('cost-asc')).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });
});
