import { describe, expect, it } from 'vitest';
import type { Outcome } from '../domain/episode.js';
import { abilitiesTable } from './abilities/abilities-table.js';
import { countAbilities } from './abilities/ability-counts.js';
import { ratesTable } from './tables/rates-table.js';
import { successRate } from './rate.js';
import type { ResultRow } from './result-row.js';
import { summaryTable } from './summary.js';
import type { Table } from './tables/table.js';

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

function one(
  item: string,
  outcome: Outcome,
  {
    repeat = 0,
    completion = null,
    steps = 3,
  }: { repeat?: number; completion?: number | null; steps?: number } = {},
): ResultRow {
  return { key: { item, repeat }, outcome, completion, steps };
}

const near = (value: number): unknown => expect.closeTo(value, 6);

function texts(table: Table): string[][] {
  return table.rows.map((row) => row.map(({ text }) => text));
}

describe('summaryTable', () => {
  it('gives one row per agent, its privilege next to its name', () => {
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
        '15.8–100.0',
        '2',
        '100.0–100.0',
        '100.0',
        '15.8–100.0',
        '4.0',
        '0',
        '0',
      ],
      ['no-op', '0.0', '0.0–97.5', '1', '0.0–50.0', '50.0', '0.4–99.6', '4.0', '1', '0'],
    ]);
    expect(table.notes.join('\n')).toContain('no-op, outside n: 1 × environment error (b#0).');
    expect(table.notes.join('\n')).not.toContain('n/a: not applicable');
    expect(table.rows[1]?.[8]?.items).toEqual(['b#0']);
    expect(table.rows[0]?.[2]?.interval).toEqual([expect.closeTo(Math.sqrt(0.025), 12), 1]);
    expect(table.rows[1]?.[4]?.interval).toEqual([0, 0.5]);
    // One task half done is worth 1.5 tries, of which 0.75 passed.
    expect(table.rows[1]?.[6]?.interval).toEqual([near(0.004), near(0.996)]);
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

  it('shows the main metric beside success, and completion by the name that a benchmark gives it', () => {
    const metric = { name: 'AMS', label: 'action matching score', unit: 'step', average: 'pooled' as const };
    const own = summaryTable([
      {
        agent: 'x',
        rows: [
          { ...one('a', 'failed', { completion: 0 }), metric: { ...metric, value: { sum: 3, of: 4 } } },
          { ...one('b', 'passed', { completion: 1 }), metric: { ...metric, value: { sum: 1, of: 16 } } },
        ],
      },
      { agent: 'y', rows: [one('a', 'failed', { completion: 0 })] },
    ]);
    const at = own.columns.findIndex(({ group }) => group === 'AMS');
    expect(own.columns.slice(at, at + 4).map(({ group, title }) => `${group} ${title}`)).toEqual([
      'AMS Mean (%)',
      'AMS 95 %',
      'AMS Bounds',
      'Completion Mean (%)',
    ]);
    expect(own.rows.map((cells) => cells[at])).toEqual([
      expect.objectContaining({ text: '20.0', value: 0.2 }),
      { text: 'n/a', value: null },
    ]);
    expect(own.notes).toContain('AMS: action matching score, over the steps of all items together.');
    expect(own.notes).toContain('x: AMS over 20 steps of 2 items.');
    const named = summaryTable([
      {
        agent: 'x',
        rows: [
          {
            ...one('a', 'failed', { completion: 0.5 }),
            metric: { ...metric, name: 'CR', average: 'completion' as const, value: { sum: 0.5, of: 1 } },
          },
        ],
      },
    ]);
    expect(named.columns.map(({ group }) => group)).not.toContain('Completion');
    expect(named.columns.filter(({ group }) => group === 'CR')).toHaveLength(2);
    expect(named.rows[0]).toHaveLength(named.columns.length);
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
      ['search', '75.0', '3/4', '19.4–99.4'],
      ['copy', 'n/a', '0/0', 'n/a'],
    ]);
    expect(table.rows[0]?.slice(2)).toEqual([
      { text: '3/4', counts: [3, 4] },
      { text: '19.4–99.4', interval: [near(0.19412), near(0.993691)] },
    ]);
  });

  it('takes tasks, not milestones, as independent where it is asked to', () => {
    const byTask = [
      { task: 'a', hit: 2, total: 2, items: ['a#0'] },
      { task: 'b', hit: 1, total: 2, items: ['b#0'] },
      { task: 'c', hit: 0, total: 2, items: ['c#0'] },
    ];
    const table = abilitiesTable([{ agent: 'x', abilities: [{ ability: 'pay', hit: 3, total: 6, byTask }] }]);
    // Worth 3.75 tries; six independent milestones would give 11.8–88.2.
    expect(texts(table)).toEqual([['pay', '50.0', '3/6', '6.0–94.0']]);
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
    expect(texts(table)).toEqual([['x', 'all', 'SR', '50.00', '1.26–98.74', '2', '1', '0', '33.33–66.67']]);
    expect(table.rows[0]?.[8]?.interval).toEqual([1 / 3, 2 / 3]);
    expect(table.rows[0]?.[4]?.interval).toEqual([near(0.012579), near(0.987421)]);
    expect(table.notes.join('\n')).toContain('x, all, outside n: 1 × judge undecided (c#0).');
  });
});

