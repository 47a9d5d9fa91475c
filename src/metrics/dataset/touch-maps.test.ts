import { describe, expect, it } from 'vitest';
import type { Size } from '../../domain/geometry.js';
import { TouchMaps } from './touch-maps.js';

const SCREEN: Size = { width: 270, height: 540 };

/** Column, row and count of each cell that was touched. */
function touched(maps: TouchMaps): number[][] {
  return (maps.list()[0]?.cells ?? []).flatMap((count, cell) =>
    count === 0 ? [] : [[cell % 27, Math.floor(cell / 27), count]],
  );
}

describe('TouchMaps', () => {
  it('counts touches by cell, the far borders in the last ones, and leaves out what is outside', () => {
    const maps = new TouchMaps();
    for (const at of [
      [0, 0],
      [9.9, 9.9],
      [10, 9],
      [270, 540],
      [269, 0],
      [-1, 5],
      [5, -1],
      [271, 5],
      [5, 541],
    ] as const) {
      maps.add(at, SCREEN);
    }
    expect(touched(maps)).toEqual([
      [0, 0, 2],
      [1, 0, 1],
      [26, 0, 1],
      [26, 53, 1],
    ]);
    expect(maps.list()[0]).toMatchObject({ ...SCREEN, columns: 27, rows: 54, touches: 5 });
    expect(maps.list()[0]?.cells).toHaveLength(27 * 54);
  });

  it('has rows by the shape of the screen, within limits', () => {
    const maps = new TouchMaps();
    for (const size of [
      { width: 1000, height: 100 },
      { width: 100, height: 1000 },
      { width: 300, height: 200 },
    ]) {
      maps.add([1, 1], size);
    }
    expect(maps.list().map(({ rows }) => rows)).toEqual([9, 81, 18]);
  });

  it('keeps a map for each of the first 24 sizes, the most touched first', () => {
    const maps = new TouchMaps();
    for (let width = 1; width <= 25; width += 1) maps.add([0, 0], { width, height: 1 });
    maps.add([0, 0], { width: 7, height: 1 });
    maps.add([0, 0], { width: 25, height: 1 });
    expect(maps.list()).toHaveLength(24);
    expect(maps.list()[0]).toMatchObject({ width: 7, touches: 2 });
    expect(maps.list().some(({ width }) => width === 25)).toBe(false);
  });
});
