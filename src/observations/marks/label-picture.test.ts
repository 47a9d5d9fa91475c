import { describe, expect, it } from 'vitest';
import { labelPicture } from './label-picture.js';
import { CHANNELS, decodePixels, encodePng, type Pixels } from '../pictures/pixels.js';

const place = { file: 'screen.png' };
const GREY = 90;

async function labelled(width: number, height: number, label: string): Promise<Pixels> {
  const data = new Uint8Array(width * height * CHANNELS).fill(GREY);
  return decodePixels(await labelPicture(await encodePng({ width, height, data }), label, place), place);
}

/** Share of the pixels of a row, from the left, that nobody has touched. */
function untouched({ width, data }: Pixels, row: number): number {
  const reds = Array.from({ length: width }, (_, x) => data[(row * width + x) * CHANNELS]);
  return reds.filter((red) => red === GREY).length / width;
}

describe('labelPicture', () => {
  it('writes black on white in the lower right corner and leaves the rest as it was', async () => {
    const picture = await labelled(540, 1200, 'before');
    expect(picture).toMatchObject({ width: 540, height: 1200 });
    expect(untouched(picture, 0)).toBe(1);
    expect(untouched(picture, 1100)).toBe(1);
    expect(untouched(picture, 1185)).toBeGreaterThan(0.5);
    expect(untouched(picture, 1185)).toBeLessThan(1);
    const last = picture.data.slice(-CHANNELS);
    expect([...last]).toEqual([255, 255, 255]);
    expect(picture.data.some((value) => value < 10)).toBe(true);
  });

  it('writes other words otherwise, and on pictures smaller than the word', async () => {
    const [before, after] = [await labelled(540, 1200, 'before'), await labelled(540, 1200, 'after')];
    expect(Buffer.compare(before.data, after.data)).not.toBe(0);
    expect(await labelled(10, 10, 'before')).toMatchObject({ width: 10, height: 10 });
  });

  it('refuses what is no picture', async () => {
    await expect(labelPicture(Uint8Array.of(1, 2, 3), 'before', place)).rejects.toMatchObject({
      code: 'PICTURE',
    });
  });
});
