import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { smallWebp } from './small-webp.js';

const place = { file: 'a.png' };

describe('smallWebp', () => {
  it('scales a screenshot down to 960 pixels and keeps its shape', async () => {
    const screen = await sharp({ create: { width: 1080, height: 2400, channels: 3, background: '#345' } })
      .png()
      .toBuffer();
    const { bytes, width, height } = await smallWebp(screen, place);
    expect({ width, height }).toEqual({ width: 1080, height: 2400 });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 432, height: 960 });
  });

  it('leaves a small one as large as it is, and refuses what is no picture', async () => {
    const icon = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#345' } })
      .png()
      .toBuffer();
    expect(await sharp((await smallWebp(icon, place)).bytes).metadata()).toMatchObject({
      width: 30,
      height: 20,
    });
    await expect(smallWebp(Buffer.from('nothing'), place)).rejects.toMatchObject({ code: 'PICTURE' });
  });
});
