import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import { MarkStyleSchema } from '../../domain/observation-rule.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { markPicture } from './mark-picture.js';

const PLACE = { file: 'screen.png' };
const GREY = { r: 128, g: 128, b: 128 };

const SCREEN = parseHierarchy(
  hierarchyXml([
    uiNode({ bounds: '[0,0][1080,2400]', scrollable: 'true' }, [
      uiNode({ bounds: '[100,200][500,400]', text: 'Save', clickable: 'true' }),
      uiNode({ bounds: '[100,600][500,800]', 'content-desc': 'Menu', 'long-clickable': 'true' }),
      uiNode({ bounds: '[100,2500][500,2700]', text: 'below the screen', clickable: 'true' }),
    ]),
  ]),
);

function picture(width = 1080, height = 2400): Promise<Uint8Array> {
  return sharp({ create: { width, height, channels: 3, background: GREY } })
    .png()
    .toBuffer();
}

async function marked(style: 'sphinx' | 'appagent' | 'm3a' | 'omniparser', screen = SCREEN) {
  const result = await markPicture(await picture(), screen, style, PLACE);
  const { data, info } = await sharp(result.data).raw().toBuffer({ resolveWithObject: true });
  return {
    elements: result.elements,
    size: [info.width, info.height],
    at: (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)],
    /** Share of a box that is not as it was. */
    changed: ([x1, y1, x2, y2]: readonly [number, number, number, number]) => {
      let count = 0;
      for (let y = y1; y < y2; y += 1) {
        for (let x = x1; x < x2; x += 1) if (data[(y * info.width + x) * 3] !== GREY.r) count += 1;
      }
      return count / ((x2 - x1) * (y2 - y1));
    },
  };
}

describe('markPicture', () => {
  it.each(MarkStyleSchema.options)('keeps the size of the picture in the style %s', async (style) => {
    expect((await marked(style)).size).toEqual([1080, 2400]);
  });

  it('outlines widgets in the colour of what can be done to them, as SPHINX does', async () => {
    const { at, elements } = await marked('sphinx');
    expect(at(100, 300)).toEqual([255, 0, 0]);
    expect(at(100, 700)).toEqual([255, 0, 255]);
    expect(at(0, 1200)).toEqual([0, 255, 0]);
    expect(elements).toMatchObject({ base: 0, count: 4 });
  });

  it('puts the numbers of SPHINX right of and below the centres of their widgets', async () => {
    const { changed } = await marked('sphinx');
    expect(changed([302, 302, 320, 330])).toBe(1);
    expect(changed([110, 210, 280, 290])).toBe(0);
  });

  it("numbers AppAgent's elements from 1 and draws no outlines", async () => {
    const { at, changed, elements } = await marked('appagent');
    expect(elements).toMatchObject({ base: 1, count: 2, elements: [{ index: 1 }, { index: 2 }] });
    expect(at(100, 300)).toEqual([128, 128, 128]);
    expect(changed([302, 302, 320, 330])).toBe(1);
  });

  it('leaves out what AppAgent has found useless', async () => {
    const useless = new Set(['android.view.View_1080_2400_android.view.View_400_200_0']);
    const all = await markPicture(await picture(), SCREEN, 'appagent', PLACE);
    const fewer = await markPicture(await picture(), SCREEN, 'appagent', PLACE, { useless });
    expect(fewer.elements.count).toBeLessThan(all.elements.count);
  });

  it('draws green outlines and white labels in the corner for M3A, with the numbers of all elements', async () => {
    const { at, elements } = await marked('m3a');
    expect(at(499, 300)).toEqual([0, 255, 0]);
    expect(at(102, 202)).toEqual([255, 255, 255]);
    expect(elements.count).toBe(4);
    expect(elements.elements.map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  it('puts the numbers of OmniParser above what it perceives', async () => {
    const { at, changed, elements } = await marked('omniparser');
    expect(elements.elements.map(({ box }) => box)).toEqual([
      [100, 200, 500, 400],
      [100, 600, 500, 800],
    ]);
    expect(at(101, 190)).toEqual(at(100, 300));
    expect(changed([110, 210, 490, 390])).toBe(0);
  });

  it('shows both numbers of elements that lie on top of each other', async () => {
    const button = { bounds: '[200,1000][600,1200]', clickable: 'true' };
    const one = parseHierarchy(hierarchyXml([uiNode(button)]));
    const two = parseHierarchy(hierarchyXml([uiNode(button, [uiNode(button)])]));
    const around = [300, 1010, 500, 1190] as const;
    const [single, both] = [await marked('sphinx', one), await marked('sphinx', two)];
    expect(both.changed(around)).toBeCloseTo(2 * single.changed(around), 5);
  });

  it('takes pictures of other kinds', async () => {
    const tiny = sharp({
      create: { width: 60, height: 90, channels: 4, background: { ...GREY, alpha: 0.5 } },
    });
    const files = await Promise.all([
      tiny.clone().png().toBuffer(),
      tiny.clone().greyscale().png().toBuffer(),
      tiny.clone().toColourspace('rgb16').png().toBuffer(),
      tiny.clone().flatten().jpeg().toBuffer(),
      tiny.clone().webp().toBuffer(),
    ]);
    for (const file of files) {
      const { data } = await markPicture(file, SCREEN, 'm3a', PLACE);
      expect(await sharp(data).metadata()).toMatchObject({ format: 'png', width: 60, height: 90 });
    }
  });

  it('says which file is no picture', async () => {
    const cut = (await picture()).subarray(0, 400);
    for (const bytes of [cut, new Uint8Array(), Uint8Array.from([1, 2, 3])]) {
      await expect(markPicture(bytes, SCREEN, 'm3a', PLACE)).rejects.toMatchObject({
        code: 'PICTURE',
        fault: 'dataset',
        place: PLACE,
      });
    }
  });
});
