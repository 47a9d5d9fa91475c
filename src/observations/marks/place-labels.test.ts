import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeLabels, type LabelWish } from './place-labels.js';

const PICTURE = { width: 400, height: 800 };
const SIZE = { width: 40, height: 24 };

function wish(x: number, y: number, box: LabelWish['box'] = [x, y, x + 80, y + 80]): LabelWish {
  return { at: [x, y], size: SIZE, box };
}

function overlap([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): boolean {
  return Math.abs(ax - bx) < SIZE.width && Math.abs(ay - by) < SIZE.height;
}

describe('placeLabels', () => {
  it('gives the best place to whoever comes first', () => {
    expect(placeLabels([wish(100, 100)], PICTURE)).toEqual([[100, 100]]);
  });

  it('moves a label aside within its own element', () => {
    const [, second] = placeLabels([wish(100, 100), wish(100, 100, [100, 100, 300, 130])], PICTURE);
    expect(second).toEqual([140, 100]);
  });

  it('moves a label out of an element that has no room', () => {
    const box = [100, 100, 140, 124] as const;
    const [first, second] = placeLabels([wish(100, 100, [...box]), wish(100, 100, [...box])], PICTURE);
    expect(overlap(first ?? [0, 0], second ?? [0, 0])).toBe(false);
  });

  it('keeps every label within the picture', () => {
    const side = fc.integer({ min: -500, max: 1500 });
    fc.assert(
      fc.property(fc.array(fc.tuple(side, side), { maxLength: 40 }), (places) => {
        const placed = placeLabels(
          places.map(([x, y]) => wish(x, y)),
          PICTURE,
        );
        expect(placed).toHaveLength(places.length);
        for (const [x, y] of placed) {
          expect(Math.min(x, y, PICTURE.width - SIZE.width - x, PICTURE.height - SIZE.height - y)).toBe(
            Math.max(0, Math.min(x, y, PICTURE.width - SIZE.width - x, PICTURE.height - SIZE.height - y)),
          );
        }
      }),
    );
  });

  it('lets no label cover another while there is room nearby', () => {
    const place = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 800 }));
    fc.assert(
      fc.property(fc.array(place, { maxLength: 12 }), (places) => {
        const placed = placeLabels(
          places.map(([x, y]) => wish(x, y)),
          PICTURE,
        );
        for (const [index, a] of placed.entries()) {
          for (const b of placed.slice(index + 1)) expect(overlap(a, b)).toBe(false);
        }
      }),
    );
  });
});
