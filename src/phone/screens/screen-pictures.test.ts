import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Observation } from '../../domain/screen.js';
import { phoneScreen } from '../../testing/phones/scripted-controls.js';
import { smallPng } from '../../testing/small-png.js';
import { ByteCache } from './byte-cache.js';
import { FewAtOnce, NOT_WANTED } from './few-at-once.js';
import { framebuffer } from './raw-screen.js';
import { ScreenPictureError } from './screen-picture-error.js';
import { ScreenPictures } from './screen-pictures.js';

const SIZE = { width: 1080, height: 2400 };

describe('ScreenPictures', () => {
  it('gives a recorded PNG byte by byte', async () => {
    const png = smallPng({ width: 5, height: 7 });
    expect(await new ScreenPictures().png(phoneScreen({ picture: png }), SIZE)).toBe(png);
  });

  it('refuses a picture of another size than its screen, and names the file', async () => {
    const png = smallPng({ width: 5, height: 7 });
    const shown = (width: number): Observation => {
      const { screen } = phoneScreen({ picture: png });
      const picture = screen.picture && { ...screen.picture, locate: async () => '/world/five.png' };
      return { screen: { ...screen, picture, size: { width, height: 7 } } };
    };
    const pictures = new ScreenPictures();
    expect(await pictures.png(shown(5), SIZE)).toBe(png);
    await expect(pictures.png(shown(6), SIZE)).rejects.toMatchObject({
      code: 'SCREEN_PICTURE',
      place: { file: '/world/five.png' },
    });
  });

  it('converts other formats, once', async () => {
    const jpeg = await sharp({ create: { width: 6, height: 4, channels: 3, background: '#204080' } })
      .jpeg()
      .toBuffer();
    const { observation, loads } = counted(jpeg);
    const pictures = new ScreenPictures();
    const [one, other] = await Promise.all([
      pictures.png(observation, SIZE),
      pictures.png(observation, SIZE),
    ]);
    expect(one).toBe(other);
    expect(loads()).toBe(1);
    expect(await sharp(one).metadata()).toMatchObject({ format: 'png', width: 6, height: 4 });
  });

  it('tells pictures apart by their hashes where they have some', async () => {
    const pictures = new ScreenPictures();
    const first = phoneScreen({ picture: smallPng({ width: 1, height: 1 }), hash: 'a' });
    const again = phoneScreen({ picture: smallPng({ width: 2, height: 2 }), hash: 'a' });
    expect(await pictures.png(again, SIZE)).toBe(await pictures.png(first, SIZE));
  });

  it('refuses pictures larger than any screen without decoding them', async () => {
    const huge = smallPng({ width: 1, height: 1 });
    huge.writeUInt32BE(100_000, 16);
    huge.writeUInt32BE(100_000, 20);
    const refused = new ScreenPictures().png(phoneScreen({ picture: huge }), SIZE);
    await expect(refused).rejects.toBeInstanceOf(ScreenPictureError);
    await expect(refused).rejects.toMatchObject({ code: 'SCREEN_PICTURE', fault: 'dataset' });
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['no picture', new TextEncoder().encode('no picture at all')],
    ['a cut PNG', smallPng({ width: 9, height: 9 }).subarray(0, 12)],
  ])('refuses %s', async (_, bytes) => {
    await expect(new ScreenPictures().pixels(phoneScreen({ picture: bytes }), SIZE)).rejects.toBeInstanceOf(
      ScreenPictureError,
    );
  });

  it('tries again what failed before', async () => {
    let fails = true;
    const png = smallPng({ width: 1, height: 1 });
    const observation = withPicture(() => (fails ? Promise.reject(new Error('gone')) : Promise.resolve(png)));
    const pictures = new ScreenPictures();
    await expect(pictures.png(observation, SIZE)).rejects.toThrow('gone');
    fails = false;
    expect(await pictures.png(observation, SIZE)).toBe(png);
  });
});

