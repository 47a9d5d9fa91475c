import { describe, expect, it } from 'vitest';
import { addMeasures, NO_MEASURES } from './call-measures.js';

describe('addMeasures', () => {
  it('leaves calls out that nobody answered just now', () => {
    expect(addMeasures(NO_MEASURES, {})).toBe(NO_MEASURES);
  });

  it('counts each measure where it is known', () => {
    const calls = [
      { firstTokenMs: 100, pictureTokens: 10, historyPictureTokens: 0, pictureTokensBy: 'profile' as const },
      {
        firstTokenMs: 300,
        pictureTokens: 30,
        historyPictureTokens: 20,
        pictureTokensBy: 'endpoint' as const,
      },
      { historyPictureTokens: 10, pictureTokensBy: 'profile' as const },
      {},
    ];
    const sum = calls.reduce((before, measures) => addMeasures(before, { measures }), NO_MEASURES);
    expect(sum).toEqual({
      live: 4,
      firstTokenMs: { calls: 2, sum: 400, most: 300 },
      tokenRate: { tokens: 0, ms: 0 },
      pictureTokens: { calls: 2, sum: 40, most: 30 },
      historyPictureTokens: { calls: 3, sum: 30, most: 20 },
      countedBy: ['endpoint', 'profile'],
    });
  });

  it('has a moment in which many tokens came count no more than that moment', () => {
    const calls = [
      { tokensPerSecond: 10, ratedMs: 1000 },
      { tokensPerSecond: 1_000_000, ratedMs: 0.02 },
    ];
    const { tokenRate } = calls.reduce((before, measures) => addMeasures(before, { measures }), NO_MEASURES);
    expect((tokenRate.tokens / tokenRate.ms) * 1000).toBeCloseTo(30, 0);
  });
});
