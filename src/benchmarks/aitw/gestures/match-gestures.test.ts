import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { gestureOf, type AitwGesture } from './aitw-gesture.js';
import { matchGestures, type AitwElement } from './match-gestures.js';

const dual = (touch: readonly [number, number], lift: readonly [number, number] = touch): AitwGesture => ({
  type: 4,
  touch,
  lift,
});
const other = (type: number): AitwGesture => ({ type, touch: [-1, -1], lift: [-1, -1] });

describe('matchGestures', () => {
  it.each([
    ['texts, whatever they are', other(3), other(3), [], 'match'],
    ['back and home', other(5), other(6), [], 'type'],
    ['a completed and an impossible task', other(10), other(11), [], 'type'],
    ['a tap and a typed text', dual([0.5, 0.5]), other(3), [], 'type'],
    ['taps 0.14 apart', dual([0.5, 0.5]), dual([0.64, 0.5]), [], 'match'],
    ['taps a little farther apart', dual([0.5, 0.5]), dual([0.6401, 0.5]), [], 'point'],
    ['a gesture of 0.04 and a tap', dual([0, 0.5], [0.04, 0.5]), dual([0, 0.5]), [], 'match'],
    // In 32 bits 0.54 - 0.5 is a little more than 0.04.
    ['the same elsewhere, by its last bit', dual([0.5, 0.5], [0.54, 0.5]), dual([0.5, 0.5]), [], 'gesture'],
    ['a gesture of more and a tap', dual([0.5, 0.5], [0.541, 0.5]), dual([0.5, 0.5]), [], 'gesture'],
    ['swipes up and down', dual([0.2, 0.5], [0.8, 0.5]), dual([0.8, 0.5], [0.2, 0.5]), [], 'match'],
    ['swipes down and right', dual([0.2, 0.5], [0.8, 0.5]), dual([0.5, 0.2], [0.5, 0.8]), [], 'direction'],
    [
      'a diagonal, which is vertical, and a swipe down',
      dual([0.2, 0.2], [0.5, 0.5]),
      dual([0.2, 0.5], [0.8, 0.5]),
      [],
      'match',
    ],
    // The element spans 0.4–0.5 down and 0–0.9 across; 2.4 times as high it begins at 0.33 and ends at 0.57.
    ['taps in one element, enlarged', dual([0.34, 0.1]), dual([0.56, 0.85]), [[0.4, 0, 0.1, 0.9]], 'match'],
    ['taps of which one is outside', dual([0.34, 0.1]), dual([0.58, 0.85]), [[0.4, 0, 0.1, 0.9]], 'point'],
    [
      'taps in two elements',
      dual([0.1, 0.1]),
      dual([0.8, 0.8]),
      [
        [0.05, 0.05, 0.1, 0.1],
        [0.75, 0.75, 0.1, 0.1],
      ],
      'point',
    ],
  ] as const)('compares %s as published', (_, a, b, elements, expected) => {
    expect(matchGestures(a, b, elements)).toBe(expected);
    expect(matchGestures(b, a, elements)).toBe(expected);
  });

  it('enlarges elements as the published code does, sides of the screen included', () => {
    // Top and left stay on the screen while height and width keep all that was added.
    const corner: AitwElement = [0, 0, 0.2, 0.2];
    expect(matchGestures(dual([0.01, 0.01]), dual([0.48, 0.48]), [corner])).toBe('match');
    expect(matchGestures(dual([0.01, 0.01]), dual([0.481, 0.48]), [corner])).toBe('point');
    expect(
      matchGestures(dual([0.01, 0.01]), dual([0.48, 0.48]), [corner], {
        tapDistance: 0.14,
        swipeDistance: 0.04,
        boxAugment: 0.2,
      }),
    ).toBe('point');
  });

  const coordinate = fc.float({ min: 0, max: 1, noNaN: true });
  const point = fc.tuple(coordinate, coordinate);
  const gesture = fc.oneof(
    fc.tuple(point, point).map(([touch, lift]) => dual(touch, lift)),
    fc.constantFrom(3, 5, 6, 7, 10, 11).map(other),
  );
  const element = fc.tuple(coordinate, coordinate, coordinate, coordinate);

  it('is symmetric, and finds every action like itself', () => {
    fc.assert(
      fc.property(gesture, gesture, fc.array(element, { maxLength: 4 }), (a, b, elements) => {
        expect(matchGestures(a, b, elements)).toBe(matchGestures(b, a, elements));
        expect(matchGestures(a, a, elements)).toBe('match');
      }),
    );
  });
});

describe('gestureOf', () => {
  const size = { width: 100, height: 200 };
  it.each([
    ['a tap', tap(pixelPoint(50, 50)), dual([0.25, 0.5])],
    ['a tap in 0–1000', tap({ x: 500, y: 250, space: 'permille' }), dual([0.25, 0.5])],
    [
      'a long press',
      { type: 'long_press', target: { type: 'point', point: pixelPoint(50, 50) } },
      dual([0.25, 0.5]),
    ],
    [
      'a path',
      { type: 'swipe', direction: 'up', from: pixelPoint(50, 150), to: pixelPoint(50, 50) },
      dual([0.75, 0.5], [0.25, 0.5]),
    ],
    ['a direction of the finger', { type: 'swipe', direction: 'left' }, dual([0.5, 0.8], [0.5, 0.2])],
    ['a text', { type: 'type', text: 'a' }, other(3)],
    ['keys', { type: 'key', key: 'enter' }, other(7)],
    ['a success', stop('success'), other(10)],
    ['a failure', stop('failure'), other(11)],
    ['a question to the user', { type: 'ask_user', reason: 'feedback' }, other(11)],
    ['an element without a place', { type: 'tap', target: { type: 'element', element: 1 } }, null],
    ['an app, which it has no words for', { type: 'open_app', app: 'Maps' }, null],
    ['a key that it does not have', { type: 'key', key: 'MENU' }, null],
  ] as const satisfies readonly (readonly [string, Action, AitwGesture | null])[])(
    'puts %s',
    (_, action, expected) => {
      expect(gestureOf(action, size)).toEqual(expected);
    },
  );
});
