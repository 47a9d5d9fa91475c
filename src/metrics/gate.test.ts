import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutcomeSchema, type Outcome } from '../domain/episode.js';
import { compareRuns } from './comparison/compare.js';
import { dropCheck, metricCheck, metricDropCheck, successCheck, type GateCheck } from './gate.js';
import { metricMean } from './metric-mean.js';
import { successRate } from './rate.js';
import { percent } from './tables/percent.js';
import type { ResultRow } from './result-row.js';

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  p: 'passed',
  f: 'failed',
  '?': 'model_error',
  '-': 'not_run',
};

/** One task tried once per letter: `p` passed, `f` failed, `?` voided, `-` not run. */
function tasks(letters: string): ResultRow[] {
  return letters.split('').map((letter, task) => ({
    key: { item: `t${task}`, repeat: 0 },
    outcome: OUTCOMES[letter] ?? 'failed',
    completion: null,
    steps: 3,
  }));
}

function success(letters: string, atLeast: number, planned = letters.length): GateCheck {
  return successCheck({ success: successRate(tasks(letters)), planned }, atLeast);
}

function drop(before: string, after: string, atMost: number): GateCheck {
  const rows = tasks(after);
  const [comparison] = compareRuns([
    { name: 'base', rows: tasks(before) },
    { name: 'new', rows },
  ]);
  if (comparison === undefined) throw new Error('no comparison');
  return dropCheck({ success: successRate(rows), planned: after.length }, comparison, atMost);
}

describe('successCheck', () => {
  it('is met at exactly the rate asked for, and missed below it', () => {
    expect(success('ppppf', 0.8)).toMatchObject({ met: true, value: 0.8, limit: 0.8 });
    expect(success('pppff', 0.8).sentence).toBe(
      'Gate missed: success 60.0 % (n 5, 95 % 14.7–94.7), 80.0 % asked for. At this size, an agent at 90.0 % misses it in 8.1 % of runs, one at 70.0 % meets it in 52.8 %. For at most 5 % of either: at least 13 repeats of every task, or about 61 tasks.',
    );
  });

  it('does not count what somebody else failed, and names it', () => {
    expect(success('pppp?', 0.9)).toMatchObject({
      met: true,
      sentence:
        'Gate met: success 100.0 % (n 4, 95 % 39.8–100.0), 90.0 % asked for; voided: 1 × model outage. ' +
        'Had all that is unknown failed, it would be missed. At this size, an agent at 100.0 % misses it in 0.0 % of runs, one at 80.0 % meets it in 41.0 %. For at most 5 % of either: at least 11 repeats of every task, or about 44 tasks.',
    });
  });

  it.each([
    ['only voided episodes', '???', 3, /no episode was judged; voided: 3 × model outage; 0.0 % asked for/],
    ['no episode at all', '', 12, /no episode was judged; not run: 12/],
    ['mostly voided episodes', 'p??', 3, /only 1 of 3 episodes were judged/],
    ['episodes that were never begun', 'pp', 5, /only 2 of 5 episodes were judged.*not run: 3/],
    ['episodes that a budget left out', 'pp---', 5, /only 2 of 5 episodes were judged.*not run: 3/],
  ])('is never met by %s', (_, letters, planned, sentence) => {
    const check = success(letters, 0, planned);
    expect(check.met).toBe(false);
    expect(check.sentence).toMatch(sentence);
  });

  it('is met only where the rate as printed is, and at least half of the run was judged', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...OutcomeSchema.options), { maxLength: 30 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (outcomes, atLeast) => {
          const rows = outcomes.map((outcome, task) => ({
            key: { item: `t${task}`, repeat: 0 },
            outcome,
            completion: null,
            steps: 1,
          }));
          const rate = successRate(rows);
          const { met } = successCheck({ success: rate, planned: rows.length }, atLeast);
          const judged = rate.n > 0 && rate.n * 2 >= rows.length;
          expect(met).toBe(judged && Number(percent(rate.value)) >= Number(percent(atLeast)));
        },
      ),
    );
  });
});

