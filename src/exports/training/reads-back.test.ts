import { describe, expect, it } from 'vitest';
import type { Action, ActionOf } from '../../domain/action.js';
import { resolvePoint, type Point } from '../../domain/geometry.js';
import { readBack } from './reads-back.js';

const screen = { width: 1000, height: 2000 };
const at = (x: number, y: number): Point => resolvePoint({ x, y, space: 'pixel' }, screen);
const tapAt = (x: number, y: number): ActionOf<'tap'> => ({
  type: 'tap',
  target: { type: 'point', point: at(x, y) },
});
const options = { screen, span: { width: 100, height: 100 }, elements: null };

describe('readBack', () => {
  it.each([
    ['a tap half a unit off', tapAt(505, 990), tapAt(500, 1000), null],
    ['a tap elsewhere', tapAt(520, 1000), tapAt(500, 1000), 'it is read at another position'],
    ['another kind', { type: 'wait' }, tapAt(1, 1), 'it is read as wait'],
    ['another text', { type: 'type', text: 'b' }, { type: 'type', text: 'a' }, 'the text is read as "b"'],
    ['one tap for two', tapAt(1, 1), { ...tapAt(1, 1), count: 2 }, 'the number of taps is read as 1'],
    [
      'a failure for a success',
      { type: 'stop', status: 'failure' },
      { type: 'stop', status: 'success' },
      'the end is read as a failure',
    ],
    [
      'the answer that ends a task',
      { type: 'answer', text: '42', terminal: true },
      { type: 'stop', status: 'success', answer: '42' },
      null,
    ],
    [
      'a path for its direction',
      { type: 'swipe', direction: null, from: at(500, 1500), to: at(500, 500) },
      { type: 'swipe', direction: 'up' },
      null,
    ],
    [
      'the other direction',
      { type: 'swipe', direction: 'down' },
      { type: 'swipe', direction: 'up' },
      'the direction is read as "down"',
    ],
  ] satisfies readonly (readonly [string, Action, Action, string | null])[])(
    'judges %s',
    (_, read, meant, problem) => {
      expect(readBack(read, meant, options).problem).toBe(problem);
    },
  );

  it('takes the element at the position for the position', () => {
    const read: Action = { type: 'tap', target: { type: 'element', element: 0 } };
    const elements = { base: 0, count: 1, elements: [{ index: 0, box: BOX }] };
    expect(readBack(read, tapAt(450, 1000), { ...options, elements }).problem).toBeNull();
    expect(readBack(read, tapAt(100, 1000), { ...options, elements }).problem).not.toBeNull();
  });

  it('says what is left unsaid', () => {
    const meant: Action = { type: 'long_press', target: { type: 'point', point: at(1, 1) }, durationMs: 900 };
    const read: Action = { type: 'long_press', target: { type: 'point', point: at(1, 1) } };
    expect(readBack(read, meant, options)).toEqual({ problem: null, unsaid: ['durationMs'] });
    const answer = readBack(
      { type: 'stop', status: 'success' },
      { type: 'stop', status: 'success', answer: '42' },
      options,
    );
    expect(answer).toEqual({ problem: null, unsaid: ['answer'] });
  });
});

const BOX: [number, number, number, number] = [400, 900, 600, 1100];
