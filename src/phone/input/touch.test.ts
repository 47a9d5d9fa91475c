import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionOfTouch, isWithinSlop, startOf, touchOf } from './touch.js';

const coordinate = fc.double({ min: -3000, max: 3000, noNaN: true });
const place = fc.tuple(coordinate, coordinate);
const density = fc.constantFrom(160, 320, 420, 440, 560);

describe('touchOf', () => {
  it('is a touch in place within the slop, held from half a second on, and a swipe beyond it', () => {
    fc.assert(
      fc.property(place, place, fc.integer({ min: 0, max: 3000 }), density, (from, to, durationMs, dpi) => {
        const touch = touchOf({ type: 'swipe', from, to, durationMs }, dpi);
        const isNear = isWithinSlop(from, to, dpi);
        expect(touch.type).toBe(isNear ? (durationMs >= 500 ? 'long_press' : 'tap') : 'swipe');
        expect(startOf(touch)).toEqual(from);
      }),
    );
  });

  it('calls a tap what is nowhere else even where a pixel counts', () => {
    expect(touchOf({ type: 'drag', from: [5, 5], to: [5, 5], durationMs: 0 }, 1).type).toBe('tap');
  });
});

describe('actionOfTouch', () => {
  it('keeps positions unrounded, and says which pixel they fall on', () => {
    const action = actionOfTouch({ type: 'tap', at: [12.5, 7.25] }, { width: 100, height: 200 });
    expect(action).toMatchObject({
      target: { point: { x: 12.5, y: 7.25, space: 'pixel', pixel: [12, 7] } },
    });
  });

  it('marks a drag as one', () => {
    const touch = touchOf({ type: 'drag', from: [10, 10], to: [10, 150], durationMs: 900 }, 160);
    expect(actionOfTouch(touch, { width: 100, height: 200 })).toMatchObject({
      type: 'swipe',
      direction: 'down',
      style: 'drag',
      durationMs: 900,
    });
  });
});
