import { describe, expect, it } from 'vitest';
import { comparePaired } from './comparison/paired-comparison.js';
import type { ResultRow } from './result-row.js';
import { tellingAttempts } from './telling-attempts.js';

/** `p` passed, `f` failed, `?` voided; one letter per repeat of the one task. */
function attempts(letters: string): ResultRow[] {
  return letters.split('').map((letter, repeat) => ({
    key: { item: 'pay', repeat },
    outcome: letter === 'p' ? 'passed' : letter === 'f' ? 'failed' : 'model_error',
    completion: null,
    steps: 1,
  }));
}

function telling(a: string, b: string): ReturnType<typeof tellingAttempts> {
  const [pair] = comparePaired(attempts(a), attempts(b)).pairs;
  if (pair === undefined) throw new Error('no pair');
  return tellingAttempts(pair);
}

describe('tellingAttempts', () => {
  it('takes the first repeat that differs the way the task does', () => {
    expect(telling('fpp', 'pff')).toEqual({ a: 'pay#1', b: 'pay#1' });
    expect(telling('ff', 'fp')).toEqual({ a: 'pay#1', b: 'pay#1' });
  });

  it('pairs the best attempt with the worst where no repeat was judged under both', () => {
    expect(telling('fp??', '??ff')).toEqual({ a: 'pay#1', b: 'pay#2' });
    expect(telling('?f', 'p?')).toEqual({ a: 'pay#1', b: 'pay#0' });
  });

  it('is nothing for a task that did not change', () => {
    expect(telling('pf', 'fp')).toBeNull();
  });
});
