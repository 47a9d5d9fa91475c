import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ModelContent, ModelRequest } from '../model.js';
import { scriptedModel } from '../scripted.js';
import { limitPictures } from './limit-pictures.js';

const signal = new AbortController().signal;
const SIZE = { width: 240, height: 320 };
let noise: Uint8Array;
let flat: Uint8Array;

beforeAll(async () => {
  const bytes = Buffer.alloc(SIZE.width * SIZE.height * 3);
  let state = 1;
  for (let index = 0; index < bytes.length; index += 1) {
    // Xorshift: repeats too late for any encoder to notice.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[index] = state & 0xff;
  }
  noise = new Uint8Array(
    await sharp(bytes, { raw: { ...SIZE, channels: 3 } })
      .png()
      .toBuffer(),
  );
  flat = new Uint8Array(
    await sharp({ create: { ...SIZE, channels: 3, background: '#123456' } })
      .png()
      .toBuffer(),
  );
});

const image = (data: Uint8Array): ModelContent => ({ type: 'image', mediaType: 'image/png', data });

function modelThatSees(maxBytes: number) {
  const seen: ModelRequest[] = [];
  const model = limitPictures(
    scriptedModel((request) => {
      seen.push(request);
      return 'seen';
    }),
    maxBytes,
  );
  const ask = (...content: ModelContent[]) =>
    model.generate({ messages: [{ role: 'user', content }] }, { signal });
  return { model, seen, ask };
}

describe('a limit on pictures', () => {
  it('sends what fits as it is, and says nothing', async () => {
    const { seen, ask, model } = modelThatSees(10_000_000);
    const answer = await ask({ type: 'text', text: 'look' }, image(noise));
    expect(seen[0]?.messages[0]?.content[1]).toEqual(image(noise));
    expect(answer.warnings).toBeUndefined();
    expect(model.identity).toMatchObject({ kind: 'scripted', maxPictureBytes: 10_000_000 });
  });

  it('encodes what is too large anew, in its own size, and says so with the answer', async () => {
    const limit = Math.round(noise.byteLength / 3);
    const { seen, ask } = modelThatSees(limit);
    const answer = await ask(image(flat), image(noise));
    const [first, second] = seen[0]?.messages[0]?.content ?? [];
    expect(first).toEqual(image(flat));
    if (second?.type !== 'image') throw new Error('there is no second picture');
    expect(second.mediaType).toBe('image/jpeg');
    expect(second.data.byteLength).toBeLessThanOrEqual(limit);
    expect(await sharp(second.data).metadata()).toMatchObject({ ...SIZE, format: 'jpeg' });
    expect(answer.warnings).toEqual([
      expect.stringMatching(/^picture 2 encoded as JPEG of quality \d+: \d+ bytes became \d+$/),
    ]);
  });

  it('keeps the best quality that fits', async () => {
    const generous = modelThatSees(noise.byteLength - 1);
    const tight = modelThatSees(Math.round(noise.byteLength / 4));
    const quality = (warnings: readonly string[] | undefined): number =>
      Number(/quality (\d+)/.exec(warnings?.[0] ?? '')?.[1]);
    expect(quality((await generous.ask(image(noise))).warnings)).toBe(90);
    expect(quality((await tight.ask(image(noise))).warnings)).toBeLessThan(90);
  });

  it('asks nothing with a picture that fits at no quality', async () => {
    const { seen, ask } = modelThatSees(1000);
    await expect(ask(image(noise))).rejects.toMatchObject({ code: 'MODEL_PICTURE_SIZE', fault: 'user' });
    expect(seen).toEqual([]);
  });
});
