import { describe, expect, it } from 'vitest';
import { compareParts, type ComparedPart } from './compare-parts.js';
import { partsComparisonTables } from './compare-parts-table.js';
import { partsSentence } from './parts-sentence.js';
import { studentPValue } from '../distributions/student-t.js';
import { HALF_AN_ITEM, tangoInterval } from '../intervals/tango.js';

/** `p` passed, `f` failed, `?` undecided; one letter per item of a unit. */
function part(name: string, units: readonly string[], measure = 'original'): ComparedPart {
  const outcomes = { p: 'passed', f: 'failed', '?': 'judge_unknown' } as const;
  return {
    part: name,
    measure,
    metric: 'success',
    rowsAre: 'items',
    rows: units.flatMap((letters, unit) =>
      letters.split('').map((letter, item) => ({
        key: { item: `${name}/${measure}/${unit}/${item}`, repeat: 0 },
        outcome: outcomes[letter as keyof typeof outcomes],
        completion: null,
        steps: 1,
        cluster: `${name}/${unit}`,
      })),
    ),
  };
}

function compared(a: readonly ComparedPart[], b: readonly ComparedPart[]): ReturnType<typeof compareParts> {
  return compareParts([
    { name: 'old', parts: a },
    { name: 'new', parts: b },
  ]);
}

const near = (value: number): unknown => expect.closeTo(value, 6);
const times = (count: number, letters: string): string[] => Array.from({ length: count }, () => letters);

describe('compareParts', () => {
  it("takes units, not items, as independent: Student's test, and what their differences are worth, by hand", () => {
    // Differences by unit: (1, 1), (1, 0), (0, 0), (0, 0). Mean 3/8; residual sums 5/4, 1/4, -3/4, -3/4.
    const [one] = compared([part('goal', times(4, 'ff'))], [part('goal', ['pp', 'pf', 'ff', 'ff'])]);
    const standardError = Math.sqrt((4 / 3) * (25 / 16 + 1 / 16 + 9 / 16 + 9 / 16)) / 8;
    // With one unit made up, half won by each side, units vary 36/41 as much as ones that differ as a whole or not at all.
    const worth = (4 * 41) / 36;
    const interval = tangoInterval(0, (3 / 8) * worth, worth, 0.95, HALF_AN_ITEM);
    expect(one).toMatchObject({ test: 'clustered', clusters: 4, difference: 3 / 8, effort: null });
    expect(one?.p).toBeCloseTo(studentPValue(3 / 8 / standardError, 3), 12);
    expect(one?.interval?.low).toBeCloseTo(interval?.low ?? Number.NaN, 9);
    expect(one?.interval?.high).toBeCloseTo(interval?.high ?? Number.NaN, 9);
    expect(one?.interval?.low).toBeCloseTo(-0.364284, 6);
    expect(one?.interval?.high).toBeCloseTo(0.829831, 6);
  });

  it('tests exactly where every unit is one item', () => {
    const [one] = compared([part('stop', times(8, 'f'))], [part('stop', [...times(6, 'p'), 'f', 'f'])]);
    expect(one).toMatchObject({ test: 'mcnemar', clusters: 8 });
    expect(one?.p).toBeCloseTo(2 * 0.5 ** 6, 12);
  });

  it('tests the units by sign where all of them differ alike', () => {
    const [one] = compared([part('goal', times(6, 'fffff'))], [part('goal', times(6, 'ppppp'))]);
    expect(one).toMatchObject({ test: 'sign', difference: 1, clusters: 6 });
    expect(one?.p).toBeCloseTo(2 * 0.5 ** 6, 12);
  });

  it('says nothing of a single unit, however many items it has', () => {
    const [one] = compared([part('navigation', ['ffffffff'])], [part('navigation', ['pppppppp'])]);
    expect(one).toMatchObject({ difference: 1, interval: null, p: null, verdict: 'not_shown', clusters: 1 });
  });

  it('corrects over all parts, and leaves those out that have no test', () => {
    const same = part('goal', times(10, 'pf'));
    const all = compared(
      [same, part('stop', times(10, 'f')), part('alone', ['f'])],
      [same, part('stop', times(10, 'p')), part('other', ['p'])],
    );
    expect(all.map(({ part: name, verdict }) => [name, verdict])).toEqual([
      ['goal', 'not_shown'],
      ['stop', 'b_better'],
      ['alone', 'not_comparable'],
      ['other', 'not_comparable'],
    ]);
    expect(all[1]?.adjustedP).toBeCloseTo(2 * (all[1]?.p ?? Number.NaN), 15);
    expect(all[0]).toMatchObject({ p: 1, adjustedP: 1 });
  });

  it('gives the bounds that undecided items leave', () => {
    const [one] = compared([part('navigation', ['p', 'f'])], [part('navigation', ['p', '?'])]);
    expect(one?.bounds).toEqual({ low: 0, high: 0.5 });
    expect(one?.onlyInA).toHaveLength(1);
  });
});

