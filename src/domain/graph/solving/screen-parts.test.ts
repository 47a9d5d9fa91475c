import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isInside, partsOfScreen, type TouchArea } from './screen-parts.js';

const SIZE = { width: 14, height: 11 };
const side = fc.double({ min: -3, max: 16, noNaN: true });
const area: fc.Arbitrary<TouchArea> = fc.oneof(
  fc.tuple(side, side, side, side).map(([a, b, c, d]): TouchArea => ({
    type: 'box',
    box: [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)],
  })),
  fc
    .tuple(side, side, fc.double({ min: 0.1, max: 8, noNaN: true }))
    .map(([x, y, radius]): TouchArea => ({ type: 'circle', centre: [x, y], radius })),
);

it('has a pixel of every part into which boxes and circles cut a screen', () => {
  fc.assert(
    fc.property(fc.array(area, { maxLength: 5 }), (areas) => {
      const keyOf = (x: number, y: number): string =>
        areas.flatMap((one, index) => (isInside(one, x, y) ? [index] : [])).join();
      const all = new Set<string>();
      for (let y = 0; y < SIZE.height; y += 1) for (let x = 0; x < SIZE.width; x += 1) all.add(keyOf(x, y));
      all.delete('');
      const parts = partsOfScreen(areas, SIZE);
      expect(new Set(parts.map(({ x, y }) => keyOf(x, y)))).toEqual(all);
      expect(parts).toHaveLength(all.size);
      for (const { x, y, inside } of parts) expect(inside.join()).toBe(keyOf(x, y));
    }),
    { numRuns: 300 },
  );
});
