import { describe, expect, it } from 'vitest';
import type { Target } from '../../domain/action.js';
import type { Box, Point } from '../../domain/geometry.js';
import { isInAny, isNear, matchTouch, unitsOf, type TouchPlace } from './match-touch.js';
import type { TouchRule } from './step-protocol.js';

const SIZE = { width: 100, height: 200 };
const BOX: Box = [10, 20, 30, 60];
const RULE: TouchRule = {
  boxes: 'instead',
  boxFactor: 1,
  elementFactor: null,
  distance: { threshold: 0.1, space: 'square' },
  longPressIsTap: false,
  dualPoint: null,
};

const px = (x: number, y: number): Point => ({ x, y, space: 'pixel' });
const at = (x: number, y: number): Target => ({ type: 'point', point: px(x, y) });

function match(
  expected: Target,
  predicted: Target,
  rule: Partial<TouchRule> = {},
  place: Partial<TouchPlace> = {},
): string {
  return matchTouch(
    expected,
    predicted,
    { boxes: [], elements: [], size: SIZE, ...place },
    { ...RULE, ...rule },
  );
}

describe('matchTouch', () => {
  it('lets an annotated area decide instead of the distance, besides it, or not at all', () => {
    const boxes = { boxes: [BOX] };
    expect(match(at(20, 40), at(30, 60), {}, boxes)).toBe('match');
    expect(match(at(20, 40), at(31, 40), {}, boxes)).toBe('point');
    expect(match(at(29, 40), at(31, 40), { boxes: 'beside' }, boxes)).toBe('match');
    expect(match(at(15, 40), at(31, 40), { boxes: 'beside' }, boxes)).toBe('point');
    expect(match(at(80, 40), at(20, 40), { boxes: 'beside' }, boxes)).toBe('match');
    expect(match(at(80, 40), at(20, 40), { boxes: 'none' }, boxes)).toBe('point');
    expect(match(at(29, 40), at(31, 40), {})).toBe('match');
  });

  it('takes the recorded position itself for any area', () => {
    expect(match(at(90, 190), at(90, 190), {}, { boxes: [BOX] })).toBe('match');
    expect(match(at(90, 190), at(90, 190), { distance: null })).toBe('match');
    expect(match(at(90, 190), at(90, 191), { distance: null })).toBe('point');
  });

  it('cannot tell without the size, or a position', () => {
    const unit: Target = { type: 'point', point: { x: 0.2, y: 0.2, space: 'unit' } };
    expect(match(at(20, 40), unit, {}, { size: null, boxes: [BOX] })).toBe('place');
    expect(match(at(20, 40), unit, {}, { size: null })).toBe('place');
    expect(match(at(20, 40), unit, { distance: null }, { size: null })).toBe('place');
    const element: Target = { type: 'element', element: 3 };
    expect(match(at(20, 40), element)).toBe('place');
    expect(match(element, element)).toBe('match');
    expect(match(element, { type: 'element', element: 4 })).toBe('place');
    expect(match(element, at(20, 40))).toBe('place');
    expect(match(element, at(20, 40), {}, { boxes: [BOX] })).toBe('match');
    expect(match(element, at(20, 40), { boxes: 'beside' }, { boxes: [BOX] })).toBe('match');
    expect(match(element, at(90, 90), { boxes: 'beside' }, { boxes: [BOX] })).toBe('place');
  });

  it('takes touches in one element of the screen as one, enlarged as the rule says', () => {
    const elements = { elements: [[0, 0, 5, 5], BOX] as Box[] };
    const rule = { elementFactor: 1, distance: null };
    expect(match(at(10, 20), at(30, 60), rule, elements)).toBe('match');
    expect(match(at(10, 20), at(31, 60), rule, elements)).toBe('point');
    expect(match(at(9, 20), at(30, 60), rule, elements)).toBe('point');
    expect(match(at(0, 0), at(10, 20), rule, elements)).toBe('point');
    expect(match(at(9, 20), at(31, 60), { ...rule, elementFactor: 1.1 }, elements)).toBe('match');
    expect(match(at(10, 20), at(30, 60), { ...rule, elementFactor: null }, elements)).toBe('point');
  });
});

describe('isInAny', () => {
  it('enlarges areas about their centre, borders included', () => {
    // Half of 20 and of 40, by 1.2: 8 to 32 and 16 to 64.
    for (const [x, y] of [
      [8, 40],
      [32, 40],
      [20, 16],
      [20, 64],
    ] as const) {
      expect(isInAny([BOX], [x, y], 1.2)).toBe(true);
      expect(isInAny([BOX], [x, y], 1)).toBe(false);
    }
    expect(isInAny([BOX], [7.99, 40], 1.2)).toBe(false);
    expect(isInAny([BOX], [20, 64.01], 1.2)).toBe(false);
    expect(isInAny([], [20, 40], 1)).toBe(false);
    expect(isInAny([[0, 0, 1, 1], BOX], [20, 40], 1)).toBe(true);
  });
});

describe('isNear', () => {
  const near = (
    a: Point,
    b: Point,
    threshold: number,
    space: 'square' | 'per_axis' | 'pixel' | 'longer_side',
  ) => isNear(a, b, SIZE, { threshold, space });

  it('measures in the space of the rule, the border included', () => {
    // 30 and 80 pixels apart: 0.3 and 0.4 in units.
    const [a, b] = [px(10, 20), px(40, 100)];
    expect([near(a, b, 0.5, 'square'), near(a, b, 0.49, 'square')]).toEqual([true, false]);
    expect([near(a, b, 0.4, 'per_axis'), near(a, b, 0.39, 'per_axis')]).toEqual([true, false]);
    expect([
      near(px(10, 20), px(60, 21), 0.5, 'per_axis'),
      near(px(10, 20), px(60, 21), 0.49, 'per_axis'),
    ]).toEqual([true, false]);
    const [c, d] = [px(10, 20), px(40, 60)];
    expect([near(c, d, 50, 'pixel'), near(c, d, 49.9, 'pixel')]).toEqual([true, false]);
    expect([near(c, d, 0.25, 'longer_side'), near(c, d, 0.24, 'longer_side')]).toEqual([true, false]);
  });

  it('cannot tell where that needs an unknown size', () => {
    const unit: Point = { x: 0.1, y: 0.1, space: 'unit' };
    const rule = (space: 'square' | 'pixel' | 'longer_side') => ({ threshold: 1, space });
    expect(isNear(px(1, 1), px(2, 2), null, rule('square'))).toBeNull();
    expect(isNear(unit, px(2, 2), null, rule('square'))).toBeNull();
    expect(isNear(px(1, 1), px(2, 1), null, rule('pixel'))).toBe(true);
    expect(isNear(px(1, 1), unit, null, rule('pixel'))).toBeNull();
    expect(isNear(px(1, 1), px(2, 1), null, rule('longer_side'))).toBeNull();
    expect(
      isNear(unit, { x: 900, y: 900, space: 'permille' }, null, { threshold: 0.8, space: 'per_axis' }),
    ).toBe(true);
  });
});

describe('unitsOf', () => {
  it('has each axis span 0 to 1', () => {
    expect(unitsOf({ x: 250, y: 500, space: 'permille' }, null)).toEqual([0.25, 0.5]);
    expect(unitsOf({ x: 0.25, y: 0.5, space: 'unit' }, null)).toEqual([0.25, 0.5]);
    expect(unitsOf(px(25, 100), SIZE)).toEqual([0.25, 0.5]);
    expect(unitsOf(px(25, 100), null)).toBeNull();
  });
});
