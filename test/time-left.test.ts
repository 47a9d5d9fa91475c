import { describe, expect, it } from 'vitest';
import { TimeLeft } from './proofs/time-left.js';

const MINUTE = 60_000;

describe('the time that is left of a proof', () => {
  it('is told at the pace of its phase, whatever came before', () => {
    const left = new TimeLeft();
    expect(left.told('one worker', 0)).toBe('');
    expect(left.told('0 of 100 percent of the events', 0)).toBe('');
    expect(left.told('50 of 100 percent of the events', 10 * MINUTE)).toBe(', 10 min left');
    expect(left.told('100 of 100 percent of the events', 20 * MINUTE)).toBe(', 0 min left');
    // Twenty minutes have gone by, none of them for these.
    expect(left.told('10 of 300000 events', 20 * MINUTE)).toBe('');
    expect(left.told('100010 of 300000 events', 21 * MINUTE)).toBe(', 2 min left');
  });

  it('begins anew where the same is counted from the start', () => {
    const left = new TimeLeft();
    left.told('0 of 10 kills', 0);
    expect(left.told('5 of 10 kills', 5 * MINUTE)).toBe(', 5 min left');
    expect(left.told('1 of 10 kills', 50 * MINUTE)).toBe('');
    expect(left.told('2 of 10 kills', 51 * MINUTE)).toBe(', 8 min left');
  });
});
