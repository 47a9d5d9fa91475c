import { describe, expect, it } from 'vitest';
import type { ModelAnswer } from '../../models/model.js';
import { callUsage } from './call-usage.js';

const ANSWER: ModelAnswer = {
  text: 'go',
  finishReason: 'stop',
  model: 'm',
  usage: { inputTokens: 7, outputTokens: 3 },
  latencyMs: 1,
  fromCache: false,
  costUsd: 0.5,
};

describe('callUsage', () => {
  it('says what is known, and leaves out what is not', () => {
    expect(callUsage(ANSWER)).toStrictEqual({
      inputTokens: 7,
      outputTokens: 3,
      costUsd: 0.5,
      fromCache: false,
    });
    const usage = { cachedInputTokens: 4, cacheWriteTokens: 0, reasoningTokens: 2, estimated: true };
    const full = { ...ANSWER, usage: { ...ANSWER.usage, ...usage }, warnings: ['no top_k'], fromCache: true };
    expect(callUsage(full)).toStrictEqual({
      inputTokens: 7,
      outputTokens: 3,
      costUsd: 0.5,
      fromCache: true,
      ...usage,
      warnings: ['no top_k'],
    });
    const counted = { ...ANSWER, usage: { ...ANSWER.usage, estimated: false }, warnings: [] };
    expect(callUsage(counted)).not.toHaveProperty('estimated');
    expect(callUsage(counted)).not.toHaveProperty('warnings');
  });

  it('knows nothing of a call without an answer, but that it came from no cache', () => {
    const unknown = { inputTokens: null, outputTokens: null, costUsd: null, fromCache: false };
    expect(callUsage(null)).toStrictEqual(unknown);
  });

  it('takes for a count what is one', () => {
    for (const [reported, count] of [
      [0, 0],
      [2.6, 3],
      [-1, null],
      [Number.NaN, null],
      [Number.POSITIVE_INFINITY, null],
      ['12', null],
      [null, null],
    ] as const) {
      // What an endpoint may answer, against the promise of its types.
      const usage = { inputTokens: reported as number, outputTokens: 1 };
      expect(callUsage({ ...ANSWER, usage }).inputTokens).toBe(count);
    }
  });
});
