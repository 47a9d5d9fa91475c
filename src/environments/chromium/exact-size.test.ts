import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { exactSize } from './exact-size.js';

/** A picture whose pixels tell their row. */
async function rows(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height, 0).map((_, at) => Math.floor(at / width) * 10);
  return await sharp(pixels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

async function lastRow(png: Buffer): Promise<readonly number[]> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  return [info.width, info.height, data.at(-info.channels) ?? -1];
}

describe('exactSize', () => {
  it('leaves a picture of the right size as it is', async () => {
    const png = await rows(3, 4);
    expect(await exactSize(png, { width: 3, height: 4 })).toBe(png);
  });

  it.each([
    ['a row and a column are missing', 2, 3, [3, 4, 20]],
    ['a row and a column are too many', 4, 5, [3, 4, 30]],
    ['a row is missing and a column too many', 4, 3, [3, 4, 20]],
  ])('makes it right where %s', async (_, width, height, expected) => {
    expect(await lastRow(await exactSize(await rows(width, height), { width: 3, height: 4 }))).toEqual(
      expected,
    );
  });
});
