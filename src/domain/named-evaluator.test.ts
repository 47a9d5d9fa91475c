import { describe, expect, it } from 'vitest';
import { evaluatorSettings, namedEvaluator } from './named-evaluator.js';
import { TaskSchema } from './task.js';

describe('an entry that names an evaluator', () => {
  it('gives the other fields as its settings', () => {
    expect(namedEvaluator({ evaluator: 'few-steps', most: 4 })).toEqual({
      evaluator: 'few-steps',
      settings: { most: 4 },
    });
    for (const other of [
      { type: 'findelement' },
      { evaluator: '' },
      { evaluator: 'x', type: 'rule' },
      null,
    ]) {
      expect(namedEvaluator(other)).toBeNull();
    }
  });

  it('is looked up in a task by its name', () => {
    const evaluators = [{ evaluator: 'a', least: 1 }, { evaluator: 'b' }, { evaluator: 'a', least: 2 }];
    const task = TaskSchema.parse({ id: 't', instructions: { en: 'x' }, evaluators });
    expect(evaluatorSettings(task, 'a')).toEqual({ least: 1 });
    expect(evaluatorSettings(task, 'b')).toEqual({});
    expect(evaluatorSettings(task, 'c')).toBeUndefined();
  });
});
