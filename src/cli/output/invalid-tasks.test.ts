import { expect, it } from 'vitest';
import { InvalidTasks } from './invalid-tasks.js';

it('says why tasks are invalid, a line for each reason', () => {
  const invalid = new InvalidTasks(1);
  const add = (item: string, message: string): void =>
    invalid.add({
      key: { item, repeat: 0 },
      outcome: 'invalid_task',
      end: { reason: 'invalid_task', fault: 'dataset', message },
    });
  for (const item of ['a', 'b', 'c', 'd']) add(item, 'no hierarchy');
  for (const reason of ['x', 'y', 'z']) add('e', reason);
  invalid.add({ key: { item: 'f', repeat: 0 }, outcome: 'passed', end: { reason: 'stopped' } as never });
  expect(invalid.lines()).toEqual([
    'Invalid: a, b, c and 1 more: no hierarchy',
    'Invalid: e: x',
    'Invalid: e: y',
    'Invalid for 1 other reason: see touchstone score --json.',
  ]);
});
