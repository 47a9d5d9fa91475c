import { describe, expect, it } from 'vitest';
import { answerParts, takenWords } from './answer-parts.js';

describe('a raw answer', () => {
  it('marks what became the action where it was taken: at its last place', () => {
    expect(answerParts('tap(1) or tap(1)!', ['tap(1)'])).toEqual([
      { text: 'tap(1) or ', isTaken: false },
      { text: 'tap(1)', isTaken: true },
      { text: '!', isTaken: false },
    ]);
    expect(answerParts('nothing', ['tap(1)', ''])).toEqual([{ text: 'nothing', isTaken: false }]);
  });

  it('knows the words of an action, and of what could not be read', () => {
    const action = { type: 'replan', native: { family: 'f', name: 'plan', text: 'plan()' } } as const;
    expect(takenWords({ action, formatError: null })).toEqual(['plan()', 'plan']);
    const formatError = { kind: 'no_action', message: '', excerpt: 'hm' } as const;
    expect(takenWords({ action: null, formatError })).toEqual(['hm']);
  });
});