describe('ScreenPictures, decoded', () => {
  const screen = (shade: number, size = { width: 10, height: 10 }): Observation =>
    phoneScreen({ picture: smallPng(size, shade) });

  it('gives the same pixels to all who ask, decoded once', async () => {
    const pictures = new ScreenPictures();
    const observation = screen(9);
    const all = await Promise.all(Array.from({ length: 500 }, () => pictures.pixels(observation, SIZE)));
    all.push(await pictures.pixels(observation, SIZE));
    expect(new Set(all.map(({ data }) => data.buffer)).size).toBe(1);
    expect(pictures.decoded).toBe(1);
  });

  it('keeps no more of them than it may, those used last', async () => {
    const pictures = new ScreenPictures({ pixels: 1000 });
    const [first, second, third] = [1, 2, 3].map((shade) => screen(shade)) as [
      Observation,
      Observation,
      Observation,
    ];
    for (const observation of [first, second, first, third, first]) await pictures.pixels(observation, SIZE);
    expect(pictures.decoded).toBe(3);
    await pictures.pixels(second, SIZE);
    expect(pictures.decoded).toBe(4);
  });

  it('decodes nothing for clients that are gone when its turn comes, and again for those that come then', async () => {
    const pictures = new ScreenPictures();
    const leaving = Array.from({ length: 50 }, () => new AbortController());
    const stay = [1, 2].map((shade) => pictures.pixels(screen(shade, SIZE), SIZE));
    const last = screen(3);
    const left = leaving.map(({ signal }) => pictures.pixels(last, SIZE, { signal }));
    await new Promise((resolve) => setImmediate(resolve));
    for (const each of leaving) each.abort();
    for (const result of await Promise.allSettled(left)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
    }
    await Promise.all(stay);
    const gone = pictures.pixels(last, SIZE, { signal: AbortSignal.abort() });
    await expect(gone).rejects.toMatchObject({ name: 'AbortError' });
    expect(pictures.decoded).toBe(2);
    expect((await pictures.pixels(last, SIZE)).width).toBe(10);
    expect(pictures.decoded).toBe(3);
  });

  it('keeps no large memory alive for a small picture', async () => {
    const png = smallPng({ width: 5, height: 7 });
    const archive = new Uint8Array(4 << 20);
    archive.set(png, 1000);
    const kept = await new ScreenPictures().png(
      phoneScreen({ picture: archive.subarray(1000, 1000 + png.length) }),
      SIZE,
    );
    expect(kept.buffer.byteLength).toBeLessThan(1 << 20);
    expect(Buffer.from(kept).equals(png)).toBe(true);
  });
});

describe('FewAtOnce', () => {
  it('runs as many at a time as it may, in order, despite failures', async () => {
    const few = new FewAtOnce(2);
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        few.run(
          async () => {
            begun.push(index);
            running += 1;
            most = Math.max(most, running);
            await new Promise((resolve) => setImmediate(resolve));
            running -= 1;
            if (index % 3 === 0) throw new Error('broken on purpose');
          },
          () => index !== 4,
        ),
      ),
    );
    expect(most).toBe(2);
    expect(begun).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9]);
    expect(results[4]).toMatchObject({ reason: NOT_WANTED });
  });
});

describe('framebuffer', () => {
  it('puts a header of version 2 before the pixels', async () => {
    const pixels = await new ScreenPictures().pixels(
      phoneScreen({ picture: smallPng({ width: 3, height: 2 }, 9) }),
      SIZE,
    );
    const bytes = new Uint8Array(Buffer.concat(framebuffer(pixels)));
    const header = Array.from(new Uint32Array(bytes.slice(0, 56).buffer));
    expect(header).toEqual([2, 32, 0, 24, 3, 2, 0, 8, 16, 8, 8, 8, 24, 8]);
    expect(Array.from(bytes.subarray(56, 60))).toEqual([9, 9, 9, 255]);
    expect(bytes.byteLength).toBe(56 + 24);
  });
});

describe('ByteCache', () => {
  const make = (size: number) => () => Promise.resolve(new Uint8Array(size));

  it('drops what was used longest ago once it holds too much', async () => {
    const cache = new ByteCache(100);
    const first = await cache.get('a', make(40));
    await cache.get('b', make(40));
    expect(await cache.get('a', make(1))).toBe(first);
    await cache.get('c', make(40));
    expect(cache.used).toBe(80);
    expect(await cache.get('a', make(1))).toBe(first);
    expect((await cache.get('b', make(7))).byteLength).toBe(7);
  });

  it('keeps nothing that is larger than all it may hold', async () => {
    const cache = new ByteCache(10);
    await cache.get('a', make(11));
    expect(cache.used).toBe(0);
  });
});

function withPicture(load: () => Promise<Uint8Array>): Observation {
  const { screen } = phoneScreen();
  return { screen: { ...screen, size: null, picture: { mediaType: 'image/png', load } } };
}

function counted(bytes: Uint8Array): { observation: Observation; loads: () => number } {
  let loads = 0;
  const observation = withPicture(() => {
    loads += 1;
    return Promise.resolve(bytes);
  });
  return { observation, loads: () => loads };
}
