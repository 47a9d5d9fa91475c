import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../domain/episode.js';
import type { ItemResult } from '../../../domain/score.js';
import { odysseyTables } from './odyssey-tables.js';

const OPTIONS = {
  agent: 'a',
  mode: 'corrected',
  aggregation: 'pooled',
  protocol: 'random, high-level instructions',
} as const;

function result(item: string, outcome: Outcome, reasons: readonly string[] | null): ItemResult {
  const details = { category: 'Multi_Apps', device: 'Small Phone', stepLength: 2, reasons };
  const score = { status: 'scored' as const, value: 0, explanation: 'so', details };
  const named = { evaluator: 'guiodyssey.ams', version: '1', mode: 'corrected' as const, score };
  return {
    key: { item, repeat: 0 },
    task: { id: item, instructions: { en: 'do' }, apps: [], tags: [], milestones: [], evaluators: [] },
    end: { reason: 'agent_stop' },
    steps: 2,
    outcome,
    result: {
      mode: 'corrected',
      scores: reasons === null ? [] : [named],
      success: outcome === 'passed',
      completion: null,
    },
  };
}

async function notesOf(results: readonly ItemResult[]): Promise<string> {
  const [first] = await odysseyTables(results, OPTIONS);
  return first?.notes.join('\n') ?? '';
}

describe('odysseyTables', () => {
  it('says how many episodes are voided, why, and which', async () => {
    const notes = await notesOf([
      result('good', 'passed', ['click_correct', 'action_correct']),
      result('broken', 'invalid_task', null),
      ...['a', 'b', 'c', 'd', 'e'].map((id) => result(id, 'model_error', null)),
    ]);
    expect(notes).toContain(
      '6 episodes are voided and not counted (invalid task 1, model error 5): broken#0, a#0, b#0, c#0, d#0, ….',
    );
  });

  it('says nothing of it where all are counted, those cut short too', async () => {
    const notes = await notesOf([
      result('good', 'passed', ['click_correct', 'action_correct']),
      result('short', 'judge_unknown', ['click_correct']),
    ]);
    expect(notes).not.toContain('voided');
    expect(notes).toContain('short#0');
  });
});
