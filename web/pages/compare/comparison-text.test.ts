import { describe, expect, it } from 'vitest';
import { compareRuns, type RunComparison } from '../../../src/metrics/comparison/compare.js';
import { comparisonFacts, comparisonSentence } from '../../../src/metrics/comparison/comparison-sentence.js';
import { comparisonTable } from '../../../src/metrics/comparison/compare-tables.js';
import type { ResultRow } from '../../../src/metrics/result-row.js';
import type { ReportComparison } from '../../../src/report/view/report-comparison.js';
import { COMPARE_TEXTS } from './compare-texts.js';
import { pairText } from './comparison-text.js';

/** `p` passed, `f` failed, `?` voided: one letter per task. */
function rows(letters: string): ResultRow[] {
  return letters.split('').map((letter, number) => ({
    key: { item: `t${number}`, repeat: 0 },
    outcome: letter === 'p' ? 'passed' : letter === 'f' ? 'failed' : 'model_error',
    completion: letter === 'p' ? 1 : 0,
    steps: 1,
  }));
}

function compared(a: string, b: string): RunComparison {
  const [comparison] = compareRuns([
    { name: 'old', rows: rows(a) },
    { name: 'new', rows: rows(b) },
  ]);
  if (comparison === undefined) throw new Error('no comparison');
  return comparison;
}

function inReport(comparison: RunComparison): ReportComparison {
  return { ...comparisonFacts(comparison, 1), left: 0, right: 1, differing: [], changed: [] };
}

describe('pairText', () => {
  it.each([
    ['a clear fall', 'p'.repeat(40), 'f'.repeat(30) + 'p'.repeat(10)],
    ['a clear rise', 'f'.repeat(40), 'p'.repeat(40)],
    ['nothing shown', 'ppfp?p', 'pfpf?p'],
    ['a task left out', 'pp?', 'pfp'],
    ['nothing in common', 'p?', '?p'],
  ])('says of %s what the terminal says', (_, a, b) => {
    const comparison = compared(a, b);
    const { finding, meaning, caveats, leftOut } = pairText(
      inReport(comparison),
      'old',
      'new',
      COMPARE_TEXTS.en.comparison,
    );
    const said = [finding, meaning, ...caveats].filter((part) => part !== null).join(' ');
    expect(said).toBe(comparisonSentence(comparison));
    const { notes } = comparisonTable([comparison]);
    expect(notes).toContain(said);
    for (const sentence of leftOut) expect(notes).toContain(sentence);
  });

  it('gives difference and interval one direction, in either language', () => {
    const fall = inReport(compared('p'.repeat(40), 'f'.repeat(30) + 'p'.repeat(10)));
    expect(pairText(fall, 'A', 'B', COMPARE_TEXTS.en.comparison).finding).toMatch(
      /^B is 75\.0 points below A in success, 95 % [56]\d\.\d to 8\d\.\d, p < 0\.001\.$/,
    );
    expect(pairText(fall, 'A', 'B', COMPARE_TEXTS.zh.comparison).finding).toMatch(
      /^B 的成功率比 A 低 75\.0 个百分点，95 % [56]\d\.\d 至 8\d\.\d，p < 0\.001。$/,
    );
    expect(pairText(fall, 'A', 'B', COMPARE_TEXTS.en.comparison).meaning).toMatch(
      /^In other words: of 100 such tasks, B solves about 75 fewer than A; anything from [56]\d to 8\d fewer is compatible/,
    );
  });

  it('says how the numbers came about, also how many comparisons p was corrected for', () => {
    const comparison = { ...inReport(compared('p'.repeat(40), 'f'.repeat(40))), family: 3 };
    const { computed } = pairText(comparison, 'A', 'B', COMPARE_TEXTS.en.comparison);
    expect(computed.join(' ')).toContain('A did better on 40, B on 0, equally well on 0.');
    expect(computed.join(' ')).toContain('exact McNemar test');
    expect(computed.join(' ')).toContain('fewer than 1 of 1,000 comparisons');
    expect(computed.join(' ')).toMatch(
      /3 comparisons were made together: p is corrected for that \(Holm\), the interval is of this one alone\. One that holds together with all others: \d+\.\d to 100\.0\.$/,
    );
  });
});
