import { describe, expect, it } from 'vitest';
import type { Outcome } from '../domain/episode.js';
import { abilitiesTable } from './abilities-table.js';
import { ratesTable } from './rates-table.js';
import { successRate } from './rate.js';
import type { ResultRow } from './result-row.js';
import { summaryTable } from './summary.js';
import type { Table } from './table.js';

function rows(outcomes: Record<string, Outcome[]>): ResultRow[] {
  return Object.entries(outcomes).flatMap(([item, repeats]) =>
    repeats.map((outcome, repeat) => ({
      key: { item, repeat },
      outcome,
      completion: outcome === 'passed' ? 1 : 0.5,
      steps: 4,
    })),
  );
}

function texts(table: Table): string[][] {
  return table.rows.map((row) => row.map(({ text }) => text));
}

describe('summaryTable', () => {
  it('gives one row per agent, its privilege beside its name', () => {
    const table = summaryTable([
      {
        agent: 'oracle',
        privilege: 'sees graph and milestones',
        rows: rows({ a: ['passed'], b: ['passed'] }),
      },
      { agent: 'no-op', rows: rows({ a: ['failed'], b: ['environment_error'] }) },
    ]);
    expect(texts(table)).toEqual([
      [
        'oracle (sees graph and milestones)',
        '100.0',
        '34.2–100.0',
        '2',
        '100.0–100.0',
        '100.0',
        '34.2–100.0',
        '4.0',
        '0',
        '0',
      ],
      ['no-op', '0.0', '0.0–79.3', '1', '0.0–50.0', '50.0', 'n/a', '4.0', '1', '0'],
    ]);
    expect(table.notes.join('\n')).toContain('no-op, outside n: 1 × environment error (b#0).');
    expect(table.notes.join('\n')).toContain('n/a: not applicable');
    expect(table.rows[1]?.[8]?.items).toEqual(['b#0']);
    expect(table.rows[0]?.[2]?.interval).toEqual([expect.closeTo(0.342, 3), 1]);
    expect(table.rows[1]?.[4]?.interval).toEqual([0, 0.5]);
    expect(table.rows[1]?.[6]).toEqual({ text: 'n/a' });
  });

  it('adds pass@k and pass^k when tasks were repeated, with one k for all rows', () => {
    const table = summaryTable([
      { agent: 'twice', rows: rows({ a: ['passed', 'failed'], b: ['passed', 'passed'] }) },
      {
        agent: 'thrice',
        rows: rows({ a: ['passed', 'failed', 'failed'], b: ['failed', 'failed', 'failed'] }),
      },
      { agent: 'once', rows: rows({ a: ['passed'] }) },
    ]);
    expect(table.columns.slice(-2).map(({ title }) => title)).toEqual(['pass@2', 'pass^2']);
    expect(texts(table).map((row) => row.slice(-2))).toEqual([
      ['100.0', '50.0'],
      ['33.3', '0.0'],
      ['n/a', 'n/a'],
    ]);
    expect(table.notes.some((note) => note.startsWith('twice: pass@2 100.0 %'))).toBe(true);
  });

  it('survives agents without any result', () => {
    expect(texts(summaryTable([{ agent: 'none', rows: [] }]))[0]?.slice(0, 4)).toEqual([
      'none',
      'n/a',
      'n/a',
      '0',
    ]);
  });
});

describe('abilitiesTable', () => {
  it('shows hits of total with an interval, and what was never called for as not applicable', () => {
    const table = abilitiesTable([
      {
        agent: 'x',
        abilities: [
          { ability: 'search', hit: 3, total: 4 },
          { ability: 'copy', hit: 0, total: 0 },
        ],
      },
    ]);
    expect(texts(table)).toEqual([
      ['search', '75.0', '3/4', '30.1–95.4'],
      ['copy', 'n/a', '0/0', 'n/a'],
    ]);
    expect(table.rows[0]?.slice(2)).toEqual([
      { text: '3/4', counts: [3, 4] },
      { text: '30.1–95.4', interval: [expect.closeTo(0.301, 3), expect.closeTo(0.954, 3)] },
    ]);
  });

  it('clusters milestones by task where it is told', () => {
    const byTask = [
      { task: 'a', hit: 2, total: 2, items: ['a#0'] },
      { task: 'b', hit: 1, total: 2, items: ['b#0'] },
      { task: 'c', hit: 0, total: 2, items: ['c#0'] },
    ];
    const table = abilitiesTable([{ agent: 'x', abilities: [{ ability: 'pay', hit: 3, total: 6, byTask }] }]);
    expect(texts(table)).toEqual([['pay', '50.0', '3/6', '0.0–100.0']]);
    expect(table.rows[0]?.[1]?.items).toEqual(['a#0', 'b#0', 'c#0']);
  });
});

describe('ratesTable', () => {
  it('spells out one number per row, with the digits asked for', () => {
    const measured = successRate(rows({ a: ['passed'], b: ['failed'], c: ['judge_unknown'] }));
    const table = ratesTable([{ agent: 'x', group: 'all', metric: 'SR', measured }], {
      id: 'r',
      title: 'R',
      digits: 2,
    });
    expect(texts(table)).toEqual([['x', 'all', 'SR', '50.00', '9.45–90.55', '2', '1', '0', '33.33–66.67']]);
    expect(table.rows[0]?.[8]?.interval).toEqual([1 / 3, 2 / 3]);
    expect(table.rows[0]?.[4]?.interval).toEqual([expect.closeTo(0.0945, 4), expect.closeTo(0.9055, 4)]);
    expect(table.notes.join('\n')).toContain('x, all, outside n: 1 × judge undecided (c#0).');
  });
});
