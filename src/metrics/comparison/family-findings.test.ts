import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResultRow } from '../result-row.js';
import { compareRuns, type RunComparison } from './compare.js';
import { comparisonSentence } from './comparison-sentence.js';
import { comparePaired, comparisonInterval } from './paired-comparison.js';

/** One task tried once per letter: `p` passed, anything else failed. */
function rows(letters: string): ResultRow[] {
  return letters.split('').map((letter, task) => ({
    key: { item: `t${task}`, repeat: 0 },
    outcome: letter === 'p' ? 'passed' : 'failed',
    completion: null,
    steps: 1,
  }));
}

function compare(
  letters: readonly string[],
  options: Parameters<typeof compareRuns>[1] = {},
): RunComparison[] {
  return compareRuns(
    letters.map((run, index) => ({ name: `run ${index}`, rows: rows(run) })),
    { against: 'first', ...options },
  );
}

const BASE = 'f'.repeat(40);
const SAME = BASE;
const AHEAD = `${'p'.repeat(20)}${'f'.repeat(20)}`;

describe('intervals that hold together', () => {
  it('are those of the comparison alone where there is only one', () => {
    const [only] = compare([BASE, AHEAD]);
    expect(only?.simultaneous).toEqual(only?.interval);
  });

  it('share the level among what was not shown, and among all for what was', () => {
    const [ahead, first, second] = compare([BASE, AHEAD, SAME, SAME]);
    if (ahead === undefined || first === undefined || second === undefined)
      throw new Error('three comparisons');
    expect([ahead, first, second].map(({ verdict }) => verdict)).toEqual([
      'b_better',
      'not_shown',
      'not_shown',
    ]);
    expect(ahead.simultaneous).toEqual(comparisonInterval(ahead, 1 - 0.05 / 3));
    expect(first.simultaneous).toEqual(comparisonInterval(first, 1 - 0.05 / 2));
    expect(ahead.interval?.low).toBeGreaterThan(ahead.simultaneous?.low ?? Number.NaN);
  });

  it('leave out 0 exactly where a difference was shown', () => {
    const run = fc
      .array(fc.constantFrom('p', 'f'), { minLength: 12, maxLength: 12 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(fc.array(run, { minLength: 2, maxLength: 5 }), (runs) => {
        for (const { verdict, simultaneous, difference } of compare(runs)) {
          const { low, high } = simultaneous ?? { low: Number.NaN, high: Number.NaN };
          if (verdict === 'b_better') expect(low).toBeGreaterThanOrEqual(0);
          else if (verdict === 'a_better') expect(high).toBeLessThanOrEqual(0);
          else expect([low <= 0, high >= 0]).toEqual([true, true]);
          expect(low).toBeLessThanOrEqual((difference ?? 0) + 1e-9);
          expect(high).toBeGreaterThanOrEqual((difference ?? 0) - 1e-9);
        }
      }),
    );
  });
});

describe('equivalence', () => {
  const CLOSE = `f${'p'.repeat(199)}`;
  const PERFECT = 'p'.repeat(200);

  it('is shown by both ends of the 90 % interval, and by nothing else', () => {
    const [close] = compare([PERFECT, CLOSE], { margin: 0.05 });
    expect(close?.equivalence).toMatchObject({
      margin: 0.05,
      isEquivalent: true,
      isNotWorse: true,
      isNotBetter: true,
    });
    expect(close?.equivalence?.interval).toEqual(close === undefined ? null : comparisonInterval(close, 0.9));
    const [few] = compare([PERFECT.slice(0, 20), PERFECT.slice(0, 20)], { margin: 0.05 });
    expect(few?.verdict).toBe('not_shown');
    expect(few?.equivalence).toMatchObject({ isEquivalent: false, isNotWorse: false, isNotBetter: false });
  });

  it('tells one side from the other, and is stricter beside other comparisons', () => {
    const [ahead] = compare([BASE, AHEAD], { margin: 0.05 });
    expect(ahead?.equivalence).toMatchObject({ isEquivalent: false, isNotWorse: true, isNotBetter: false });
    const [one] = compare([PERFECT, CLOSE], { margin: 0.02 });
    const many = compare([PERFECT, CLOSE, CLOSE, CLOSE, CLOSE], { margin: 0.02 })[0];
    const widthOf = (comparison: RunComparison | undefined): number =>
      (comparison?.equivalence?.interval.high ?? 0) - (comparison?.equivalence?.interval.low ?? 0);
    expect(widthOf(many)).toBeGreaterThan(widthOf(one));
    expect(compare([BASE, AHEAD])[0]?.equivalence).toBeNull();
  });

  it('is said in the sentence, with the interval that decides', () => {
    const sentence = (letters: readonly string[], margin: number): string =>
      compare(letters, { margin })
        .map((comparison) => comparisonSentence(comparison))
        .join('\n');
    expect(sentence([PERFECT, CLOSE], 0.05)).toContain(
      'run 1 and run 0 are equivalent within 5.0 points (90 % ',
    );
    expect(sentence([BASE, AHEAD], 0.05)).toContain(
      'run 1 is not worse than run 0 by 5.0 points or more (90 % ',
    );
    expect(sentence([AHEAD, BASE], 0.05)).toContain(
      'run 1 is not better than run 0 by 5.0 points or more (90 % ',
    );
    expect(sentence([BASE.slice(0, 10), SAME.slice(0, 10)], 0.05)).toContain(
      'within 5.0 points of each other is open',
    );
  });
});

describe('what a design finds, and what finding takes', () => {
  it('is told for a difference chosen beforehand, whatever was seen', () => {
    const [low, high] = [`${'p'.repeat(3)}${'f'.repeat(37)}`, AHEAD].map((run) =>
      comparePaired(rows(BASE), rows(run)),
    );
    expect([low?.target, high?.target]).toEqual([0.1, 0.1]);
    const wider = comparePaired(rows(BASE), rows(AHEAD), { target: 0.2 });
    expect(wider.effort?.tasks).toBeLessThan(high?.effort?.tasks ?? 0);
    expect(
      comparisonSentence(compare([BASE, `${'p'.repeat(3)}${'f'.repeat(37)}`])[0] as RunComparison),
    ).toContain('To find 10.0 points takes');
  });

  it('grows with the number of comparisons made together', () => {
    const alone = compare([BASE, AHEAD])[0]?.detectable ?? Number.NaN;
    const beside =
      compare([BASE, AHEAD, SAME, SAME, SAME, SAME, SAME, SAME, SAME, SAME])[0]?.detectable ?? Number.NaN;
    expect(beside).toBeGreaterThan(alone);
  });
});
