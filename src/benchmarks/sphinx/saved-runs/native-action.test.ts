import { describe, expect, it } from 'vitest';
import { stop } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { RecordedActionSchema, SavedActionSchema, toAction } from './native-action.js';

const ELEMENT = { text: 'Next', bounds: '[0,0][10,20]' };
const SELECTOR = { type: 'selector', attributes: ELEMENT };

describe('RecordedActionSchema', () => {
  it.each([
    [
      { type: 'click', element: ELEMENT },
      { type: 'tap', target: SELECTOR },
    ],
    [
      { type: 'longclick', element: ELEMENT },
      { type: 'long_press', target: SELECTOR },
    ],
    [
      { type: 'swipe', element: ELEMENT },
      { type: 'swipe', direction: null, target: SELECTOR },
    ],
    [
      { type: 'input', element: ELEMENT, message: 'a' },
      { type: 'type', text: 'a', target: SELECTOR, clear: true },
    ],
    [
      { type: 'enter', element: null },
      { type: 'key', key: 'ENTER' },
    ],
    [{ type: 'stop', element: null }, stop()],
  ])('reads %j', (recorded, action) => {
    expect(toAction(RecordedActionSchema.parse(recorded))).toEqual(action);
  });
});

describe('SavedActionSchema', () => {
  const point = { type: 'point', point: pixelPoint(1, 2) };
  it.each([
    [
      { action_type: 'CLICK', coords: [[1, 2]] },
      { type: 'tap', target: point },
    ],
    [
      { action_type: 'CLICK', coords: [[1, 2]], element: ELEMENT },
      { type: 'tap', target: SELECTOR },
    ],
    [
      { action_type: 'TEXT', coords: [[1, 2]], message: '', clear: false },
      { type: 'type', text: '', target: point, clear: false },
    ],
    [
      {
        action_type: 'SWIPE',
        coords: [
          [1, 2],
          [1, 0],
        ],
      },
      { type: 'swipe', direction: 'up', from: pixelPoint(1, 2), to: pixelPoint(1, 0) },
    ],
    [
      { action_type: 'SWIPE', coords: [[1, 2]], direction: 'left' },
      { type: 'swipe', direction: 'left', at: pixelPoint(1, 2) },
    ],
    [{ action_type: 'RESTART' }, { type: 'restart_app' }],
    [{ action_type: 'NONE' }, { type: 'wait' }],
    [
      { action_type: 'BACK', element: null, coords: null },
      { type: 'key', key: 'BACK' },
    ],
  ])('reads %j', (saved, action) => {
    expect(toAction(SavedActionSchema.parse(saved))).toEqual(action);
  });

  it.each([
    [{ action_type: 'click', element: ELEMENT }],
    [{ action_type: 'INPUT', element: ELEMENT, message: 'a' }],
    [{ action_type: 'TEXT', element: ELEMENT }],
    [{ action_type: 'CLICK' }],
    [{ action_type: 'CLICK', coords: [] }],
    [{ action_type: 'CLICK', coords: [[1]] }],
    [{ action_type: 'CLICK', element: { bounds: 'nowhere' } }],
    [{ action_type: 'toString' }],
    [null],
  ])('refuses %j', (saved) => {
    expect(SavedActionSchema.safeParse(saved).success).toBe(false);
  });
});
