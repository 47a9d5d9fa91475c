import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../domain/episode.js';
import type { Table } from '../../metrics/tables/table.js';
import { countAbilities } from '../../metrics/abilities/ability-counts.js';
import { aggregate, COLORBENCH_ABILITIES, type ColorbenchTaskScore } from './aggregate.js';
import { PUBLISHED_ABILITIES, PUBLISHED_RATES, PUBLISHED_SHARES } from './published.js';
import { colorbenchTables, type ColorbenchRow } from './tables.js';

function row(
  item: string,
  appCount: number,
  outcome: Outcome,
  milestones: Record<string, boolean>,
): ColorbenchRow {
  const list = Object.entries(milestones).map(([ability, hit]) => ({ abilities: [ability], hit }));
  const completion = list.filter(({ hit }) => hit).length / list.length;
  return { key: { item, repeat: 0 }, outcome, completion, steps: 9, appCount, milestones: list };
}

const ROWS = [
  row('1', 1, 'passed', { search: true, share: true }),
  row('2', 1, 'failed', { search: true, pay: false, share: false }),
  row('3', 2, 'failed', { search: false, send: false }),
  row('4', 2, 'environment_error', { search: false }),
];

function texts(table: Table | undefined): string[][] {
  return (table?.rows ?? []).map((cells) => cells.map(({ text }) => text));
}

describe('colorbenchTables', () => {
  it("has the layout of the paper's Table 2", () => {
    const [table2] = colorbenchTables([{ agent: 'oracle', privilege: 'sees the graph', rows: ROWS }], {
      mode: 'corrected',
    });
    expect(table2?.columns.map(({ group, title }) => [group, title])).toEqual([
      [undefined, 'Baseline'],
      [undefined, 'Model'],
      ['Single APP', 'SR(%)'],
      ['Single APP', 'CR(%)'],
      ['Cross APP', 'SR(%)'],
      ['Cross APP', 'CR(%)'],
      ['Average', 'SR(%)'],
      ['Average', 'CR(%)'],
    ]);
    expect(texts(table2)).toEqual([
      ['Touchstone', 'oracle (sees the graph)', '50.00', '66.67', '0.00', '0.00', '33.33', '44.44'],
    ]);
    const [low = 1, high = 0] = table2?.rows[0]?.[6]?.interval ?? [];
    expect(low).toBeLessThan(1 / 3);
    expect(high).toBeGreaterThan(1 / 3);
  });

  it('counts every planned task in the SR of all tasks in reference mode', () => {
    const [table2, rates] = colorbenchTables([{ agent: 'x', rows: ROWS }], { mode: 'reference' });
    expect(texts(table2)[0]?.slice(6)).toEqual(['25.00', '44.44']);
    expect(texts(rates).map((cells) => [cells[1], cells[2], cells[5], cells[6]])).toEqual([
      ['single-app', 'SR', '2', '0'],
      ['single-app', 'CR', '2', '0'],
      ['cross-app', 'SR', '1', '1'],
      ['cross-app', 'CR', '1', '1'],
      ['all', 'SR', '4', '1'],
      ['all', 'CR', '3', '1'],
    ]);
  });

  it("has the 15 columns of the paper's Table 5, with a dash for what was never called for", () => {
    const [, , table5, abilities] = colorbenchTables([{ agent: 'x', rows: ROWS }], { mode: 'corrected' });
    expect(table5?.columns).toHaveLength(16);
    const cells = Object.fromEntries(
      (table5?.columns ?? []).map(({ title }, index) => [title, texts(table5)[0]?.[index]]),
    );
    const search = table5?.rows[0]?.[table5.columns.findIndex(({ title }) => title === 'search')];
    expect(search).toMatchObject({ counts: [2, 3], interval: [expect.any(Number), expect.any(Number)] });
    expect(cells).toMatchObject({ search: '66.67', share: '100.00', pay: '0.00', send: '-', copy: '-' });
    expect(
      texts(abilities)
        .find(([name]) => name === 'search')
        ?.slice(1, 3),
    ).toEqual(['66.7', '2/3']);
  });

  it('shows the published rows only when asked, and marks them', () => {
    const sets = [{ agent: 'x', rows: ROWS }];
    const [table2, , table5] = colorbenchTables(sets, { mode: 'reference', published: true });
    expect(table2?.rows).toHaveLength(1 + PUBLISHED_RATES.length);
    expect(table5?.rows).toHaveLength(1 + PUBLISHED_SHARES.length);
    expect(texts(table2)[3]).toEqual([
      'paper: Closed-source Model with Grounding',
      'GLM-4.5V',
      '36.49',
      '56.64',
      '23.23',
      '47.72',
      '28.57',
      '51.54',
    ]);
    expect(table2?.notes.join(' ')).toContain('not measured here');
    expect(colorbenchTables(sets, { mode: 'reference' })[0]?.rows).toHaveLength(1);
  });

  it('shows a run without results as not applicable', () => {
    const [table2] = colorbenchTables([{ agent: 'x', rows: [] }], { mode: 'corrected' });
    expect(texts(table2)[0]?.slice(2)).toEqual(['n/a', 'n/a', 'n/a', 'n/a', 'n/a', 'n/a']);
  });
});

describe('countAbilities', () => {
  it('counts as the run score does', () => {
    const ability = fc.constantFrom(...COLORBENCH_ABILITIES);
    const milestone = fc.record({ ability, hit: fc.boolean() });
    const tasks = fc.array(fc.array(milestone, { minLength: 1, maxLength: 7 }), { maxLength: 12 });
    fc.assert(
      fc.property(tasks, (lists) => {
        const scores = lists.map((milestones, index): ColorbenchTaskScore => {
          const hits = milestones.map(({ hit }) => hit);
          const abilities = milestones.map((entry) => entry.ability);
          return {
            taskId: `${index}`,
            appCount: 1,
            abilities,
            hits,
            completion: 0,
            success: hits.every(Boolean),
          };
        });
        const expected = aggregate(
          scores.map(({ taskId, appCount, abilities }) => ({ id: taskId, appCount, abilities })),
          new Map(scores.map((score) => [score.taskId, score])),
          'reference',
        ).ac;
        const counted = countAbilities(
          lists.map((milestones, index) => ({
            key: { item: `${index}`, repeat: 0 },
            milestones: milestones.map((entry) => ({ abilities: [entry.ability], hit: entry.hit })),
          })),
        );
        expect(
          Object.fromEntries(counted.map(({ ability, hit, total }) => [ability, { hit, total }])),
        ).toEqual(expected);
      }),
    );
  });
});

it("knows the paper's abilities", () => {
  expect([...PUBLISHED_ABILITIES].sort()).toEqual([...COLORBENCH_ABILITIES].sort());
  for (const [, shares] of PUBLISHED_SHARES) expect(shares).toHaveLength(PUBLISHED_ABILITIES.length);
  for (const cells of PUBLISHED_RATES) expect(cells).toHaveLength(8);
});
