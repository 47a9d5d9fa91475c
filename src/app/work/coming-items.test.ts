import { expect, it } from 'vitest';
import type { QueueCounts, QueuedRunStatus } from '../../queue/run-queue.js';
import { ComingItems } from './coming-items.js';

const NONE: QueueCounts = { waiting: 0, active: 0, failed: 0 };
const RUN: QueuedRunStatus = {
  run: 'one',
  folder: 'one',
  benchmark: 'b',
  agent: 'a',
  identityHash: '0',
  planned: 3,
  needs: [],
  budgets: { seconds: null, tokens: null, money: null },
  state: 'open',
  counts: NONE,
  done: 1,
  refused: [],
  stoppedBy: null,
  coordinatorMsAgo: null,
};

it.each([
  ['waiting', { counts: { ...NONE, waiting: 1 } }, true],
  ['lent, for whoever has it may be killed', { counts: { ...NONE, active: 1 } }, true],
  ['left by too many workers', { counts: { ...NONE, failed: 1 } }, false],
  ['waiting in a run that is paused', { state: 'paused', counts: { ...NONE, waiting: 1 } }, false],
] as const)('an item that is %s', (_, given, isLeft) => {
  expect(new ComingItems().isLeft({ ...RUN, ...given })).toBe(isLeft);
});

it('the next of items that follow each other is waited for, as long as somebody hands it out', () => {
  let now = 0;
  const coming = new ComingItems(() => now);
  const inOrder: QueuedRunStatus = { ...RUN, isInOrder: true };
  expect(coming.isLeft({ ...inOrder, counts: { ...NONE, active: 1 } })).toBe(true);
  now = 29_999;
  expect(coming.isLeft(inOrder)).toBe(true);
  expect(coming.isLeft({ ...inOrder, counts: { ...NONE, waiting: 1 } })).toBe(true);
  now = 59_998;
  expect(coming.isLeft(inOrder)).toBe(true);
  now = 59_999;
  expect(coming.isLeft(inOrder)).toBe(false);
  // Behind the last there is none.
  const fresh = new ComingItems(() => now);
  expect(fresh.isLeft({ ...inOrder, done: 3 })).toBe(false);
  expect(fresh.isLeft({ ...inOrder, done: 2, counts: { ...NONE, failed: 1 } })).toBe(false);
  expect(fresh.isLeft({ ...inOrder, done: 2 })).toBe(true);
});
