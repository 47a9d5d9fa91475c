import { describe, expect, it } from 'vitest';
import { PictureSizes } from './picture-sizes.js';

const SMALL = { width: 10, height: 20 };

describe('PictureSizes', () => {
  it('counts sizes, the most frequent first, and names pictures that are not as the data say', () => {
    const sizes = new PictureSizes();
    sizes.add('a', SMALL, { width: 20, height: 20 });
    sizes.add('b', SMALL, SMALL);
    sizes.add('c', null, SMALL);
    sizes.add('d', SMALL, { width: 10, height: 21 });
    sizes.add('e', SMALL, null);
    expect(sizes.statistics()).toEqual({
      read: 4,
      unread: 1,
      sizes: [
        { width: 10, height: 20, pictures: 2 },
        { width: 20, height: 20, pictures: 1 },
        { width: 10, height: 21, pictures: 1 },
      ],
      differing: {
        count: 2,
        listed: [
          { screen: 'a', said: SMALL, real: { width: 20, height: 20 } },
          { screen: 'd', said: SMALL, real: { width: 10, height: 21 } },
        ],
      },
    });
  });

  it('names the first thousand, and counts all', () => {
    const sizes = new PictureSizes();
    for (let index = 0; index < 1001; index += 1) sizes.add(`s${index}`, null, SMALL);
    for (let index = 0; index < 1001; index += 1) sizes.add(`s${index}`, SMALL, { width: 1, height: 1 });
    const { differing } = sizes.statistics();
    expect([differing.count, differing.listed.length, differing.listed.at(-1)?.screen]).toEqual([
      1001,
      1000,
      's999',
    ]);
  });
});
