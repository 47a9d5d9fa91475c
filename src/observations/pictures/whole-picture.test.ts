import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isWholePicture } from './whole-picture.js';

describe('isWholePicture', () => {
  it('knows a picture that is cut off anywhere, of each format', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const made = sharp({ create: { width: 24, height: 16, channels: 3, background: 'red', noise } });
    for (const bytes of [
      await made.clone().png().toBuffer(),
      await made.clone().jpeg().toBuffer(),
      await made.clone().webp().toBuffer(),
    ]) {
      expect(isWholePicture(bytes)).toBe(true);
      for (let length = 12; length < bytes.length - 1; length += 7) {
        expect([length, isWholePicture(bytes.subarray(0, length))]).toEqual([length, false]);
      }
    }
  });

  it('says nothing of what it does not know, but that there is something', () => {
    expect(isWholePicture(Buffer.from('GIF89a'))).toBe(true);
    expect(isWholePicture(new Uint8Array())).toBe(false);
  });
});
