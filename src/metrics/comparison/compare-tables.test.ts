import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../domain/episode.js';
import { compareRuns, type RunComparison } from './compare.js';
import { changedTasksTable, comparisonTable } from './compare-tables.js';
import { comparisonSentence } from './comparison-sentence.js';
import type { ResultRow } from '../result-row.js';
import type { ComparedMetric } from '../task-scores.js';

const near = (value: number): unknown => expect.closeTo(value, 6);

/** `p` passed, `f` failed and a quarter done, `?` voided; one letter per repeat. */
function rows(tasks: Record<string, string>): ResultRow[] {
  const outcomes: Record<string, Outcome> = { p: 'passed', f: 'failed', '?': 'model_error' };
  return Object.entries(tasks).flatMap(([item, letters]) =>
    letters.split('').map((letter, repeat) => ({
      key: { item, repeat },
      outcome: outcomes[letter] ?? 'failed',
      completion: letter === 'p' ? 1 : letter === 'f' ? 0.25 : null,
      steps: 5,
    })),
  );
}

function many(count: number, letter: string, prefix = 't'): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, letter]));
}

function compared(
  a: Record<string, string>,
  b: Record<string, string>,
  metric: ComparedMetric = 'success',
): RunComparison {
  const [comparison] = compareRuns(
    [
      { name: 'old', rows: rows(a) },
      { name: 'new', rows: rows(b) },
    ],
    { metric },
  );
  if (comparison === undefined) throw new Error('no comparison');
  return comparison;
}

const once = (): RunComparison =>
  compared(
    { a: 'p', b: 'p', c: 'f', d: 'p', e: '?', g: 'p' },
    { a: 'p', b: 'f', c: 'p', d: 'f', f: 'p', g: '?' },
  );

/** Differences of 1/3 (or 1/4 in completion), 0 and the same again: t = 2 with 2 degrees. */
const repeated = (metric?: ComparedMetric): RunComparison =>
  compared({ a: 'ppf', b: 'ffp', c: 'fff' }, { a: 'ppp', b: 'ffp', c: 'pff' }, metric);

describe('comparisonTable', () => {
  it('gives every number with the items behind it, and below what it allows to say', () => {
    expect(comparisonTable([once()])).toEqual({
      id: 'comparison',
      title: 'Comparison of success, task by task',
      columns: [
        { title: 'A', align: 'left' },
        { title: 'B', align: 'left' },
        { title: 'Tasks', align: 'right' },
        { title: 'A (%)', align: 'right' },
        { title: 'B (%)', align: 'right' },
        { title: 'B - A', align: 'right', group: 'Difference in points' },
        { title: '95 %', align: 'right', group: 'Difference in points' },
        { title: 'p', align: 'right' },
        { title: 'p (Holm)', align: 'right' },
        { title: 'Detectable', align: 'right' },
        { title: 'Verdict', align: 'left' },
      ],
      rows: [
        [
          { text: 'old' },
          { text: 'new' },
          { text: '4', value: 4 },
          { text: '75.0', value: 0.75, items: ['a#0', 'b#0', 'c#0', 'd#0'] },
          { text: '50.0', value: 0.5, items: ['a#0', 'b#0', 'c#0', 'd#0'] },
          { text: '-25.0', value: near(-0.25) },
          { text: '-83.7 to +58.6', interval: [near(-0.836746), near(0.586276)] },
          { text: '1.000', value: 1 },
          { text: '1.000', value: 1 },
          { text: 'n/a', value: null },
          { text: 'no difference shown' },
        ],
      ],
      notes: [
        'No difference in success shown between old and new: new is 25.0 points below old, 95 % from 83.7 below to 58.6 above, p = 1.000. In other words: of 100 such tasks, new may solve anything from 84 fewer to 59 more than old; these data do not decide between the two. To find 10.0 points takes at least 150 repeats of every task, or about 597 tasks in all.',
        'old and new, tasks left out: 1 judged under old only, 1 judged under new only.',
        'Had all that is unknown gone against new, it would be 40.0 points below old; had it gone for new, 20.0 points below old.',
        "Test: exact McNemar. Holm's correction over one comparison, level 5 %.",
        "p: how often chance alone would give two equally good agents a difference at least as large; below 0.05 counts as shown. p (Holm): p after Holm's correction for all comparisons made together, since one of many is soon low by chance. Detectable: the smallest difference that a comparison of this size finds four times out of five.",
        'n/a: not applicable, the data cannot give it.',
      ],
    });
  });

  it('names the tests, and the size of the family', () => {
    const { title, notes } = comparisonTable([once(), repeated('completion')]);
    expect(title).toBe('Comparison of success and completion, task by task');
    expect(notes).toContain(
      "Test: exact McNemar; Student's, on the tasks' differences. Holm's correction over 2 comparisons, level 5 %. 95 %: of each comparison by itself; together: intervals that hold for all of them at once.",
    );
    expect(comparisonTable([])).toMatchObject({
      title: 'Comparison of runs, task by task',
      rows: [],
      notes: [
        "Holm's correction over 0 comparisons, level 5 %.",
        "p: how often chance alone would give two equally good agents a difference at least as large; below 0.05 counts as shown. p (Holm): p after Holm's correction for all comparisons made together, since one of many is soon low by chance. Detectable: the smallest difference that a comparison of this size finds four times out of five.",
      ],
    });
  });
});

