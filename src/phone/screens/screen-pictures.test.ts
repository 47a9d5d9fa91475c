import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Observation } from '../../domain/screen.js';
import { phoneScreen } from '../../testing/phones/scripted-controls.js';
import { rgbaOf } from '../../testing/rgba-of.js';
import { smallPng } from '../../testing/small-png.js';
import { ByteCache } from './byte-cache.js';
import { FewAtOnce, NOT_WANTED } from './few-at-once.js';
import { framebuffer, rawScreencap } from './raw-screen.js';
import { ScreenPictureError } from './screen-picture-error.js';
import { ScreenPictures } from './screen-pictures.js';

const SIZE = { width: 1080, height: 2400 };
const NO_SIGNAL = { signal: new AbortController().signal };
const NOISE = { width: 31, height: 17 };

/** Files as recordings have them. */
const KINDS: readonly (readonly [string, (picture: Sharp) => Promise<Buffer>])[] = [
  ['8-bit RGBA', (picture) => picture.png().toBuffer()],
  ['interlaced RGBA', (picture) => picture.png({ progressive: true }).toBuffer()],
  ['8-bit RGB', (picture) => picture.removeAlpha().png().toBuffer()],
  ['a palette', (picture) => picture.removeAlpha().png({ palette: true }).toBuffer()],
  ['a palette with transparent colours', (picture) => picture.png({ palette: true }).toBuffer()],
  ['a palette of 4 bits', (picture) => picture.removeAlpha().png({ palette: true, colours: 9 }).toBuffer()],
  ['a palette of 2 bits', (picture) => picture.removeAlpha().png({ palette: true, colours: 3 }).toBuffer()],
  ['a palette of 1 bit', (picture) => picture.removeAlpha().png({ palette: true, colours: 2 }).toBuffer()],
  ['grey', (picture) => picture.removeAlpha().toColourspace('b-w').png().toBuffer()],
  ['grey with alpha', (picture) => picture.toColourspace('b-w').png().toBuffer()],
  ['16-bit RGB', (picture) => picture.removeAlpha().toColourspace('rgb16').png().toBuffer()],
  ['RGB with a colour profile', (picture) => picture.removeAlpha().withIccProfile('p3').png().toBuffer()],
  ['RGBA with a colour profile', (picture) => picture.withIccProfile('p3').png().toBuffer()],
  ['JPEG', (picture) => picture.removeAlpha().jpeg().toBuffer()],
  ['JPEG with a colour profile', (picture) => picture.removeAlpha().withIccProfile('p3').jpeg().toBuffer()],
  ['grey JPEG', (picture) => picture.removeAlpha().toColourspace('b-w').jpeg().toBuffer()],
  ['WebP', (picture) => picture.webp().toBuffer()],
  ['lossless WebP', (picture) => picture.webp({ lossless: true }).toBuffer()],
];

