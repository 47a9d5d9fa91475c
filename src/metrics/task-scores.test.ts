import { describe, expect, it } from 'vitest';
import type { Outcome } from '../domain/episode.js';
import type { ResultRow } from './result-row.js';
import { taskScores } from './task-scores.js';

function row(item: string, repeat: number, outcome: Outcome, completion: number | null): ResultRow {
  return { key: { item, repeat }, outcome, completion, steps: 1 };
}

const ROWS = [
  row('a', 10, 'failed', 0.25),
  row('a', 2, 'passed', 1),
  row('a', 3, 'bug', 0.75),
  row('a', 0, 'agent_error', 0.5),
  row('b', 0, 'not_run', null),
  row('c', 0, 'passed', null),
];

describe('taskScores', () => {
  it('gives the judged repeats of a task in their order, for any order of the rows', () => {
    expect(taskScores(ROWS, 'success').get('a')).toEqual({
      task: 'a',
      values: [0, 1, 0],
      mean: 1 / 3,
      unknown: 1,
      items: ['a#0', 'a#2', 'a#10'],
    });
    expect(taskScores(ROWS, 'completion').get('a')?.values).toEqual([0.5, 1, 0.25]);
  });

  it('knows tasks of which nothing was judged', () => {
    const unknown = { values: [], mean: null, unknown: 1, items: [] };
    expect(taskScores(ROWS, 'success').get('b')).toEqual({ task: 'b', ...unknown });
    expect(taskScores(ROWS, 'completion').get('c')).toEqual({ task: 'c', ...unknown });
    expect(taskScores(ROWS, 'success').get('c')).toMatchObject({ mean: 1, unknown: 0 });
  });
});
