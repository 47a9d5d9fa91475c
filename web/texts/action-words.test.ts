import { describe, expect, it } from 'vitest';
import { ACTION_TEXTS } from './action-texts.js';
import { stepPlace } from './action-words.js';

const ACT = { action: { type: 'key', key: 'BACK' }, formatError: null } as const;
const LAST = { action: null, formatError: null } as const;
const UNREADABLE = {
  action: null,
  formatError: { kind: 'no_action', message: 'none', excerpt: '' },
} as const;

describe('the place of a step', () => {
  it('counts what was done, and not the screen behind the last action', () => {
    const places = (steps: Parameters<typeof stepPlace>[0]) =>
      steps.map((_, index) => stepPlace(steps, index, ACTION_TEXTS.en));
    expect(places([ACT, ACT, LAST])).toEqual(['Step 1 of 2', 'Step 2 of 2', 'Last screen']);
    expect(places([ACT, UNREADABLE])).toEqual(['Step 1 of 2', 'Step 2 of 2']);
    expect(places([LAST])).toEqual(['Step 1 of 1']);
  });
});
