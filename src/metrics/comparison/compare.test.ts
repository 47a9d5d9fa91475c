import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutcomeSchema, type Outcome } from '../../domain/episode.js';
import { randomStream } from '../../domain/random.js';
import { changedTasks } from './changed-tasks.js';
import { compareRuns, type RunComparison } from './compare.js';
import { changedTasksTable, comparisonTable } from './compare-tables.js';
import { comparisonSentence } from './comparison-sentence.js';
import { comparePaired } from './paired-comparison.js';
import type { ResultRow } from '../result-row.js';
import { HALF_AN_ITEM, tangoInterval } from '../intervals/tango.js';

function row(item: string, repeat: number, outcome: Outcome, completion: number | null = null): ResultRow {
  return { key: { item, repeat }, outcome, completion, steps: 5 };
}

/** `p` passed, `f` failed, `?` voided, `-` not run; one letter per repeat. */
function rows(tasks: Record<string, string>): ResultRow[] {
  const outcomes: Record<string, Outcome> = { p: 'passed', f: 'failed', '?': 'model_error', '-': 'not_run' };
  return Object.entries(tasks).flatMap(([task, letters]) =>
    letters.split('').map((letter, repeat) => {
      const outcome = outcomes[letter] ?? 'failed';
      return row(task, repeat, outcome, letter === 'p' ? 1 : letter === 'f' ? 0.25 : null);
    }),
  );
}

function many(count: number, letters: string, prefix = 't'): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, letters]));
}

const anyRows = fc
  .array(
    fc.record({
      task: fc.integer({ min: 0, max: 8 }),
      outcome: fc.constantFrom(...OutcomeSchema.options),
      completion: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    }),
    { maxLength: 40 },
  )
  .map((list) =>
    list.map(({ task, outcome, completion }, repeat) => row(`t${task}`, repeat, outcome, completion)),
  );
const anyMetric = fc.constantFrom('success' as const, 'completion' as const);

describe('comparePaired', () => {
  it('uses the exact McNemar test on tasks tried once', () => {
    const a = rows({ ...many(10, 'p', 'both'), ...many(8, 'p', 'a'), ...many(2, 'f', 'b') });
    const b = rows({ ...many(10, 'p', 'both'), ...many(8, 'f', 'a'), ...many(2, 'p', 'b') });
    const comparison = comparePaired(a, b);
    expect(comparison).toMatchObject({ test: 'mcnemar', aAhead: 8, bAhead: 2 });
    expect(comparison.p).toBeCloseTo(0.109375, 12);
    expect(comparison.difference).toBeCloseTo(-0.3, 12);
    expect(comparison.interval).toEqual(tangoInterval(8, 2, 20, 0.95, HALF_AN_ITEM));
  });

  it("tests the tasks' differences once tasks are repeated", () => {
    const comparison = comparePaired(
      rows({ a: 'ppf', b: 'ffp', c: 'fff' }),
      rows({ a: 'ppp', b: 'ffp', c: 'pff' }),
    );
    expect(comparison).toMatchObject({ test: 'student', aAhead: 0, bAhead: 2 });
    expect(comparison.difference).toBeCloseTo(2 / 9, 12);
  });

  it('does not claim certainty when all tasks differ alike', () => {
    const comparison = comparePaired(rows(many(30, 'ff')), rows(many(30, 'pp')));
    expect(comparison).toMatchObject({ test: 'sign', difference: 1 });
    expect(comparison.p).toBeLessThan(1e-8);
    expect(comparison.interval?.low).toBeGreaterThan(0.5);
    expect(comparison.interval?.low).toBeLessThan(1);
  });

  it('takes no rounding for spread: three tasks that all go from one in three to three in three', () => {
    const comparison = comparePaired(rows(many(3, 'pff')), rows(many(3, 'ppp')));
    expect(comparison).toMatchObject({ test: 'sign', detectable: null, effort: null });
    expect(comparison.p).toBeCloseTo(0.25, 12);
    // Three tasks of 2/3 and one made up are worth 4.5 single tries, 3 of them won.
    const worth = tangoInterval(0, 3, 4.5, 0.95, HALF_AN_ITEM);
    expect(comparison.interval?.low).toBeCloseTo(worth?.low ?? Number.NaN, 9);
    expect(comparison.interval?.high).toBeCloseTo(worth?.high ?? Number.NaN, 9);
    expect(comparison.interval?.low).toBeLessThan(-0.2);
  });

  it('leaves out tasks judged on one side only, and says between what the difference then lies', () => {
    const comparison = comparePaired(
      rows({ a: 'p', b: '?', c: 'p', d: '-' }),
      rows({ a: 'f', b: 'p', c: '?', d: 'p' }),
    );
    expect(comparison.pairs.map(({ task }) => task)).toEqual(['a']);
    expect(comparison).toMatchObject({
      onlyInA: ['c'],
      onlyInB: ['b', 'd'],
      bounds: { low: -0.5, high: 0.25 },
    });
  });

  it('counts what was planned and never run as unknown, also where a task has nothing else', () => {
    const comparison = comparePaired(rows({ a: 'pp', b: 'pp', c: 'p' }), rows({ a: 'p-', b: '--', d: 'p' }));
    expect(comparison).toMatchObject({
      onlyInA: ['b', 'c'],
      onlyInB: ['d'],
      bounds: { low: -0.75, high: 0 },
    });
    const [named] = compareRuns([
      { name: 'whole', rows: rows({ a: 'pp', b: 'pp' }) },
      { name: 'half', rows: rows({ a: 'p-', b: '--' }) },
    ]);
    expect(named === undefined ? [] : comparisonTable([named]).notes).toContain(
      'Had all that is unknown gone against half, it would be 75.0 points below whole; had it gone for half, equal to whole.',
    );
  });

  it('changes sign, and nothing else, when the sides are swapped', () => {
    fc.assert(
      fc.property(anyRows, anyRows, anyMetric, (a, b, metric) => {
        const [there, back] = [comparePaired(a, b, { metric }), comparePaired(b, a, { metric })];
        expect(back.p).toBe(there.p);
        expect(back.difference ?? 0).toBeCloseTo(-(there.difference ?? 0), 12);
        expect(back.interval?.low ?? 0).toBeCloseTo(-(there.interval?.high ?? 0), 9);
        expect(back.detectable === null).toBe(there.detectable === null);
        expect(back.detectable ?? 0).toBeCloseTo(there.detectable ?? 0, 12);
      }),
    );
  });

  it('lies within its interval and its bounds, for any order of the rows', () => {
    fc.assert(
      fc.property(anyRows, anyRows, anyMetric, (a, b, metric) => {
        const comparison = comparePaired(a, b, { metric });
        expect(comparePaired([...a].reverse(), [...b].reverse(), { metric })).toEqual(comparison);
        const { difference, interval } = comparison;
        if (difference === null) return;
        if (interval !== null) {
          expect(interval.low).toBeLessThanOrEqual(difference + 1e-12);
          expect(interval.high).toBeGreaterThanOrEqual(difference - 1e-12);
        }
      }),
    );
  });
});

