import * as fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { gridCell, gridOf, overlayGrid } from './grid-overlay.js';

describe('gridOf', () => {
  it.each([
    [1080, 2400, 20, 9],
    [768, 1280, 10, 6],
    [1440, 3120, 26, 12],
    // 1171 is a prime.
    [540, 1171, 9, 4],
    [100, 60, 1, 1],
  ])('cuts %i x %i into %i rows and %i columns', (width, height, rows, columns) => {
    expect(gridOf({ width, height })).toEqual({ rows, columns });
  });

  it('makes cells that fit into the screen and are no smaller than 120 pixels where it is large enough', () => {
    const side = fc.integer({ min: 1, max: 5000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const grid = gridOf({ width, height });
        const cell = gridCell({ width, height }, grid);
        expect(cell.width * grid.columns).toBeLessThanOrEqual(width);
        expect(cell.height).toBeGreaterThanOrEqual(Math.min(120, height));
      }),
    );
  });
});

describe('overlayGrid', () => {
  it('draws lines between the cells and a number in each', async () => {
    const screen = { width: 480, height: 720 };
    const picture = await sharp({ create: { ...screen, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const { data, grid } = await overlayGrid(picture, { file: 'a.png' });
    const pixels = await sharp(data).raw().toBuffer();
    const at = (x: number, y: number): number[] => [
      ...pixels.subarray((y * 480 + x) * 3, (y * 480 + x) * 3 + 3),
    ];
    expect(grid).toEqual({ rows: 6, columns: 4 });
    expect(at(120, 60)).toEqual([255, 116, 113]);
    expect(at(60, 120)).toEqual([255, 116, 113]);
    expect(at(60, 60)).toEqual([255, 255, 255]);
    expect(at(363, 603)[0]).toBeLessThan(120);
  });

  it('says which file is no picture', async () => {
    await expect(overlayGrid(new Uint8Array(9), { file: 'a.png' })).rejects.toMatchObject({
      code: 'PICTURE',
    });
  });
});
