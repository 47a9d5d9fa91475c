import { describe, expect, it } from 'vitest';
import { DatasetError } from '../../../errors.js';
import type { StepReason } from './match-odyssey-step.js';
import { ODYSSEY_CATEGORIES, OdysseyTally, rateText, type MatchedStep } from './odyssey-tally.js';

const verdict = (reason: StepReason): MatchedStep['verdict'] => ({
  isCorrect: reason.endsWith('_correct'),
  reason,
});

/** Episodes as `category: length: reasons`. */
function tallyOf(
  mode: 'reference' | 'corrected',
  episodes: Readonly<Record<string, readonly [category: string, stepLength: number, ...StepReason[]]>>,
): OdysseyTally {
  const tally = new OdysseyTally(mode);
  for (const [episode, [category, stepLength, ...reasons]] of Object.entries(episodes)) {
    for (const reason of reasons) tally.add({ episode, category, stepLength, verdict: verdict(reason) });
  }
  return tally;
}

const MIXED = {
  one: ['Multi_Apps', 2, 'click_correct', 'type_correct'],
  two: ['Multi_Apps', 2, 'click_correct', 'type_fail'],
  three: ['Web_Shopping', 1, 'action_correct'],
  cut: ['Web_Shopping', 3, 'scroll_correct', 'scroll_fail'],
  none: ['General_Tool', 2, 'invalid', 'action_fail'],
} as const;