describe('abilitiesTable', () => {
  it('counts what was called for, side by side, with the items behind it', () => {
    const abilities = countAbilities([
      {
        key: { item: 'a', repeat: 1 },
        milestones: [
          { abilities: ['tap', 'type'], hit: true },
          { abilities: ['tap'], hit: false },
          { abilities: ['swipe'], hit: false },
          { abilities: ['type'], hit: true },
        ],
      },
      {
        key: { item: 'a', repeat: 0 },
        milestones: [
          { abilities: ['tap', 'type'], hit: true },
          { abilities: ['tap'], hit: true },
        ],
      },
      { key: { item: 'b', repeat: 0 }, milestones: [{ abilities: ['tap'], hit: true }] },
    ]);
    const other = { agent: 'y', abilities: [{ ability: 'tap', hit: 3, total: 4 }] };
    expect(abilitiesTable([{ agent: 'x', abilities }, other])).toEqual({
      id: 'abilities',
      title: 'Atomic capabilities',
      columns: [
        { title: 'Ability', align: 'left' },
        { title: 'AC (%)', align: 'right', group: 'x' },
        { title: 'hit/total', align: 'right', group: 'x' },
        { title: '95 %', align: 'right', group: 'x' },
        { title: 'AC (%)', align: 'right', group: 'y' },
        { title: 'hit/total', align: 'right', group: 'y' },
        { title: '95 %', align: 'right', group: 'y' },
      ],
      rows: [
        [
          { text: 'tap' },
          { text: '80.0', value: near(0.8), items: ['a#0', 'a#1', 'b#0'] },
          { text: '4/5', counts: [4, 5] },
          { text: '10.8–100.0', interval: [near(0.108167), near(0.999873)] },
          { text: '75.0', value: 0.75, items: [] },
          { text: '3/4', counts: [3, 4] },
          { text: '19.4–99.4', interval: [near(0.19412), near(0.993691)] },
        ],
        [
          { text: 'type' },
          { text: '100.0', value: 1, items: ['a#0', 'a#1'] },
          { text: '3/3', counts: [3, 3] },
          { text: 'n/a' },
          { text: 'n/a', value: null, items: [] },
          { text: '0/0', counts: [0, 0] },
          { text: 'n/a' },
        ],
      ],
      notes: [
        'AC: milestones of the ability that were reached, of those the agent got as far as. A low share shows where runs break off; a high one may come from few milestones.',
        '95 % intervals: Clopper-Pearson, as if milestones of one task were independent; the truth is wider.',
        'n/a: not applicable, the data cannot give it.',
      ],
    });
    expect(abilitiesTable([{ agent: 'x', abilities }]).notes[1]).toBe(
      '95 % intervals: Clopper-Pearson over as many independent tries as the milestones are worth, by task; each by itself, not corrected for the number of rows.',
    );
  });
});

