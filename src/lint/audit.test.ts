import { describe, expect, it } from 'vitest';
import type { ItemResult, NamedScore } from '../domain/score.js';
import type { Outcome } from '../domain/episode.js';
import { auditFindings } from './audit.js';

function result(
  item: string,
  parts: { success?: boolean; completion?: number; details?: unknown; outcome?: Outcome; repeat?: number },
): ItemResult {
  const { success = false, completion = 0, details, outcome = 'failed', repeat = 0 } = parts;
  const score: NamedScore = {
    evaluator: 'any',
    version: '1',
    mode: 'corrected',
    score: {
      status: 'scored',
      value: completion,
      explanation: '',
      ...(details !== undefined && { details }),
    },
  };
  return {
    key: { item, repeat },
    task: { id: item, instructions: { en: item }, apps: [], tags: [], milestones: [], evaluators: [] },
    end: { reason: 'step_budget' },
    steps: 1,
    outcome,
    result: { mode: 'corrected', scores: [score], success, completion },
  };
}

const messages = (...baselines: Parameters<typeof auditFindings>[0]): string[] =>
  auditFindings(baselines).map(({ severity, message }) => `${severity}: ${message}`);

describe('auditFindings', () => {
  it('names each milestone and rule that doing nothing meets, once', () => {
    const results = [
      result('a', { completion: 0.5, details: { milestones: [{ hit: true }, { hit: false, step: 3 }] } }),
      result('a', { repeat: 1, completion: 0.5, details: { milestones: [{ hit: true }, { hit: false }] } }),
      result('b', { completion: 0.5, details: { milestones: [{ step: null }, { step: 0 }] } }),
      result('c', { completion: 0.5, details: { rules: [{ holds: true }, { holds: null }] } }),
      result('d', { completion: 0.25 }),
      result('e', {}),
    ];
    expect(messages({ agent: 'no-op', results })).toEqual([
      'error: task a: milestone 1 is met by doing nothing',
      'error: task b: milestone 2 is met by doing nothing',
      'error: task c: rule 1 is met by doing nothing',
      'error: task d: part of it is met by doing nothing',
    ]);
  });

  it('counts milestones against the idle baseline alone, and successes against every blind one', () => {
    const results = [
      result('a', {
        success: true,
        completion: 1,
        outcome: 'passed',
        details: { milestones: [{ hit: true }] },
      }),
    ];
    expect(messages({ agent: 'random', results })).toEqual(['warning: task a is solved by random']);
    expect(messages({ agent: 'no-op', results })).toEqual([
      'error: task a: milestone 1 is met by doing nothing',
      'warning: task a is solved by no-op',
    ]);
  });

  it('leaves voided items out', () => {
    const results = [result('a', { success: true, completion: 1, outcome: 'environment_error' })];
    expect(messages({ agent: 'no-op', results })).toEqual([]);
  });
});
