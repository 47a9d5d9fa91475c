import { describe, expect, it } from 'vitest';
import { FaultSchema, isVoided, outcomeOf, type EpisodeEndReason } from './episode.js';

describe('outcomeOf', () => {
  it('names the owner of a failure, each by a word of its own', () => {
    const outcomes = FaultSchema.options.map((fault) => outcomeOf({ reason: 'agent_stop', fault }, null));
    expect(new Set(outcomes).size).toBe(FaultSchema.options.length);
    expect(outcomeOf({ reason: 'user_error', fault: 'user' }, null)).toBe('user_error');
    expect(outcomeOf({ reason: 'bug', fault: 'bug' }, null)).toBe('bug');
  });

  it('names the owner in older runs too, which had one reason for several', () => {
    const reason: EpisodeEndReason = 'environment_error';
    expect(outcomeOf({ reason, fault: 'user' }, null)).toBe('user_error');
    expect(outcomeOf({ reason, fault: 'environment' }, null)).toBe('environment_error');
  });

  it('lets no failure count but that of the agent', () => {
    for (const fault of FaultSchema.options) {
      expect(isVoided(outcomeOf({ reason: 'agent_stop', fault }, true))).toBe(fault !== 'agent');
    }
  });
});
