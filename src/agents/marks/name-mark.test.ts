import { describe, expect, it } from 'vitest';
import type { Action } from '../../domain/action.js';
import type { Box, Point } from '../../domain/geometry.js';
import { nameMark } from './name-mark.js';

const SCREEN = { width: 1000, height: 2000 };

const element = (index: number, box: Box) => ({ index, kind: 'icon' as const, box, words: '' });
const DETECTIONS = {
  count: 5,
  elements: [
    element(0, [0, 0, 0.5, 0.5]),
    element(2, [0.1, 0.1, 0.2, 0.2]),
    element(3, [0.9, 0.9, 1, 1]),
    element(4, [0.6, 0.6, 0.62, 0.62]),
  ],
};

function numberAt(
  x: number,
  y: number,
  space: Point['space'] = 'pixel',
  style: 'omniparser' | 'appagent' = 'omniparser',
) {
  const tap: Action = { type: 'tap', target: { type: 'point', point: { x, y, space } } };
  const named = nameMark(tap, DETECTIONS, style, SCREEN);
  return named.type === 'tap' && named.target.type === 'point' ? named.target.element : null;
}

describe('the mark of a recorded touch', () => {
  it('is the smallest one under it', () => {
    expect(numberAt(150, 300)).toBe(2);
    expect(numberAt(150, 450)).toBe(0);
    expect(numberAt(150, 150, 'permille')).toBe(2);
    expect(numberAt(0.15, 0.15, 'unit')).toBe(2);
  });

  it('is else the one whose centre is nearest, in pixels', () => {
    expect(numberAt(700, 1300)).toBe(4);
    expect(numberAt(880, 1790)).toBe(3);
    // Nearer in parts of the screen, and further in pixels.
    expect(numberAt(999, 1500)).toBe(3);
  });

  it('counts as its style does', () => {
    expect(numberAt(150, 300, 'pixel', 'appagent')).toBe(3);
  });

  it('is named in nothing but touches at a position, and where there are marks', () => {
    const others: readonly Action[] = [
      { type: 'key', key: 'BACK' },
      { type: 'tap', target: { type: 'element', element: 9 } },
      { type: 'tap', target: { type: 'point', point: { x: 1, y: 1, space: 'pixel' }, element: 7 } },
    ];
    for (const action of others) expect(nameMark(action, DETECTIONS, 'omniparser', SCREEN)).toBe(action);
    const press: Action = {
      type: 'long_press',
      target: { type: 'point', point: { x: 150, y: 300, space: 'pixel' } },
    };
    expect(nameMark(press, DETECTIONS, 'omniparser', SCREEN)).toMatchObject({
      type: 'long_press',
      target: { point: { x: 150, y: 300 }, element: 2 },
    });
    const none = { count: 0, elements: [] };
    expect(nameMark(press, none, 'omniparser', SCREEN)).toBe(press);
  });
});