describe('partsSentence and partsComparisonTables', () => {
  const threeParts = (): ReturnType<typeof compareParts> =>
    compared(
      [part('goal', times(9, 'p')), part('planning, text', times(12, 'f'), 'continue'), part('x', ['p'])],
      [part('goal', times(9, 'p')), part('planning, text', times(12, 'p'), 'continue')],
    );

  it('say in which parts runs differ, in which not, and nothing over all', () => {
    expect(partsSentence(threeParts())).toMatch(
      /^new is 100\.0 points above old in planning, text continue, 95 % \d+\.\d to 100\.0, p \(Holm\) < 0\.001 \(12 units\); no difference between old and new shown in goal; nothing judged under both in x\.$/,
    );
    expect(partsSentence([])).toBe('There is no part to compare.');
    expect(partsSentence(threeParts().slice(0, 1))).toBe('No difference between old and new shown in goal.');
  });

  it('have a row for each part', () => {
    const [table, ...others] = partsComparisonTables(threeParts());
    expect(others).toEqual([]);
    expect(table?.rows.map((cells) => [0, 1, 2, 3, 6, 11].map((column) => cells[column]?.text))).toEqual([
      ['goal', 'original', '9', '9', '0.0', 'no difference shown'],
      ['planning, text', 'continue', '12', '12', '+100.0', 'B better'],
      ['x', 'original', '0', '0', 'n/a', 'not comparable'],
    ]);
    expect(table?.notes.join('\n')).toContain("Holm's correction over 2 tests");
  });

  it('keep the numbers and the items behind every cell, and say how they are to be read', () => {
    const old = [part('goal', ['p', 'f', '?']), part('text', ['pp', 'pf', 'ff'], 'SR'), part('x', ['p'])];
    const next = [part('goal', ['f', 'f', 'p']), part('text', ['ff', 'pf', 'ff'], 'SR')];
    // Text: unit differences (-1, -1), (0, 0), (0, 0) of 6 items.
    expect(partsComparisonTables(compared(old, next))).toEqual([
      {
        id: 'comparison-parts',
        title: 'Comparison part by part: A is old, B is new',
        columns: [
          { title: 'Part', align: 'left' },
          { title: 'Metric', align: 'left' },
          { title: 'n', align: 'right' },
          { title: 'Units', align: 'right' },
          { title: 'A (%)', align: 'right' },
          { title: 'B (%)', align: 'right' },
          { title: 'B - A', align: 'right', group: 'Difference in points' },
          { title: '95 %', align: 'right', group: 'Difference in points' },
          { title: 'Bounds', align: 'right', group: 'Difference in points' },
          { title: 'p', align: 'right' },
          { title: 'p (Holm)', align: 'right' },
          { title: 'Verdict', align: 'left' },
        ],
        rows: [
          [
            { text: 'goal' },
            { text: 'original' },
            { text: '2', value: 2 },
            { text: '2', value: 2 },
            { text: '50.0', value: 0.5, items: ['goal/original/0/0#0', 'goal/original/1/0#0'] },
            { text: '0.0', value: 0, items: ['goal/original/0/0#0', 'goal/original/1/0#0'] },
            { text: '-50.0', value: near(-0.5) },
            { text: '-97.3 to +63.9', interval: [near(-0.973323), near(0.63883)] },
            { text: '-33.3 to 0.0', interval: [near(-0.333333), 0] },
            { text: '1.000', value: 1 },
            { text: '1.000', value: 1 },
            { text: 'no difference shown' },
          ],
          [
            { text: 'text' },
            { text: 'SR' },
            { text: '6', value: 6 },
            { text: '3', value: 3 },
            {
              text: '50.0',
              value: 0.5,
              items: [
                'text/SR/0/0#0',
                'text/SR/0/1#0',
                'text/SR/1/0#0',
                'text/SR/1/1#0',
                'text/SR/2/0#0',
                'text/SR/2/1#0',
              ],
            },
            {
              text: '16.7',
              value: near(0.166667),
              items: [
                'text/SR/0/0#0',
                'text/SR/0/1#0',
                'text/SR/1/0#0',
                'text/SR/1/1#0',
                'text/SR/2/0#0',
                'text/SR/2/1#0',
              ],
            },
            { text: '-33.3', value: near(-0.333333) },
            { text: '-87.5 to +54.8', interval: [near(-0.874666), near(0.547671)] },
            { text: '' },
            { text: '0.423', value: near(0.42265) },
            { text: '0.845', value: near(0.845299) },
            { text: 'no difference shown' },
          ],
          [
            { text: 'x' },
            { text: 'original' },
            { text: '0', value: 0 },
            { text: '0', value: 0 },
            { text: 'n/a', value: null, items: [] },
            { text: 'n/a', value: null, items: [] },
            { text: 'n/a', value: null },
            { text: 'n/a' },
            { text: '' },
            { text: 'n/a', value: null },
            { text: 'n/a', value: null },
            { text: 'not comparable' },
          ],
        ],
        notes: [
          'No difference between old and new shown in goal, text SR; nothing judged under both in x.',
          'goal original, left out: 1 judged under new only.',
          'x original, left out: 1 judged under old only.',
          "Test: Student's, on the items' differences, clustered by unit; exact McNemar. Holm's correction over 2 tests, level 5 %; each interval is of its row by itself.",
          "n: judged under both. Units: what is independent of each other, such as questions, recordings or apps; items of one unit resemble each other. Bounds: the rate had all items without a verdict failed, and had all passed. p: how often chance alone would give two equally good agents a difference at least as large; below 0.05 counts as shown. p (Holm): p after Holm's correction for all comparisons made together, since one of many is soon low by chance. One unit alone gives no test. Parts are never put together into one number.",
          'Original: replies as they were given; repaired: after a second model put unreadable ones into the form asked for. SR: success rate, the share of tasks solved; ACP: average completion, the mean share of their rules that hold.',
          'n/a: not applicable, the data cannot give it.',
        ],
      },
    ]);
  });
});
