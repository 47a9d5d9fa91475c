import { describe, expect, it } from 'vitest';
import type { ItemResult } from '../../domain/score.js';
import { TaskSchema } from '../../domain/task.js';
import { liveTables } from './live-tables.js';

const LIVE = TaskSchema.parse({
  id: 't',
  instructions: { en: 'x' },
  events: [{ id: 'ad', type: 'ad' }],
  user: {},
});

function result(repeat: number, success: boolean, types: readonly string[], asked: number): ItemResult {
  const named = (evaluator: string, details: object | null) => ({
    evaluator,
    version: '1',
    mode: 'corrected' as const,
    score:
      details === null
        ? { status: 'not_applicable' as const, reason: 'none' }
        : { status: 'scored' as const, value: 1, explanation: 'x', details },
  });
  const events =
    types.length === 0 ? null : { events: types.map((type) => ({ id: type, type, tags: [], step: 1 })) };
  return {
    key: { item: 't', repeat },
    task: LIVE,
    end: { reason: 'agent_stop' },
    steps: 3,
    outcome: success ? 'passed' : 'failed',
    result: {
      mode: 'corrected',
      scores: [named('events', events), named('user', asked === 0 ? null : { asked, known: 1 })],
      success,
      completion: null,
    },
  };
}

describe('liveTables', () => {
  it('counts success apart by event, and questions by episode', () => {
    const [events, questions] = liveTables([
      result(0, true, ['ad'], 2),
      result(1, false, ['ad', 'call'], 0),
      result(2, true, [], 1),
    ]);
    expect(events?.rows.map((row) => [row[0]?.text, row[2]?.text])).toEqual([
      ['any', '1/2'],
      ['ad', '1/2'],
      ['call', '0/1'],
      ['none', '1/1'],
    ]);
    expect(questions?.rows.map((row) => row.slice(1).map(({ text }) => text))).toEqual([
      ['2', '1'],
      ['0', '0'],
      ['1', '1'],
    ]);
  });

  it('are none where no task has events or a user', () => {
    const plain = TaskSchema.parse({ id: 't', instructions: { en: 'x' } });
    expect(liveTables([{ ...result(0, true, [], 0), task: plain }])).toEqual([]);
  });
});