describe('OdysseyTally', () => {
  it('sums steps and complete episodes, over all and by category', () => {
    expect(tallyOf('corrected', MIXED).result('pooled')).toEqual({
      aggregation: 'pooled',
      ams: 55.56,
      sr: 50,
      steps: 9,
      actionType: { percent: 88.89, hits: 8, total: 9 },
      actionTypeStrict: { percent: 77.78, hits: 7, total: 9 },
      text: { percent: 50, hits: 1, total: 2 },
      categories: [
        {
          category: 'Multi_Apps',
          ams: { percent: 75, hits: 3, total: 4 },
          sr: { percent: 50, hits: 1, total: 2 },
        },
        {
          category: 'Web_Shopping',
          ams: { percent: 66.67, hits: 2, total: 3 },
          sr: { percent: 100, hits: 1, total: 1 },
        },
        {
          category: 'General_Tool',
          ams: { percent: 0, hits: 0, total: 2 },
          sr: { percent: 0, hits: 0, total: 1 },
        },
      ],
      missingCategories: ['Information_Management', 'Media_Entertainment', 'Social_Sharing'],
      incompleteEpisodes: ['cut'],
    });
  });

  it('takes the mean over the rounded values of the categories, and each once', () => {
    const { aggregation, ams, sr } = tallyOf('corrected', MIXED).result('category_mean');
    // (75 + 66.67 + 0) / 3 and (50 + 100 + 0) / 3.
    expect({ aggregation, ams, sr }).toEqual({ aggregation: 'category_mean', ams: 47.22, sr: 50 });
  });

  it('leaves categories without a complete episode out of the mean, which the published code counts as 0', () => {
    const episodes = Object.fromEntries(
      ODYSSEY_CATEGORIES.map((category, index) => [
        `episode ${index}`,
        [category, index === 0 ? 9 : 1, 'type_correct'] as const,
      ]),
    );
    expect(tallyOf('corrected', episodes).result('category_mean').sr).toBe(100);
    expect(tallyOf('reference', episodes).result('category_mean').sr).toBe(83.33);
    expect(tallyOf('corrected', episodes).result('category_mean', 'reference').sr).toBe(83.33);
    expect(tallyOf('reference', episodes).result('category_mean').missingCategories).toEqual([]);
  });

  it('has no number where nothing is complete, or nothing was judged, which the published code has as 0 or refuses', () => {
    const cut = { cut: ['Multi_Apps', 5, 'type_correct'] } as const;
    expect(tallyOf('corrected', cut).result('pooled')).toMatchObject({ ams: 100, sr: null });
    expect(tallyOf('reference', cut).result('pooled')).toMatchObject({ ams: 100, sr: 0 });
    expect(tallyOf('corrected', cut).result('category_mean')).toMatchObject({ ams: 100, sr: null });
    expect(new OdysseyTally('corrected').result('pooled')).toEqual({
      aggregation: 'pooled',
      ams: null,
      sr: null,
      steps: 0,
      actionType: { percent: null, hits: 0, total: 0 },
      actionTypeStrict: { percent: null, hits: 0, total: 0 },
      text: { percent: null, hits: 0, total: 0 },
      categories: [],
      missingCategories: ODYSSEY_CATEGORIES,
      incompleteEpisodes: [],
    });
    expect(new OdysseyTally('corrected').result('category_mean')).toMatchObject({ ams: null, sr: null });
  });

  it.each([
    ['no step', {}, 'pooled', 'no step was judged', 'The published code divides by zero here'],
    [
      'no typed text',
      { one: ['Multi_Apps', 1, 'click_correct'] },
      'pooled',
      'no typed text was judged',
      'The published code divides by zero here',
    ],
    [
      'fewer than six categories',
      MIXED,
      'category_mean',
      'there are 3 categories instead of six',
      'The published mean is over all six',
    ],
  ] as const)('refuses %s in reference alone', (_what, episodes, aggregation, message, hint) => {
    const refused = expect.objectContaining({
      message: expect.stringContaining(message) as string,
      hint: expect.stringContaining(hint) as string,
    }) as Error;
    expect(() => tallyOf('reference', episodes).result(aggregation)).toThrow(refused);
    expect(() => tallyOf('reference', episodes).result(aggregation)).toThrow(DatasetError);
    expect(() => tallyOf('corrected', episodes).result(aggregation)).not.toThrow();
    expect(() => tallyOf('reference', episodes).result(aggregation, 'corrected')).not.toThrow();
  });

  it('takes six categories, and any number where all are pooled', () => {
    const typed = Object.fromEntries(
      ODYSSEY_CATEGORIES.map((category) => [category, [category, 1, 'type_fail'] as const]),
    );
    expect(tallyOf('reference', typed).result('category_mean')).toMatchObject({ ams: 0, sr: 0 });
    expect(tallyOf('reference', MIXED).result('pooled')).toMatchObject({ ams: 55.56, sr: 50 });
  });

  it('refuses steps that disagree about the length of their episode', () => {
    const tally = tallyOf('corrected', MIXED);
    const step = { episode: 'one', category: 'Multi_Apps', stepLength: 3, verdict: verdict('invalid') };
    expect(() => tally.add(step)).toThrow(
      expect.objectContaining({
        message: 'episode one has 2 steps by one record and 3 by another',
        hint: 'step_length must be the same in all records of an episode.',
      }) as Error,
    );
  });

  it('counts too many steps of an episode as an incomplete one', () => {
    const tally = tallyOf('corrected', { more: ['Multi_Apps', 1, 'click_correct', 'click_correct'] });
    expect(tally.result('pooled').incompleteEpisodes).toEqual(['more']);
    expect(tally.pooled()).toEqual({
      ams: { percent: 100, hits: 2, total: 2 },
      sr: { percent: null, hits: 0, total: 0 },
      steps: 2,
    });
  });

  it('pools over any categories', () => {
    expect(tallyOf('corrected', MIXED).pooled()).toEqual({
      ams: { percent: 55.56, hits: 5, total: 9 },
      sr: { percent: 50, hits: 2, total: 4 },
      steps: 9,
    });
  });
});

describe('rateText', () => {
  it('is as the published evaluator prints it', () => {
    expect(rateText({ percent: 81.25, hits: 39, total: 48 })).toBe('39 / 48 = 81.25');
    expect(rateText({ percent: 33.33, hits: 1, total: 3 })).toBe('1 / 3 = 33.33');
  });
});
