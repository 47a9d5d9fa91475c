import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/domain/episode.js';
import { firstToSee } from '../../report/select-rows.js';
import { telling } from './part-ways.js';

function rows(...outcomes: readonly Outcome[]): readonly { readonly outcome: Outcome }[] {
  return outcomes.map((outcome) => ({ outcome }));
}

describe('attempts that stand for their runs', () => {
  it.each([
    [['environment_error', 'failed'], ['passed'], ['failed', 'passed']],
    [
      ['not_run', 'passed'],
      ['judge_unknown', 'agent_error'],
      ['passed', 'agent_error'],
    ],
    [['failed'], ['model_error', 'failed'], ['failed', 'failed']],
    [['environment_error'], ['passed'], ['environment_error', 'passed']],
  ] as const)('of %j and %j are %j', (left, right, expected) => {
    expect(telling(rows(...left), rows(...right))?.map(({ outcome }) => outcome)).toEqual(expected);
  });

  it('of a task are those that failed, before what came to nothing', () => {
    expect(firstToSee(rows('not_run', 'passed', 'failed'))?.outcome).toBe('failed');
    expect(firstToSee(rows('passed', 'model_error'))?.outcome).toBe('model_error');
    expect(firstToSee(rows('passed', 'passed'))?.outcome).toBe('passed');
  });
});
