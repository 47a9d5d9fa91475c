import { describe, expect, it } from 'vitest';
import { boundSampling } from './bound-sampling.js';

describe('boundSampling', () => {
  const official = { kind: 'official', set: 's', texts: {} } as const;

  it.each([
    [undefined, { sampling: {} }, { maxOutputTokens: 1024 }],
    [{ temperature: 0 }, { sampling: { maxOutputTokens: 30 } }, { temperature: 0, maxOutputTokens: 30 }],
    [{ maxOutputTokens: 7 }, { sampling: { maxOutputTokens: 30 } }, { maxOutputTokens: 7 }],
    [undefined, { sampling: {}, promptSource: { kind: 'user' as const } }, { maxOutputTokens: 1024 }],
    [{ temperature: 0 }, { sampling: {}, promptSource: official }, { temperature: 0 }],
    [{ maxOutputTokens: 7 }, { sampling: {}, promptSource: official }, { maxOutputTokens: 7 }],
    [undefined, { sampling: { maxOutputTokens: 30 }, promptSource: official }, { maxOutputTokens: 30 }],
  ])('%j of the user with %j is %j', (sampling, dialect, bound) => {
    const asked = sampling === undefined ? {} : { sampling };
    expect(boundSampling({ provider: 'openai-compatible', ...asked }, dialect)).toEqual(bound);
  });

  it('leaves the limit to the server where the script of a dialect sends none', () => {
    const dialect = { sampling: { temperature: 0.2 }, isUnlimited: true as const };
    expect(boundSampling({ provider: 'openai-compatible' }, dialect)).toEqual({});
    expect(boundSampling({ provider: 'completions' }, dialect)).toEqual({ maxOutputTokens: 1024 });
  });

  it('limits raw completions of official prompts too', () => {
    const dialect = { sampling: {}, promptSource: official };
    expect(boundSampling({ provider: 'completions' }, dialect)).toEqual({ maxOutputTokens: 1024 });
  });
});
