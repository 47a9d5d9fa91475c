import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RunPace } from './run-pace.js';

describe('what is told of runs that change all the time', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is told at once, then once a second, the last change included, each run on its own', () => {
    const told: string[] = [];
    const pace = new RunPace((run) => told.push(run));
    for (let change = 0; change < 25; change += 1) {
      pace.note('a');
      if (change === 0) pace.note('b');
      vi.advanceTimersByTime(100);
    }
    expect(told).toEqual(['a', 'b', 'a', 'a']);
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual(['a', 'b', 'a', 'a', 'a']);
    pace.note('a');
    pace.note('a');
    pace.close();
    vi.advanceTimersByTime(10_000);
    expect(told).toHaveLength(6);
  });
});
