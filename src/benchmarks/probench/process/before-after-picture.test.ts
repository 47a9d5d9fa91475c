import { describe, expect, it } from 'vitest';
import { decodePixels } from '../../../observations/pictures/pixels.js';
import { smallPng } from '../../../testing/small-png.js';
import { beforeAfterPicture } from './before-after-picture.js';

const place = { file: 'screen' };

/** The picture, and the colour of each of its pixels. */
async function drawn(before: Uint8Array, after: Uint8Array, click: readonly [number, number]) {
  const picture = await beforeAfterPicture({ before, after, click, place });
  const { data, width, height } = await decodePixels(picture.data, place);
  expect([width, height]).toEqual([picture.width, picture.height]);
  const colourAt = (x: number, y: number): number[] => [
    ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
  ];
  return { ...picture, colourAt };
}

const RED = [255, 0, 0];

describe('beforeAfterPicture', () => {
  it('has both screens, a red line between them and a red circle around the click on the left one', async () => {
    const { width, height, line, colourAt } = await drawn(
      smallPng({ width: 400, height: 800 }, 10),
      smallPng({ width: 400, height: 800 }, 200),
      [100, 300],
    );
    expect([width, height, line]).toEqual([804, 800, { from: 400, width: 4 }]);
    for (const y of [0, 400, 799]) {
      expect(colourAt(399, y)).toEqual([10, 10, 10]);
      for (let x = 400; x < 404; x += 1) expect(colourAt(x, y)).toEqual(RED);
      expect(colourAt(404, y)).toEqual([200, 200, 200]);
    }
    // A ring of radius 10: what was touched stays to be seen.
    expect(colourAt(100, 300)).toEqual([10, 10, 10]);
    expect(colourAt(109, 300)).toEqual(RED);
    expect(colourAt(112, 300)).toEqual([10, 10, 10]);
    expect(colourAt(404 + 109, 300)).toEqual([200, 200, 200]);
  });

  it('is at most 1600 pixels high, with the click where it was', async () => {
    const { width, height, line, colourAt } = await drawn(
      smallPng({ width: 1000, height: 3200 }, 10),
      smallPng({ width: 800, height: 1600 }, 200),
      [500, 1600],
    );
    expect([width, height, line]).toEqual([500 + 4 + 800, 1600, { from: 500, width: 4 }]);
    expect(colourAt(250 + 11, 800)).toEqual(RED);
  });

  it('keeps a circle at the edge on the left screen', async () => {
    const { colourAt } = await drawn(
      smallPng({ width: 400, height: 800 }, 10),
      smallPng({ width: 400, height: 800 }, 200),
      [399, 799],
    );
    expect(colourAt(404, 799)).toEqual([200, 200, 200]);
    expect(colourAt(391, 799)).toEqual(RED);
  });
});
