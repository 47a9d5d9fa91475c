import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../domain/episode.js';
import type { ItemResult } from '../../domain/score.js';
import { missingItems, scoredItem } from './scored-items.js';

function result(item: string, outcome: Outcome, details?: unknown): ItemResult {
  const score = { status: 'scored', value: 0.5, explanation: '', details } as const;
  const scores = [{ evaluator: 'milestones', version: '1', mode: 'corrected', score } as const];
  return {
    key: { item, repeat: 0 },
    task: { id: item, instructions: { en: item }, apps: [], tags: [], milestones: [], evaluators: [] },
    end: { reason: 'agent_stop' },
    steps: 3,
    outcome,
    result: { mode: 'corrected', scores, success: outcome === 'passed', completion: 0.5 },
  };
}

describe('scoredItem', () => {
  it('lists which milestones were met, however the evaluator writes them down', () => {
    const ours = {
      milestones: [
        { abilities: ['save', 'find'], step: 2 },
        { abilities: [], step: null },
      ],
    };
    expect(scoredItem(result('a', 'failed', ours))).toMatchObject({
      item: 'a',
      hits: [1, 2],
      milestones: [
        { abilities: ['save', 'find'], hit: true, step: 2 },
        { abilities: [], hit: false, step: null },
      ],
    });
    const published = { milestones: [{ ability: 'pay', hit: true, step: null }] };
    expect(scoredItem(result('b', 'passed', published))).toMatchObject({
      hits: [1, 1],
      milestones: [{ abilities: ['pay'], hit: true, step: null }],
    });
  });

  it('has no hits where no milestones were judged', () => {
    expect(scoredItem(result('a', 'passed', { invalidActions: 0 }))).toMatchObject({
      hits: null,
      milestones: [],
    });
  });
});

describe('missingItems', () => {
  it('names the items without a single attempt', () => {
    const results = [
      result('b', 'not_run'),
      result('a', 'not_run'),
      result('a', 'failed'),
      result('c', 'passed'),
    ];
    expect(missingItems(results.map(scoredItem))).toEqual(['b']);
  });
});