describe('comparisonTable of several comparisons', () => {
  /** The three comparisons of runs a, b and c, each with one letter per task. */
  const family = (...letters: readonly string[]): RunComparison[] =>
    compareRuns(
      letters.map((row, index) => ({
        name: 'abc'[index] ?? '',
        rows: rows(Object.fromEntries(row.split('').map((letter, task) => [`t${task}`, letter]))),
      })),
    );

  it('shows after the interval of each by itself the one that holds together with the others', () => {
    const all = 'p'.repeat(10);
    const table = comparisonTable(family('fffffppppp', all, all));
    expect(table.columns.slice(5, 9)).toEqual([
      { title: 'B - A', align: 'right', group: 'Difference in points' },
      { title: '95 %', align: 'right', group: 'Difference in points' },
      { title: 'Together', align: 'right', group: 'Difference in points' },
      { title: 'p', align: 'right' },
    ]);
    // Nothing is shown, so that the three share the level: Tango's interval at 98.33 %.
    const half = [
      { text: '+1.5 to +79.9', interval: [near(0.01518), near(0.798577)] },
      { text: '-10.7 to +83.3', interval: [near(-0.107429), near(0.832617)] },
    ];
    expect(table.rows.map((cells) => cells.slice(6, 8))).toEqual([
      half,
      half,
      [
        { text: '-34.5 to +34.5', interval: [near(-0.344537), near(0.344537)] },
        { text: '-42.4 to +42.4', interval: [near(-0.424139), near(0.424139)] },
      ],
    ]);
  });

  it('agrees together with what is shown: 0 is left out there, and nowhere else', () => {
    const all = 'p'.repeat(20);
    const comparisons = family('f'.repeat(20), all, all);
    expect(comparisons.map(({ verdict }) => verdict)).toEqual(['b_better', 'b_better', 'not_shown']);
    // Those shown share the level among all three; the one that is not has all of it, as in Holm's last step.
    expect(comparisonTable(comparisons).rows.map((cells) => cells[7]?.text)).toEqual([
      '+51.7 to +100.0',
      '+51.7 to +100.0',
      '-20.0 to +20.0',
    ]);
  });
});

