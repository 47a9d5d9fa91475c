import { describe, expect, it } from 'vitest';
import { tap, type Action } from '../action.js';
import { pixelPoint, type Size } from '../geometry.js';
import { offScreenPoint } from './off-screen.js';

const SIZE: Size = { width: 100, height: 200 };
const swipe: Action = { type: 'swipe', direction: 'up', from: pixelPoint(5, 5), to: pixelPoint(5, -9) };

describe('offScreenPoint', () => {
  it.each<[string, Action, Size | null, number | undefined]>([
    ['a tap on the screen', tap(pixelPoint(100, 0)), SIZE, undefined],
    ['a tap beside it', tap(pixelPoint(120, 7)), SIZE, 120],
    ['a tap beside it in 0–1000', tap({ x: 1001, y: 7, space: 'permille' }), null, 1001],
    ['a tap on a screen of unknown size', tap(pixelPoint(9000, 7)), null, undefined],
    ['a negative one there', tap(pixelPoint(-1, 7)), null, -1],
    ['a swipe that ends above', swipe, SIZE, 5],
    ['a key', { type: 'key', key: 'BACK' }, SIZE, undefined],
  ])('of %s', (_, action, size, x) => {
    expect(offScreenPoint(action, size)?.x).toBe(x);
  });
});