describe('ScreenPictures', () => {
  it('gives a recorded PNG byte by byte where it is one of a phone, or where that is asked for', async () => {
    const rgba = smallPng({ width: 5, height: 7 }, 9, 'rgba');
    const pictures = new ScreenPictures();
    expect(await pictures.png(phoneScreen({ picture: rgba }), SIZE)).toBe(rgba);
    const grey = phoneScreen({ picture: smallPng({ width: 5, height: 7 }) });
    expect(await pictures.png(grey, SIZE, 'recorded')).toBe(await grey.screen.picture?.load(NO_SIGNAL));
    expect(pictures.encoded).toBe(0);
  });

  it.each(KINDS)(
    'sends 8-bit RGBA with the pixels of %s, in PNG, raw and frame buffer alike',
    async (_, make) => {
      const file = await make(sharp(noise(), { raw: { ...NOISE, channels: 4 } }));
      const pictures = new ScreenPictures();
      const observation = phoneScreen({ picture: file });
      const sent = await pictures.png(observation, SIZE);
      expect([...sent.subarray(16, 29)]).toEqual([
        0,
        0,
        0,
        NOISE.width,
        0,
        0,
        0,
        NOISE.height,
        8,
        6,
        0,
        0,
        0,
      ]);
      const seen = await rgbaOf(sent);
      expect(seen.equals(await rgbaOf(file))).toBe(true);
      const pixels = await pictures.pixels(observation, SIZE);
      for (const [, body] of [rawScreencap(pixels), framebuffer(pixels)]) {
        expect(seen.equals(Buffer.from(body))).toBe(true);
      }
    },
  );

  it('encodes a picture once for all who ask while it is kept, and leaves the recording as it is', async () => {
    const png = smallPng({ width: 5, height: 7 });
    const before = Buffer.from(png);
    const observation = phoneScreen({ picture: png });
    const pictures = new ScreenPictures();
    const all = await Promise.all(Array.from({ length: 100 }, () => pictures.png(observation, SIZE)));
    expect(new Set([...all, await pictures.png(observation, SIZE)]).size).toBe(1);
    expect(pictures.encoded).toBe(1);
    expect(png.equals(before)).toBe(true);
  });

  it('keeps no more encoded pictures than it may', async () => {
    const pictures = new ScreenPictures({ files: 1 });
    const observation = phoneScreen({ picture: smallPng({ width: 5, height: 7 }) });
    for (let round = 0; round < 2; round += 1) await pictures.png(observation, SIZE);
    expect(pictures.encoded).toBe(2);
  });

  it('sends no screen in a file that clients take for broken, however plain it is', async () => {
    for (const shade of [0, 255]) {
      const picture = smallPng({ width: 360, height: 720 }, shade);
      const sent = await new ScreenPictures().png(phoneScreen({ picture }), SIZE);
      expect(sent.byteLength).toBeGreaterThan(10 * 1024);
    }
    expect((await new ScreenPictures().png(phoneScreen(), SIZE)).byteLength).toBeGreaterThan(10 * 1024);
  });

  it('sends the pixels of a photograph, in a file that is compressed less', async () => {
    const size = { width: 400, height: 500 };
    const pixels = Uint8Array.from(
      { length: 3 * size.width * size.height },
      (_, at) => (at * at * 2_654_435_761) >>> 24,
    );
    const photograph = await sharp(pixels, { raw: { ...size, channels: 3 } })
      .jpeg({ quality: 100 })
      .toBuffer();
    expect(photograph.byteLength).toBeGreaterThan(256 * 1024);
    const sent = await new ScreenPictures().png(phoneScreen({ picture: photograph }), SIZE);
    expect((await rgbaOf(sent)).equals(await rgbaOf(photograph))).toBe(true);
    // The second byte of a stream of zlib tells how hard it was compressed. Source: RFC 1950, FLEVEL.
    const data = Buffer.from(sent).indexOf('IDAT') + 4;
    expect((sent[data + 1] ?? 0) >> 6).toBe(0);
  });

  it('has no chunks but those that a picture needs', async () => {
    const sent = await new ScreenPictures().png(phoneScreen({ picture: smallPng(NOISE) }), SIZE);
    const names: string[] = [];
    const view = new DataView(sent.buffer, sent.byteOffset, sent.byteLength);
    for (let at = 8; at < sent.byteLength; at += 12 + view.getUint32(at)) {
      names.push(Buffer.from(sent.subarray(at + 4, at + 8)).toString('latin1'));
    }
    expect(names).toEqual(['IHDR', 'IDAT', 'IEND']);
  });

  it('refuses a picture of another size than its screen, and names the file', async () => {
    const png = smallPng({ width: 5, height: 7 });
    const shown = (width: number): Observation => {
      const { screen } = phoneScreen({ picture: png });
      const picture = screen.picture && { ...screen.picture, locate: async () => '/world/five.png' };
      return { screen: { ...screen, picture, size: { width, height: 7 } } };
    };
    const pictures = new ScreenPictures();
    expect(await sharp(await pictures.png(shown(5), SIZE)).metadata()).toMatchObject({ width: 5, height: 7 });
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

  it.each(['jpeg', 'webp'] as const)('refuses a %s file larger than any screen', async (format) => {
    const file = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#fff' } })
      .toFormat(format, { lossless: true })
      .toBuffer();
    const huge = Buffer.from(file);
    if (format === 'jpeg') huge.fill(0xff, huge.indexOf('ffc0', 'hex') + 5, huge.indexOf('ffc0', 'hex') + 9);
    // 14 bits each of width and height less one.
    else huge.fill(0xff, huge.indexOf('VP8L') + 9, huge.indexOf('VP8L') + 12);
    const pictures = new ScreenPictures();
    await expect(pictures.png(phoneScreen({ picture: huge }), SIZE)).rejects.toBeInstanceOf(
      ScreenPictureError,
    );
    expect((await pictures.png(phoneScreen({ picture: file }), SIZE)).byteLength).toBeGreaterThan(0);
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['no picture', new TextEncoder().encode('no picture at all')],
    ['a cut PNG', smallPng({ width: 9, height: 9 }).subarray(0, 12)],
    ['a PNG cut within its pixels', smallPng({ width: 99, height: 99 }).subarray(0, 50)],
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
    expect((await pictures.png(observation, SIZE)).byteLength).toBeGreaterThan(0);
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
    const png = smallPng({ width: 5, height: 7 }, 9, 'rgba');
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
    expect(header).toEqual([2, 32, 1, 24, 3, 2, 0, 8, 16, 8, 8, 8, 24, 8]);
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

/** Pixels without a pattern, each channel of its own. */
function noise(): Buffer {
  let state = 7;
  return Buffer.from(
    Array.from({ length: NOISE.width * NOISE.height * 4 }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 24;
    }),
  );
}

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