describe('compareRuns', () => {
  it('compares every pair, or each run with the first, and corrects for the number', () => {
    const runs = ['a', 'b', 'c'].map((name, index) => ({
      name,
      rows: rows({ ...many(20, index === 0 ? 'f' : 'p'), ...many(20, 'p', 'x') }),
    }));
    const all = compareRuns(runs);
    expect(all.map(({ a, b }) => `${a}-${b}`)).toEqual(['a-b', 'a-c', 'b-c']);
    expect(all.map(({ verdict }) => verdict)).toEqual(['b_better', 'b_better', 'not_shown']);
    expect(all[0]?.adjustedP).toBeCloseTo(3 * (all[0]?.p ?? Number.NaN), 15);
    expect(compareRuns(runs, { against: 'first' }).map(({ a, b }) => `${a}-${b}`)).toEqual(['a-b', 'a-c']);
  });

  it('never says "better" of an interval that holds 0', () => {
    fc.assert(
      fc.property(anyRows, anyRows, anyRows, anyMetric, (a, b, c, metric) => {
        const runs = [a, b, c].map((list, index) => ({ name: `run ${index}`, rows: list }));
        const comparisons = compareRuns(runs, { metric });
        for (const comparison of comparisons) {
          const { interval } = comparison;
          if (interval !== null && (interval.low > 0 || interval.high < 0)) continue;
          const spoken = [comparisonSentence(comparison), JSON.stringify(comparisonTable([comparison]))].join(
            '\n',
          );
          expect(spoken).not.toMatch(/better/i);
        }
      }),
    );
  });

  it.each([
    ['tasks tried once', 400, 1],
    ['repeated tasks', 60, 5],
  ])('finds a difference between equal agents about once in twenty (%s)', (_, tasks, repeats) => {
    const random = randomStream('A/A', tasks, repeats);
    const attempt = (difficulty: readonly number[]): ResultRow[] =>
      difficulty.flatMap((p, task) =>
        Array.from({ length: repeats }, (_, repeat) =>
          row(`t${task}`, repeat, random.next() < p ? 'passed' : 'failed'),
        ),
      );
    let claimed = 0;
    for (let pair = 0; pair < 500; pair += 1) {
      const difficulty = Array.from({ length: tasks }, () => random.next());
      const [comparison] = compareRuns([
        { name: 'a', rows: attempt(difficulty) },
        { name: 'b', rows: attempt(difficulty) },
      ]);
      if (comparison?.verdict !== 'not_shown') claimed += 1;
    }
    // The exact test keeps below its level by construction: 4.1 % with 400 such tasks, 3.7 % with 175.
    expect(claimed / 500).toBeGreaterThanOrEqual(0.03);
    expect(claimed / 500).toBeLessThanOrEqual(0.07);
  });
});

