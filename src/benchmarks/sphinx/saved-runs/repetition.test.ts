import { describe, expect, it } from 'vitest';
import type { RecordedAction } from './native-action.js';
import { countRepetitions, earlyStopAfter } from './repetition.js';

const element = (text: string): Record<string, string> => ({ text, bounds: '[0,0][1,1]' });
const A: RecordedAction = { type: 'click', element: element('a') };
const B: RecordedAction = { type: 'click', element: element('b') };
const BACK: RecordedAction = { type: 'back' };

describe('countRepetitions', () => {
  it('counts steps that an earlier step did already', () => {
    expect(countRepetitions([A, B, A, BACK, BACK])).toEqual({ repeated: 2, total: 4 });
    expect(countRepetitions([])).toEqual({ repeated: 0, total: 0 });
    expect(countRepetitions([A])).toEqual({ repeated: 0, total: 0 });
  });

  it('ends behind three equal steps in a row', () => {
    expect(countRepetitions([A, BACK, BACK, BACK, A, A])).toEqual({ repeated: 2, total: 3 });
  });

  it('goes on through a series that is interrupted, and ends behind the first whole one', () => {
    expect(countRepetitions([A, A, BACK, A, A])).toEqual({ repeated: 3, total: 4 });
    expect(countRepetitions([A, A, BACK, A, A, A, BACK])).toEqual({ repeated: 4, total: 5 });
    expect(countRepetitions([BACK, A, A, A, A])).toEqual({ repeated: 2, total: 3 });
  });

  it('compares typed text, coordinates and elements, but no directions', () => {
    const typed = (message: string): RecordedAction => ({ type: 'input', element: element('a'), message });
    const swiped = (direction: 'up' | 'down'): RecordedAction => ({
      type: 'swipe',
      element: element('a'),
      direction,
    });
    const at = (x: number): RecordedAction => ({ type: 'click', coords: [[x, 1]] });
    expect(countRepetitions([typed('x'), typed('y'), typed('x')]).repeated).toBe(1);
    expect(countRepetitions([swiped('up'), swiped('down')]).repeated).toBe(1);
    expect(countRepetitions([at(1), at(2), at(1), A]).repeated).toBe(1);
  });

  it('takes linear time', () => {
    // Comparing each with all before it would take many minutes.
    const actions = Array.from({ length: 250_000 }, (_, index): RecordedAction => ({
      type: 'click',
      coords: [[index, 0]],
    }));
    expect(countRepetitions(actions).repeated).toBe(0);
  });
});

describe('earlyStopAfter', () => {
  it('finds the third of three equal steps', () => {
    expect(earlyStopAfter([BACK, A, A, A, A])).toBe(3);
    expect(earlyStopAfter([A, A, BACK, A])).toBeNull();
  });

  it('takes elements with equal bounds for the same', () => {
    expect(earlyStopAfter([A, B, A])).toBe(2);
    expect(earlyStopAfter([A, { ...A, element: { bounds: '[0,0][1,2]' } }, A])).toBeNull();
  });
});
