import { describe, expect, it } from 'vitest';
import type { RunCard } from '../../../src/report/view/run-card.js';
import { matrixOf } from './matrix-cells.js';

interface Made {
  readonly day: number;
  readonly agent?: string;
  readonly models?: readonly string[];
  readonly mode?: string;
  readonly split?: string;
  readonly items?: readonly string[];
  readonly finished?: number;
  readonly forkOf?: string;
}

function run(id: string, made: Made): RunCard {
  const { day, agent = 'direct', models = [], mode = 'corrected', split = 'all', items = null } = made;
  return {
    id,
    benchmark: 'suite',
    agent,
    models,
    mode,
    state: 'complete',
    startedAt: `2026-01-0${day}T00:00:00Z`,
    planned: 10,
    finished: made.finished ?? 10,
    forkOf: made.forkOf ?? null,
    identity: [
      ['benchmark.version', '1'],
      ['benchmark.split', split],
      ['benchmark.language', 'null'],
      ['benchmark.items', JSON.stringify(items)],
    ],
  } as unknown as RunCard;
}

function shown(runs: readonly RunCard[]): unknown {
  const { columns, rows } = matrixOf(runs);
  return rows.map(({ measured, cells }) => [
    [measured.agent, ...measured.models].join(' '),
    ...cells.map((cell, column) => [
      `${columns[column]?.split} ${columns[column]?.mode}`,
      cell === null ? null : [cell.shown.id, ...cell.others.map(({ id }) => id)],
    ]),
  ]);
}

describe('matrixOf', () => {
  it('shows of a cell the newest run, with the others behind it', () => {
    expect(shown([run('a', { day: 1 }), run('c', { day: 3 }), run('b', { day: 2 })])).toEqual([
      ['direct', ['all corrected', ['c', 'b', 'a']]],
    ]);
  });

  it('keeps modes, splits, agents and models apart', () => {
    const runs = [
      run('a', { day: 1 }),
      run('b', { day: 2, mode: 'reference' }),
      run('c', { day: 3, split: 'cross' }),
      run('d', { day: 4, models: ['actor: m'] }),
    ];
    expect(shown(runs)).toEqual([
      ['direct', ['all corrected', ['a']], ['all reference', ['b']], ['cross corrected', ['c']]],
      ['direct actor: m', ['all corrected', ['d']], ['all reference', null], ['cross corrected', null]],
    ]);
  });

  it('prefers a whole run to a later one that is unfinished or of some tasks', () => {
    const runs = [
      run('whole', { day: 1 }),
      run('some', { day: 2, items: ['x'] }),
      run('cut', { day: 3, finished: 4 }),
    ];
    expect(shown(runs)).toEqual([['direct', ['all corrected', ['whole', 'cut', 'some']]]]);
    expect(shown(runs.slice(1))).toEqual([['direct', ['all corrected', ['cut', 'some']]]]);
  });

  it('has no fork and nothing unreadable in it', () => {
    const runs = [
      run('fork', { day: 2, forkOf: 'a' }),
      { ...run('broken', { day: 2 }), state: 'unreadable' as const },
    ];
    expect(matrixOf(runs)).toEqual({ columns: [], rows: [], forks: 1 });
  });
});