describe('comparisonSentence', () => {
  function sentence(a: Record<string, string>, b: Record<string, string>): string {
    const [comparison] = compareRuns([
      { name: 'old', rows: rows(a) },
      { name: 'new', rows: rows(b) },
    ]);
    return comparison === undefined ? '' : comparisonSentence(comparison);
  }

  it('names the better one, by how much and how surely', () => {
    expect(sentence({ ...many(40, 'f'), ...many(60, 'p', 'x') }, many(40, 'p'))).toBe(
      'new is 100.0 points above old in success, 95 % 80.3 to 100.0, p < 0.001. In other words: of 100 such tasks, new solves about 100 more than old; anything from 80 to 100 more is compatible with the data.',
    );
  });

  it('says what could have been found, and what finding it would take', () => {
    const text = sentence(
      { ...many(50, 'p'), a: 'p', b: 'f', c: 'f' },
      { ...many(50, 'p'), a: 'f', b: 'p', c: 'p' },
    );
    expect(text).toMatch(
      /^No difference in success shown between old and new: new is 1\.9 points above old, 95 % from/,
    );
    expect(text).toMatch(
      /If tasks go on differing as they do here, a design like this finds a difference of \d+\.\d points or more four times out of five\./,
    );
    expect(text).toMatch(
      /To find 10\.0 points takes at least \d+ repeats? of every task, or about \d+ tasks in all\.$/,
    );
  });

  it('says when there is nothing to compare', () => {
    expect(sentence({ a: 'p' }, { b: 'p' })).toBe(
      'old and new cannot be compared: no task was judged under both.',
    );
  });
});

describe('changedTasks', () => {
  function compared(): RunComparison {
    const [comparison] = compareRuns([
      { name: 'old', rows: rows({ same: 'pf', lost: 'pp', gained: 'fff', up: 'pff' }) },
      { name: 'new', rows: rows({ same: 'pf', lost: 'ff', gained: 'ppf', up: 'pfp?' }) },
    ]);
    if (comparison === undefined) throw new Error('no comparison');
    return comparison;
  }

  it('lists flipped tasks first, then by how much they changed', () => {
    expect(changedTasks(compared()).map(({ task, flipped }) => [task, flipped])).toEqual([
      ['lost', true],
      ['gained', true],
      ['up', true],
    ]);
  });

  it('are tabled with what each agent reached and where the attempts part', () => {
    const table = changedTasksTable(compared(), {
      firstDifference: (task) => (task === 'lost' ? 'step 3: tap' : null),
    });
    expect(table.rows.map((cells) => cells.map(({ text }) => text))).toEqual([
      ['lost', '2/2', '0/2', '-100.0', 'lost', 'step 3: tap'],
      ['gained', '0/3', '2/3', '+66.7', 'gained', 'same steps'],
      ['up', '1/3', '2/3', '+33.3', 'gained', 'same steps'],
    ]);
    expect(table.rows[1]?.slice(1, 3).map(({ counts }) => counts)).toEqual([
      [0, 3],
      [2, 3],
    ]);
  });

  it('say how many rows are not shown', () => {
    const table = changedTasksTable(compared(), { limit: 1 });
    expect(table.rows.map(([task]) => task?.text)).toEqual(['lost']);
    expect(table.notes.at(-1)).toBe('2 more rows are not shown.');
  });
});

describe('comparisonTable', () => {
  it('has one row per comparison, with notes on tests and tasks left out', () => {
    const table = comparisonTable(
      compareRuns([
        { name: 'old', rows: rows({ ...many(20, 'f'), z: '?' }) },
        { name: 'new', rows: rows({ ...many(20, 'p'), z: 'p' }) },
      ]),
    );
    expect(table.rows[0]?.map(({ text }) => text)).toEqual([
      'old',
      'new',
      '20',
      '0.0',
      '100.0',
      '+100.0',
      '+63.7 to +100.0',
      '< 0.001',
      '< 0.001',
      '59.7',
      'B better',
    ]);
    expect(table.rows[0]?.[6]?.interval).toEqual([expect.closeTo(0.637, 3), 1]);
    const notes = table.notes.join('\n');
    expect(notes).toContain('old and new, tasks left out: 1 judged under new only.');
    expect(notes).toContain(
      'Had all that is unknown gone against new, it would be 95.2 points above old; had it gone for new, 100.0 points above old.',
    );
    expect(notes).toContain('exact McNemar');
  });
});