describe('ratesTable and summaryTable', () => {
  it('spell out every number with its items, and say how it is to be read', () => {
    const judged = successRate([
      one('a', 'passed'),
      one('b', 'failed'),
      one('c', 'bug'),
      one('d', 'not_run'),
    ]);
    const measures = [
      { agent: 'x', group: 'all', metric: 'SR', measured: judged },
      { agent: 'x', group: 'none', metric: 'SR', measured: successRate([]) },
    ];
    expect(ratesTable(measures, { id: 'rates', title: 'T', digits: 2, notes: ['N'] })).toEqual({
      id: 'rates',
      title: 'T',
      columns: [
        { title: 'Agent', align: 'left' },
        { title: 'Part', align: 'left' },
        { title: 'Metric', align: 'left' },
        { title: '%', align: 'right' },
        { title: '95 %', align: 'right' },
        { title: 'n', align: 'right' },
        { title: 'Voided', align: 'right' },
        { title: 'Not run', align: 'right' },
        { title: 'Bounds', align: 'right' },
      ],
      rows: [
        [
          { text: 'x' },
          { text: 'all' },
          { text: 'SR' },
          { text: '50.00', value: 0.5, counts: [1, 2], items: ['a#0', 'b#0'] },
          { text: '1.26–98.74', interval: [near(0.012579), near(0.987421)] },
          { text: '2', value: 2, items: ['a#0', 'b#0'] },
          { text: '1', value: 1, items: ['c#0'] },
          { text: '1', value: 1, items: ['d#0'] },
          { text: '25.00–75.00', interval: [0.25, 0.75] },
        ],
        [
          { text: 'x' },
          { text: 'none' },
          { text: 'SR' },
          { text: 'n/a', value: null, counts: [0, 0], items: [] },
          { text: 'n/a' },
          { text: '0', value: 0, items: [] },
          { text: '0', value: 0, items: [] },
          { text: '0', value: 0, items: [] },
          { text: 'n/a' },
        ],
      ],
      notes: [
        'n: items that were judged. Voided: not judged, since the model, the phone or the disk failed and not the agent; outside n. Bounds: the rate had all items without a verdict failed, and had all passed.',
        '95 % intervals, for new tasks like these: Clopper-Pearson, one try per task.',
        'x, all, outside n: 1 × bug in Touchstone (c#0); 1 × not run (d#0).',
        'N',
        'n/a: not applicable, the data cannot give it.',
      ],
    });
  });

  it('tell of repeated tasks how surely one of k passes, and all of them', () => {
    const rows = [
      one('a', 'passed', { completion: 1, steps: 2 }),
      one('a', 'failed', { repeat: 1, completion: 0.5, steps: 4 }),
      one('b', 'passed', { completion: 1, steps: 6 }),
      one('b', 'passed', { repeat: 1, steps: 3 }),
      one('c', 'bug'),
      one('c', 'bug', { repeat: 1 }),
      one('d', 'not_run'),
    ];
    expect(
      summaryTable([
        { agent: 'x', privilege: 'sees all', rows },
        { agent: 'y', rows: [] },
      ]),
    ).toEqual({
      id: 'summary',
      title: 'Results',
      columns: [
        { title: 'Agent', align: 'left' },
        { title: 'SR (%)', align: 'right', group: 'Success' },
        { title: '95 %', align: 'right', group: 'Success' },
        { title: 'n', align: 'right', group: 'Success' },
        { title: 'Bounds', align: 'right', group: 'Success' },
        { title: 'Mean (%)', align: 'right', group: 'Completion' },
        { title: '95 %', align: 'right', group: 'Completion' },
        { title: 'Steps', align: 'right' },
        { title: 'Voided', align: 'right' },
        { title: 'Not run', align: 'right' },
        { title: 'pass@2', align: 'right', group: 'Repeats (%)' },
        { title: 'pass^2', align: 'right', group: 'Repeats (%)' },
      ],
      rows: [
        [
          { text: 'x (sees all)' },
          { text: '75.0', value: 0.75, counts: [3, 4], items: ['a#0', 'a#1', 'b#0', 'b#1'] },
          { text: '11.3–99.9', interval: [near(0.11305), near(0.998663)] },
          { text: '4', value: 4, items: ['a#0', 'a#1', 'b#0', 'b#1'] },
          { text: '42.9–85.7', interval: [near(0.428571), near(0.857143)] },
          { text: '83.3', value: near(0.833333), counts: [near(2.5), 3], items: ['a#0', 'a#1', 'b#0'] },
          { text: '14.7–100.0', interval: [near(0.147133), near(0.999938)] },
          { text: '3.8', value: 3.75 },
          { text: '2', value: 2, items: ['c#0', 'c#1'] },
          { text: '1', value: 1, items: ['d#0'] },
          { text: '100.0', value: 1, interval: [near(0.158114), 1], items: ['a#0', 'a#1', 'b#0', 'b#1'] },
          {
            text: '50.0',
            value: 0.5,
            interval: [near(0.012579), near(0.987421)],
            items: ['a#0', 'a#1', 'b#0', 'b#1'],
          },
        ],
        [
          { text: 'y' },
          { text: 'n/a', value: null, counts: [0, 0], items: [] },
          { text: 'n/a' },
          { text: '0', value: 0, items: [] },
          { text: 'n/a' },
          { text: 'n/a', value: null, counts: [0, 0], items: [] },
          { text: 'n/a' },
          { text: 'n/a', value: null },
          { text: '0', value: 0, items: [] },
          { text: '0', value: 0, items: [] },
          { text: 'n/a', value: null, items: [] },
          { text: 'n/a', value: null, items: [] },
        ],
      ],
      notes: [
        'n: items that were judged. Voided: not judged, since the model, the phone or the disk failed and not the agent; outside n. Bounds: the rate had all items without a verdict failed, and had all passed.',
        '95 % intervals, for new tasks like these: Clopper-Pearson over as many independent tries as repeats and part scores are worth, by task.',
        'x, outside n: 2 × bug in Touchstone (c#0, c#1); 1 × not run (d#0).',
        'x: completion could be measured for 3 items, not for 1 more.',
        'pass@k: share of tasks of which at least one of k repeats passes. pass^k: share of tasks of which all k repeats pass. Over tasks with k judged repeats or more.',
        'x: pass@2 100.0 % (95 % 15.8–100.0, bounds 50.0–100.0, 2 tasks, 2 more with too few judged repeats); pass^2 50.0 % (95 % 1.3–98.7, bounds 25.0–75.0, 2 tasks, 2 more with too few judged repeats).',
        'n/a: not applicable, the data cannot give it.',
      ],
    });
  });
});