describe('changedTasksTable', () => {
  it('shows shares of a task for completion, where attempts part, and what shows the rest', () => {
    expect(
      changedTasksTable(repeated('completion'), { firstDifference: () => null, limit: 1, more: '--all' }),
    ).toEqual({
      id: 'changed-tasks',
      title: 'Tasks that changed from old to new',
      columns: [
        { title: 'Task', align: 'left' },
        { title: 'old', align: 'right' },
        { title: 'new', align: 'right' },
        { title: 'Points', align: 'right' },
        { title: 'Change', align: 'left' },
        { title: 'First differing step', align: 'left' },
      ],
      rows: [
        [
          { text: 'a' },
          { text: '75.0', value: 0.75, items: ['a#0', 'a#1', 'a#2'] },
          { text: '100.0', value: 1, items: ['a#0', 'a#1', 'a#2'] },
          { text: '+25.0', value: 0.25 },
          { text: 'up' },
          { text: 'same steps' },
        ],
      ],
      notes: [
        '0 of 3 tasks flipped (gained: mostly failed, then mostly passed; lost: the other way round); 2 more went up or down.',
        'A: old; B: new.',
        '1 more row is not shown; --all.',
      ],
    });
  });

  it('shows passed of judged repeats for success', () => {
    expect(changedTasksTable(repeated())).toEqual({
      id: 'changed-tasks',
      title: 'Tasks that changed from old to new',
      columns: [
        { title: 'Task', align: 'left' },
        { title: 'old', align: 'right' },
        { title: 'new', align: 'right' },
        { title: 'Points', align: 'right' },
        { title: 'Change', align: 'left' },
      ],
      rows: [
        [
          { text: 'a' },
          { text: '2/3', counts: [2, 3], value: near(0.666667), items: ['a#0', 'a#1', 'a#2'] },
          { text: '3/3', counts: [3, 3], value: 1, items: ['a#0', 'a#1', 'a#2'] },
          { text: '+33.3', value: near(0.333333) },
          { text: 'up' },
        ],
        [
          { text: 'c' },
          { text: '0/3', counts: [0, 3], value: 0, items: ['c#0', 'c#1', 'c#2'] },
          { text: '1/3', counts: [1, 3], value: near(0.333333), items: ['c#0', 'c#1', 'c#2'] },
          { text: '+33.3', value: near(0.333333) },
          { text: 'up' },
        ],
      ],
      notes: [
        '0 of 3 tasks flipped (gained: mostly failed, then mostly passed; lost: the other way round); 2 more went up or down.',
      ],
    });
  });

  it('tells up from down, and gained from lost', () => {
    const { rows: shown, notes } = changedTasksTable(
      compared({ a: 'ppf', b: 'ppp', c: 'f', d: 'p' }, { a: 'ppp', b: 'ppf', c: 'p', d: 'f' }),
    );
    expect(Object.fromEntries(shown.map((cells) => [cells[0]?.text, cells[4]?.text]))).toEqual({
      a: 'up',
      b: 'down',
      c: 'gained',
      d: 'lost',
    });
    expect(notes[0]).toMatch(/^2 of 4 tasks flipped .* 2 more went up or down\.$/);
  });
});

