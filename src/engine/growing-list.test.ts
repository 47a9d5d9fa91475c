import { describe, expect, it } from 'vitest';
import { growingList } from './growing-list.js';

describe('growingList', () => {
  it('gives what the steps hold, as they come, and reads none twice', () => {
    const steps: (string | undefined)[] = ['a', 'b'];
    const looked: (string | undefined)[] = [];
    const list = growingList(steps, (step) => {
      looked.push(step);
      return step?.toUpperCase();
    });
    expect(list()).toEqual(['A', 'B']);
    steps.push('c');
    expect(list()).toEqual(['A', 'B', 'C']);
    expect(list()).toEqual(['A', 'B', 'C']);
    expect(looked).toEqual(['a', 'b', 'c']);
  });

  it('waits at a step that holds nothing yet', () => {
    const steps = [{ seen: 1 }, {}, { seen: 3 }] as { seen?: number }[];
    const list = growingList(steps, ({ seen }) => seen);
    expect(list()).toEqual([1]);
    steps[1] = { seen: 2 };
    expect(list()).toEqual([1, 2, 3]);
  });
});