describe('dropCheck', () => {
  it('allows a drop up to the limit and no further', () => {
    expect(drop('pppppppppp', 'pppppppppf', 0.1)).toMatchObject({ met: true });
    const missed = drop('pppppppppp', 'ppppppppff', 0.1);
    expect(missed.met).toBe(false);
    expect(missed.sentence).toMatch(
      /^Gate missed: success fell by 20.0 points from the baseline base \(100.0 to 80.0 %, n 10 tasks, 95 % /,
    );
    expect(missed.sentence).toContain('a drop of 10.0 points allowed.');
    expect(missed.sentence).toContain('No difference in success shown between base and new');
  });

  it('is met by a rise', () => {
    expect(drop('ffff', 'pppf', 0).sentence).toMatch(/^Gate met: success rose by 75.0 points/);
    expect(drop('pf', 'pf', 0).sentence).toMatch(/^Gate met: success did not change/);
  });

  it('is never met where too little was judged on either side', () => {
    expect(drop('pppp', '????', 1).sentence).toMatch(/no episode was judged/);
    expect(drop('??pp', 'pp??', 1).sentence).toMatch(/no task was judged both here and in the baseline base/);
    expect(drop('p???????', 'pppppppp', 1).sentence).toMatch(/only 1 of the 8 tasks judged here/);
    expect(['????', '-p--'].map((after) => drop('pppp', after, 1).met)).toEqual([false, false]);
  });
});

/** Tasks of ten steps each, so many of which are right; null is void. */
function steps(right: readonly (number | null)[]): ResultRow[] {
  return right.map((sum, task) => ({
    key: { item: `t${task}`, repeat: 0 },
    outcome: sum === null ? 'model_error' : 'failed',
    completion: null,
    steps: 10,
    metric: {
      name: 'AMS',
      label: 'action matching score',
      unit: 'step',
      average: 'pooled',
      value: sum === null ? null : { sum, of: 10 },
    },
  }));
}

describe('gates on the main metric', () => {
  const of = (rows: readonly ResultRow[], planned = rows.length) => {
    const measured = metricMean(rows);
    if (measured === null) throw new Error('no metric');
    return { name: 'AMS', measured, planned };
  };

  it('are met at exactly the value asked for, though no task succeeded', () => {
    const check = metricCheck(of(steps([6, 8, 4])), 0.6);
    expect(check).toMatchObject({ gate: 'min-metric', metric: 'AMS', met: true, value: 0.6 });
    expect(check.sentence).toMatch(/^Gate met: AMS 60\.0 % \(n 3, 95 % .*\), 60\.0 % asked for\./);
    expect(metricCheck(of(steps([6, 8, 4])), 0.601).met).toBe(false);
  });

  it('decide by what the data show where that is asked for', () => {
    const rows = steps([6, 8, 4]);
    expect(metricCheck(of(rows), 0.6, 'met').met).toBe(false);
    expect(metricCheck(of(rows), 0.99, 'missed').met).toBe(false);
    expect(metricCheck(of(rows), 0.65, 'missed').met).toBe(true);
  });

  it('are never met over few', () => {
    expect(metricCheck(of(steps([10, null, null])), 0).sentence).toMatch(/only 1 of 3 episodes were judged/);
    expect(metricCheck(of(steps([10]), 5), 0).sentence).toMatch(/only 1 of 5 episodes were judged/);
  });

  it('allow a fall up to the limit', () => {
    const [before, after] = [steps([10, 10, 10]), steps([10, 10, 7])];
    const [comparison] = compareRuns(
      [
        { name: 'base', rows: before },
        { name: 'new', rows: after },
      ],
      { metric: 'main' },
    );
    if (comparison === undefined) throw new Error('no comparison');
    expect(metricDropCheck(of(after), comparison, 0.1)).toMatchObject({ gate: 'max-metric-drop', met: true });
    const missed = metricDropCheck(of(after), comparison, 0.09);
    expect(missed.met).toBe(false);
    expect(missed.sentence).toMatch(/^Gate missed: AMS fell by 10\.0 points from the baseline base/);
  });
});
