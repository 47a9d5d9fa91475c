import { expect, it } from 'vitest';
import { cardState } from './make-run-card.js';

it.each([
  ['complete', false, 'complete'],
  ['complete', null, 'complete'],
  // One of several writers has ended.
  ['complete', true, 'running'],
  [null, true, 'running'],
  [null, null, 'running'],
  [null, false, 'crashed'],
] as const)('is, with status %s and written %s, %s', (status, isWritten, state) => {
  expect(cardState({ status }, isWritten)).toBe(state);
});
