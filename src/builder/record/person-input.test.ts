import { describe, expect, it } from 'vitest';
import { pixelPoint } from '../../domain/geometry.js';
import { actionOfInput, PersonInputSchema } from './person-input.js';

describe('actionOfInput', () => {
  it.each([
    [
      { type: 'tap', at: [3, 4] },
      { type: 'tap', target: { type: 'point', point: pixelPoint(3, 4) } },
    ],
    [
      { type: 'double_tap', at: [3, 4] },
      { type: 'tap', target: { type: 'point', point: pixelPoint(3, 4) }, count: 2 },
    ],
    [
      { type: 'long_press', at: [3, 4], durationMs: 900 },
      { type: 'long_press', target: { type: 'point', point: pixelPoint(3, 4) }, durationMs: 900 },
    ],
    [
      { type: 'text', text: '你好' },
      { type: 'type', text: '你好' },
    ],
    [
      { type: 'key', key: 'BACK' },
      { type: 'key', key: 'BACK' },
    ],
    [
      { type: 'open_app', app: 'Shop' },
      { type: 'open_app', app: 'Shop' },
    ],
    [{ type: 'wait' }, { type: 'wait', durationMs: 1000 }],
  ])('%j', (input, action) => {
    expect(actionOfInput(PersonInputSchema.parse(input))).toEqual(action);
  });

  it.each([
    [[50, 10], [50, 90], 799, 'down', 'fling'],
    [[50, 90], [50, 10], 800, 'up', 'drag'],
    [[10, 50], [90, 50], 300, 'right', 'fling'],
    [[90, 50], [10, 50], 300, 'left', 'fling'],
  ] as const)('a swipe from %j to %j in %i ms goes %s', (from, to, durationMs, direction, style) => {
    const input = PersonInputSchema.parse({ type: 'swipe', from, to, durationMs });
    expect(actionOfInput(input)).toEqual({
      type: 'swipe',
      direction,
      from: pixelPoint(from[0], from[1]),
      to: pixelPoint(to[0], to[1]),
      durationMs,
      style,
    });
  });

  it.each([
    { type: 'tap', at: [1] },
    { type: 'key', key: 'POWER' },
    { type: 'text', text: '' },
    { type: 'tap', at: [1, 2], evil: 1 },
  ])('refuses %j', (input) => {
    expect(PersonInputSchema.safeParse(input).success).toBe(false);
  });
});
