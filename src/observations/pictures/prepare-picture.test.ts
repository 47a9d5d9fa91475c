import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { PictureRule } from '../../domain/observation-rule.js';
import type { ResizeRule } from '../../domain/coordinates/resize-rule.js';
import { preparePicture } from './prepare-picture.js';

const PLACE = { file: 'screens/home.png' };
const QWEN: ResizeRule = { algorithm: 'smart_resize', factor: 28, minPixels: 3136, maxPixels: 12_845_056 };
const LONGEST: ResizeRule = { algorithm: 'longest_side', maxSide: 1120 };

type Format = 'png' | 'jpeg' | 'webp';

async function screenshot(format: Format, width = 540, height = 1170) {
  const image = sharp({ create: { width, height, channels: 3, background: '#369' } });
  return { mediaType: `image/${format}`, data: new Uint8Array(await image.toFormat(format).toBuffer()) };
}

async function prepared(format: Format, rule: PictureRule) {
  const picture = await screenshot(format);
  const sent = await preparePicture(picture, rule, PLACE);
  const { format: kind, width, height } = await sharp(sent.data).metadata();
  return {
    same: sent.data === picture.data,
    mediaType: sent.mediaType,
    size: sent.size,
    kind,
    width,
    height,
  };
}

describe('preparePicture', () => {
  it('sends a picture that needs no change as it was recorded', async () => {
    const rule: PictureRule = { resize: null, format: 'png' };
    expect(await prepared('png', rule)).toMatchObject({ same: true, mediaType: 'image/png' });
    expect(await prepared('jpeg', rule)).toMatchObject({ same: true, mediaType: 'image/jpeg' });
    expect(await prepared('jpeg', { resize: LONGEST, format: 'jpeg' })).toMatchObject({ same: false });
  });

  it('gives a picture the very size that the model sees', async () => {
    expect(await prepared('png', { resize: QWEN, format: 'png' })).toMatchObject({
      kind: 'png',
      mediaType: 'image/png',
      size: { width: 532, height: 1176 },
      width: 532,
      height: 1176,
    });
    expect(await prepared('png', { resize: LONGEST, format: 'jpeg' })).toMatchObject({
      kind: 'jpeg',
      mediaType: 'image/jpeg',
      size: { width: 516, height: 1120 },
      width: 516,
      height: 1120,
    });
  });

  it('enlarges nothing that a longest side already allows', async () => {
    const small = await screenshot('jpeg', 300, 600);
    const sent = await preparePicture(small, { resize: LONGEST, format: 'jpeg' }, PLACE);
    expect(sent).toEqual({ ...small, size: { width: 300, height: 600 } });
  });

  it('turns other formats into what the rule asks for', async () => {
    expect(await prepared('png', { resize: null, format: 'jpeg' })).toMatchObject({
      kind: 'jpeg',
      width: 540,
    });
    expect(await prepared('webp', { resize: null, format: 'png' })).toMatchObject({
      kind: 'png',
      width: 540,
    });
    expect(await prepared('webp', { resize: QWEN, format: 'png' })).toMatchObject({
      kind: 'png',
      width: 532,
    });
  });

  it('names the format that a file has, not the one in its name', async () => {
    const { data } = await screenshot('jpeg');
    const sent = await preparePicture(
      { mediaType: 'image/png', data },
      { resize: null, format: 'png' },
      PLACE,
    );
    expect(sent.mediaType).toBe('image/jpeg');
  });

  it('refuses a picture of more pixels than any screen without decoding it', async () => {
    const { data } = await screenshot('png');
    const header = new DataView(data.buffer, data.byteOffset);
    header.setUint32(16, 30_000);
    header.setUint32(20, 30_000);
    for (const resize of [null, QWEN]) {
      await expect(
        preparePicture({ mediaType: 'image/png', data }, { resize, format: 'png' }, PLACE),
      ).rejects.toMatchObject({ code: 'PICTURE', place: PLACE });
    }
  });

  it('refuses what the model would refuse, and what cannot be decoded', async () => {
    const strip = await screenshot('png', 4, 900);
    await expect(preparePicture(strip, { resize: QWEN, format: 'png' }, PLACE)).rejects.toThrow(
      'screens/home.png: the model’s processor'.replace('’', "'"),
    );
    const { data } = await screenshot('png');
    const cut = { mediaType: 'image/png', data: data.subarray(0, 300) };
    await expect(preparePicture(cut, { resize: QWEN, format: 'png' }, PLACE)).rejects.toMatchObject({
      code: 'PICTURE',
      fault: 'dataset',
    });
  });
});
