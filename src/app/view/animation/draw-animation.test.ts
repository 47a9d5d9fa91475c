import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawAnimation, MOST_FRAMES, type AnimationFrame } from './draw-animation.js';

const { signal } = new AbortController();
const SIZE = [90, 195] as const;

async function frame(colour: string, caption: string): Promise<AnimationFrame> {
  const create = { width: SIZE[0], height: SIZE[1], channels: 3, background: colour } as const;
  return {
    picture: await sharp({ create }).png().toBuffer(),
    size: SIZE,
    marks: [{ type: 'tap', at: { x: 0.5, y: 0.5, unit: 'fraction' }, count: 1 }],
    caption,
  };
}

describe('an animation', () => {
  it.each(['webp', 'gif'] as const)(
    'shows every screen in its turn, with what was done on it: %s',
    async (format) => {
      const frames = [
        await frame('#0000ff', '1 / 3'),
        { ...(await frame('#00ff00', '2 / 3')), picture: null },
      ];
      const bytes = await drawAnimation([...frames, await frame('#00ff00', '3 / 3')], {
        format,
        width: 120,
        frameMs: 500,
        signal,
      });
      const { pages, delay, width, pageHeight } = await sharp(bytes, { animated: true }).metadata();
      expect({ pages, delay, width, pageHeight }).toEqual({
        pages: 3,
        delay: [500, 500, 500],
        width: 120,
        pageHeight: 288,
      });
      const first = await sharp(bytes, { page: 0 }).removeAlpha().raw().toBuffer();
      const at = (x: number, y: number): readonly number[] => [
        ...first.subarray((y * 120 + x) * 3, (y * 120 + x) * 3 + 3),
      ];
      const [red = 0, , blue = 0] = at(10, 10);
      expect(blue - red).toBeGreaterThan(150);
      // On the ring of the touch, right of the middle.
      const ring = [63, 64, 65, 66, 67, 68].map((x) => at(x, 130));
      expect(Math.max(...ring.map(([r = 0, , b = 0]) => r - b))).toBeGreaterThan(80);
    },
  );

  it('refuses what it cannot hold', async () => {
    const one = await frame('#0000ff', '1');
    const options = { format: 'webp', width: 120, frameMs: 500, signal } as const;
    await expect(drawAnimation([], options)).rejects.toThrow('1 to 150');
    const many = Array.from({ length: MOST_FRAMES + 1 }, () => one);
    await expect(drawAnimation(many, options)).rejects.toThrow('not 151');
  });
});
