import { describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../../../domain/action.js';
import { gestureOf } from './aitw-gesture.js';

const SIZE = { width: 100, height: 200 };
const NOWHERE = { touch: [-1, -1], lift: [-1, -1] };
const at = (x: number, y: number, space: 'pixel' | 'permille' | 'unit') => ({ x, y, space });

describe('gestureOf', () => {
  it.each<[Action, object | null]>([
    [tap(at(50, 50, 'pixel')), { type: 4, touch: [0.25, 0.5], lift: [0.25, 0.5] }],
    [tap(at(500, 250, 'permille')), { type: 4, touch: [0.25, 0.5], lift: [0.25, 0.5] }],
    [
      { type: 'long_press', target: { type: 'point', point: at(0.5, 0.25, 'unit') } },
      { type: 4, touch: [0.25, 0.5], lift: [0.25, 0.5] },
    ],
    [{ type: 'tap', target: { type: 'element', element: 1 } }, null],
    [
      { type: 'swipe', direction: 'up', from: at(50, 100, 'pixel'), to: at(25, 50, 'pixel') },
      { type: 4, touch: [0.5, 0.5], lift: [0.25, 0.25] },
    ],
    [
      { type: 'swipe', direction: 'up', from: at(50, 100, 'pixel') },
      { type: 4, touch: [0.8, 0.5], lift: [0.2, 0.5] },
    ],
    [
      { type: 'swipe', direction: 'down', to: at(50, 100, 'pixel') },
      { type: 4, touch: [0.2, 0.5], lift: [0.8, 0.5] },
    ],
    [
      { type: 'swipe', direction: 'left' },
      { type: 4, touch: [0.5, 0.8], lift: [0.5, 0.2] },
    ],
    [
      { type: 'swipe', direction: 'right' },
      { type: 4, touch: [0.5, 0.2], lift: [0.5, 0.8] },
    ],
    [{ type: 'swipe', direction: null }, null],
    [
      { type: 'type', text: 'x' },
      { type: 3, ...NOWHERE },
    ],
    [
      { type: 'key', key: 'back' },
      { type: 5, ...NOWHERE },
    ],
    [
      { type: 'key', key: 'HOME' },
      { type: 6, ...NOWHERE },
    ],
    [
      { type: 'key', key: 'ENTER' },
      { type: 7, ...NOWHERE },
    ],
    [{ type: 'key', key: 'MENU' }, null],
    [stop('success'), { type: 10, ...NOWHERE }],
    [stop('unspecified'), { type: 10, ...NOWHERE }],
    [stop('infeasible'), { type: 11, ...NOWHERE }],
    [
      { type: 'answer', text: 'x', terminal: true },
      { type: 10, ...NOWHERE },
    ],
    [{ type: 'answer', text: 'x', terminal: false }, null],
    [{ type: 'wait' }, null],
  ])('says %j in the terms of the dataset', (action, gesture) => {
    expect(gestureOf(action, SIZE)).toEqual(gesture);
  });

  it('needs the size for positions in pixels only', () => {
    expect(gestureOf(tap(at(50, 50, 'pixel')), null)).toBeNull();
    expect(gestureOf(tap(at(0.5, 0.5, 'unit')), null)).not.toBeNull();
    const swipe: Action = {
      type: 'swipe',
      direction: 'left',
      from: at(1, 1, 'pixel'),
      to: at(0.5, 0.5, 'unit'),
    };
    expect(gestureOf(swipe, null)).toEqual({ type: 4, touch: [0.5, 0.8], lift: [0.5, 0.2] });
  });
});
