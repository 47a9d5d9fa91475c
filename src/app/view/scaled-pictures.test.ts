import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { PictureCache } from './pictures/picture-cache.js';
import type { ScreenBytes } from './results-folder.js';
import { ScaledPictures } from './scaled-pictures.js';

async function pictureOf(width: number, shade = 0): Promise<ScreenBytes> {
  const background = { r: shade, g: 90, b: 120 };
  const bytes = await sharp({ create: { width, height: width * 2, channels: 3, background } })
    .png()
    .toBuffer();
  return { mediaType: 'image/png', bytes };
}

describe('scaled pictures on disk', () => {
  it('are there for the next viewer, within a bound, and for nobody who may not see the picture', async () => {
    await using folder = await temporaryFolder();
    const picture = await pictureOf(500);
    const cache = new PictureCache(folder.path);
    const first = await new ScaledPictures({ cache }).get('a', 100, async () => picture);
    expect(await readdir(folder.path)).toHaveLength(1);
    const next = new ScaledPictures({ cache: new PictureCache(folder.path) });
    expect(await next.get('b', 100, async () => null)).toBeNull();
    const [name = ''] = await readdir(folder.path);
    const mark = await sharp(picture.bytes).resize({ width: 7 }).webp().toBuffer();
    await writeFile(join(folder.path, name), mark);
    expect((await next.get('b', 100, async () => picture))?.bytes).toEqual(mark);
    // What is no picture any more is made again.
    await writeFile(join(folder.path, name), 'x');
    const again = new ScaledPictures({ cache: new PictureCache(folder.path) });
    expect((await again.get('a', 100, async () => picture))?.bytes).toEqual(first?.bytes);
    const size = first?.bytes.length ?? 0;
    const small = new ScaledPictures({ cache: new PictureCache(folder.path, { mostBytes: 2 * size }) });
    for (const shade of [1, 2, 3, 4]) {
      const other = await pictureOf(500, shade);
      await small.get(String(shade), 100, async () => other);
    }
    expect((await readdir(folder.path)).length).toBeLessThanOrEqual(2);
    const nowhere = new PictureCache(join(folder.path, name, 'below'));
    expect(await new ScaledPictures({ cache: nowhere }).get('a', 100, async () => picture)).toEqual(first);
  });
});

describe('ScaledPictures', () => {
  it('scales to the next of a few widths, and never up', async () => {
    const pictures = new ScaledPictures();
    const picture = await pictureOf(500);
    const widthOf = async (width: number | null): Promise<number | undefined> => {
      const found = await pictures.get('a', width, async () => picture);
      return (await sharp(found?.bytes).metadata()).width;
    };
    expect(await widthOf(1)).toBe(120);
    expect(await widthOf(121)).toBe(240);
    expect(await widthOf(600)).toBe(500);
    expect(await widthOf(5_000)).toBe(500);
    expect(await widthOf(null)).toBe(500);
  });

  it('makes each once, also where several ask at the same time', async () => {
    const pictures = new ScaledPictures();
    const picture = await pictureOf(500);
    const ask = (): Promise<ScreenBytes | null> => pictures.get('a', 100, async () => picture);
    const [first, second, third] = await Promise.all([ask(), ask(), ask()]);
    for (const other of [second, third, await ask()]) expect(other).toBe(first);
  });

  it('gives nothing that it holds once that is withheld', async () => {
    const pictures = new ScaledPictures();
    const picture = await pictureOf(500);
    expect(await pictures.get('a', 100, async () => picture)).not.toBeNull();
    expect(await pictures.get('a', 100, async () => null)).toBeNull();
  });

  it('holds no more than it may, what was asked for last the longest', async () => {
    const picture = await pictureOf(500);
    const one = (await new ScaledPictures().get('a', 100, async () => picture))?.bytes.length ?? 0;
    const pictures = new ScaledPictures({ mostBytes: 2 * one });
    const held = new Map<string, ScreenBytes | null>();
    const made: string[] = [];
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) {
      const found = await pictures.get(key, 100, async () => picture);
      if (held.get(key) !== found) made.push(key);
      held.set(key, found);
    }
    expect(made).toEqual(['a', 'b', 'c', 'b']);
    expect(pictures.bytes).toBeLessThanOrEqual(2 * one);
  });

  it('shows nothing that is no picture, and nothing of what is none', async () => {
    const pictures = new ScaledPictures();
    const page = { mediaType: 'image/png', bytes: Buffer.from('<html>') };
    expect(await pictures.get('a', null, async () => page)).toBeNull();
    expect(await pictures.get('a', 100, async () => page)).toBeNull();
    expect(await pictures.get('a', 100, async () => null)).toBeNull();
    const broken = { mediaType: 'image/png', bytes: (await pictureOf(500)).bytes.subarray(0, 60) };
    await expect(pictures.get('b', 100, async () => broken)).rejects.toMatchObject({ code: 'PICTURE' });
  });
});
