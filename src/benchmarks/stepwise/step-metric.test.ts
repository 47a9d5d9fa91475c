import { describe, expect, it } from 'vitest';
import type { BenchmarkItem } from '../benchmark.js';
import type { EpisodeScores } from '../../domain/score.js';
import { stepMetric } from './step-metric.js';

const ITEM: BenchmarkItem = {
  id: 'a',
  task: { id: 'a', instructions: { en: 'x' }, apps: [], tags: [], milestones: [], evaluators: [] },
};

function scores(...reasons: readonly ('match' | 'type')[]): EpisodeScores {
  const details = {
    protocol: null,
    groups: ['general', 'other'],
    steps: reasons.map((reason) => ({ type: 'tap', reason })),
  };
  const value = 0.5;
  return {
    mode: 'corrected',
    success: false,
    completion: 0,
    scores: [
      {
        evaluator: 'own',
        version: '1',
        mode: 'corrected',
        score: { status: 'scored', value, explanation: 'x', details },
      },
    ],
  };
}

function valueOf(average: 'pooled' | 'group_mean', of: EpisodeScores): unknown {
  const metric = stepMetric({ name: 'S', label: 's', average });
  return metric.average === 'completion' ? undefined : metric.of(of, ITEM);
}

describe('stepMetric', () => {
  it('counts the steps that match, of all recorded ones', () => {
    expect(valueOf('pooled', scores('match', 'type', 'match'))).toEqual({ sum: 2, of: 3 });
    expect(valueOf('group_mean', scores('type'))).toEqual({ sum: 0, of: 1, group: 'general' });
  });

  it('is nothing without a step or a score', () => {
    expect(valueOf('pooled', scores())).toBeNull();
    expect(valueOf('pooled', { ...scores('match'), scores: [] })).toBeNull();
  });
});
