import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../domain/episode.js';
import type { ItemResult } from '../../../domain/score.js';
import { foreignCounts } from '../foreign/foreign-tally.js';
import { FOREIGN_EVALUATORS } from '../foreign/foreign-evaluators.js';
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

  it('gives every rate the interval of its episodes', async () => {
    const done = ['good', 'fine', 'poor'].map((id, index) =>
      result(id, index < 2 ? 'passed' : 'failed', [
        'click_correct',
        index < 2 ? 'action_correct' : 'action_fail',
      ]),
    );
    for (const aggregation of ['pooled', 'category_mean'] as const) {
      const [table] = await odysseyTables(done, { ...OPTIONS, aggregation });
      const cells = table?.rows[0]?.slice(1).filter(({ value }) => value !== null) ?? [];
      expect(cells).toHaveLength(4);
      for (const { value = null, interval } of cells) {
        expect(interval?.[0]).toBeLessThan(value ?? 0);
        expect(interval?.[1]).toBeGreaterThan(value ?? 1);
      }
    }
  });

  it('sums what the scripts of other projects counted, and says how many episodes are too old for that', async () => {
    const evaluator = FOREIGN_EVALUATORS.agentcpm;
    const steps = [evaluator.judge('PRESS_HOME', 'PRESS_HOME'), evaluator.judge('COMPLETE', 'done')];
    const counted = result('new', 'failed', ['action_correct', 'action_fail']);
    const [score] = counted.result.scores;
    if (score?.score.status !== 'scored') throw new Error('the episode is not scored');
    const details = {
      ...(score.score.details as object),
      others: { agentcpm: foreignCounts(steps, evaluator) },
    };
    const scores = [{ ...score, score: { ...score.score, details } }];
    const tables = await odysseyTables(
      [{ ...counted, result: { ...counted.result, scores } }, result('old', 'passed', ['action_correct'])],
      OPTIONS,
    );
    const table = tables.find(({ id }) => id === 'guiodyssey-other-evaluators');
    expect(table?.rows.map((cells) => cells.map(({ text }) => text))).toEqual([
      ['agentcpm', 'a', '100.00', 'n/a', '100.00', '100.00', '100.00', '1', '1'],
    ]);
    expect(table?.notes).toEqual(
      expect.arrayContaining([
        'agentcpm: 1 step is left out of every number.',
        expect.stringMatching(
          /^1 episode was scored before .* `touchstone score` of the run scores it again\.$/,
        ),
      ]),
    );
  });
});