describe('comparisonSentence', () => {
  it.each<[string, () => readonly RunComparison[], string]>([
    [
      'tasks tried once',
      () => [once()],
      // Differences 0, -1, 1, -1: variance 11/12; (0.1 / 2.8016)² is allowed, so 719.5 tasks.
      'No difference in success shown between old and new: new is 25.0 points below old, 95 % from 83.7 below to 58.6 above, p = 1.000. In other words: of 100 such tasks, new may solve anything from 84 fewer to 59 more than old; these data do not decide between the two. To find 10.0 points takes at least 150 repeats of every task, or about 597 tasks in all.',
    ],
    [
      'repeated tasks',
      () => [repeated()],
      'No difference in success shown between old and new: new is 22.2 points above old, 95 % from 47.5 below to 75.3 above, p = 0.184. In other words: of 100 such tasks, new may solve anything from 48 fewer to 75 more than old; these data do not decide between the two. If tasks go on differing as they do here, a design like this finds a difference of 73.2 points or more four times out of five. To find 10.0 points takes 117 repeats of every task, or about 30 tasks in all.',
    ],
    [
      'completion',
      () => [repeated('completion')],
      'No difference in completion shown between old and new: new is 16.7 points above old, 95 % from 51.6 below to 72.4 above, p = 0.184. In other words: old completes 50 % of an average task, new 67 %; these data do not decide between the two. If tasks go on differing as they do here, a design like this finds a difference of 70.9 points or more four times out of five. To find 10.0 points takes 66 repeats of every task, or about 17 tasks in all.',
    ],
    [
      'an interval beside 0 that the exact test does not follow',
      () => [compared({ ...many(5, 'f'), ...many(5, 'p', 'x') }, { ...many(5, 'p'), ...many(5, 'p', 'x') })],
      'No difference in success shown between old and new: new is 50.0 points above old, 95 % 1.5 to 79.9, p = 0.063. In other words: of 100 such tasks, new may solve 2 to 80 more than old, yet chance cannot be ruled out. The interval leaves out 0, the exact test does not. If tasks go on differing as they do here, a design like this finds a difference of 67.3 points or more four times out of five. To find 10.0 points takes at least 41 repeats of every task, or about 401 tasks in all.',
    ],
    [
      'a worse one',
      () => [compared(many(8, 'p'), many(8, 'f'))],
      'new is 100.0 points below old in success, 95 % 27.0 to 100.0, p = 0.008. In other words: of 100 such tasks, new solves about 100 fewer than old; anything from 27 to 100 fewer is compatible with the data.',
    ],
    [
      'one of several comparisons whose own test does not show it either',
      () => {
        const [a, b, c] = ['fffffppppp', 'p'.repeat(10), 'p'.repeat(10)].map((letters) =>
          Object.fromEntries(letters.split('').map((letter, index) => [`t${index}`, letter])),
        );
        const named = [a, b, c].map((tasks, index) => ({
          name: 'abc'[index] ?? '',
          rows: rows(tasks ?? {}),
        }));
        return compareRuns(named);
      },
      'No difference in success shown between a and b: b is 50.0 points above a, 95 % 1.5 to 79.9, p (Holm) = 0.188. In other words: of 100 such tasks, b may solve 2 to 80 more than a, yet chance cannot be ruled out. The interval leaves out 0, the exact test does not. If tasks go on differing as they do here, a design like this, made with 2 other comparisons, finds a difference of 76.1 points or more four times out of five. To find 10.0 points takes at least 54 repeats of every task, or about 531 tasks in all.',
    ],
    [
      'one of several comparisons',
      () =>
        compareRuns(
          ['f', 'p', 'p'].map((letter, index) => ({ name: 'abc'[index] ?? '', rows: rows(many(6, letter)) })),
        ),
      'No difference in success shown between a and b: b is 100.0 points above a, 95 % 12.3 to 100.0, p (Holm) = 0.094. In other words: of 100 such tasks, b may solve 12 to 100 more than a, yet chance cannot be ruled out. The interval of this comparison alone leaves out 0; corrected for the number of comparisons, the test does not. To find 10.0 points takes at least 176 repeats of every task, or about 1055 tasks in all.',
    ],
  ])('says of %s what may be said', (_, family, sentence) => {
    const comparisons = family();
    const [first] = comparisons;
    expect(first === undefined ? null : comparisonSentence(first, comparisons.length)).toBe(sentence);
  });

  it('says where repeats alone would not do', () => {
    const comparison = {
      ...repeated(),
      effort: { repeats: null, repeatsAtLeast: false, tasks: 70 },
      detectable: null,
    };
    expect(comparisonSentence(comparison)).toMatch(
      / To find 10\.0 points, repeats alone will not do: about 70 tasks are needed in all\.$/,
    );
  });
});
