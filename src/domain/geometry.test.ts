import { describe, expect, it } from 'vitest';
import { isInRange, resolvePoint, toPixel, type Point } from './geometry.js';

const SCREEN = { width: 100, height: 200 };

function pixelAt(x: number, space: Point['space'] = 'unit'): number | undefined {
  return resolvePoint({ x, y: 0, space }, SCREEN).pixel?.[0];
}

describe('resolvePoint', () => {
  it('gives the pixel under a position, the far border to the last pixel', () => {
    const point = resolvePoint({ x: 1000, y: 500, space: 'permille' }, SCREEN);
    expect(point).toEqual({ x: 1000, y: 500, space: 'permille', resolved: [100, 100], pixel: [99, 100] });
    expect([pixelAt(0), pixelAt(0.999), pixelAt(99.5, 'pixel')]).toEqual([0, 99, 99]);
  });

  it('keeps a value that is whole up to a millionth of a pixel on its own pixel, and no other', () => {
    // 0.29 × 100 is 28.999999999999996.
    expect(0.29 * 100).toBeLessThan(29);
    expect(pixelAt(0.29)).toBe(29);
    expect(pixelAt(28.9999995, 'pixel')).toBe(29);
    expect(pixelAt(28.999998, 'pixel')).toBe(28);
  });

  it('has no pixel outside the closed range of its space', () => {
    for (const [x, y] of [
      [-0.01, 0],
      [1.01, 0],
      [0, -0.01],
      [0, 1.01],
    ] as const) {
      expect(isInRange({ x, y, space: 'unit' }, SCREEN)).toBe(false);
      expect(resolvePoint({ x, y, space: 'unit' }, SCREEN)).not.toHaveProperty('pixel');
      expect(resolvePoint({ x, y, space: 'unit' }, SCREEN).resolved).toEqual([x * 100, y * 200]);
    }
    expect(isInRange({ x: 100, y: 200, space: 'pixel' }, SCREEN)).toBe(true);
    expect(isInRange({ x: 100.5, y: 200, space: 'pixel' }, SCREEN)).toBe(false);
  });
});

describe('toPixel', () => {
  it('multiplies before it divides, so that what falls on a pixel gives it exactly', () => {
    expect((175 / 1000) * 1440).not.toBe(252);
    expect(toPixel({ x: 175, y: 175, space: 'permille' }, { width: 1440, height: 1440 })).toEqual([252, 252]);
  });
});
