import { assert, asyncProperty, string } from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { MASKED_TEXT, maskScreen, typesIntoMask } from './mask-screen.js';

const size = { width: 100, height: 200 };
const white = await sharp({
  create: { ...size, channels: 3, background: { r: 255, g: 255, b: 255 } },
})
  .png()
  .toBuffer();
const xml = hierarchyXml([
  uiNode({ bounds: '[0,0][100,200]' }, [
    uiNode({ text: 'Name', bounds: '[0,0][100,50]' }),
    uiNode({
      text: 'hunter2',
      'content-desc': 'PIN',
      password: 'true',
      focused: 'true',
      bounds: '[10,50][90,100]',
    }),
    uiNode({ text: 'Below & "quoted"', bounds: '[0,100][100,150]' }),
  ]),
]);

/** Pixels that are black, as `x,y` of the first and last, and how many. */
async function blackOf(png: Uint8Array): Promise<{ first: string; last: string; count: number }> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const black: number[] = [];
  for (let pixel = 0; pixel < info.width * info.height; pixel += 1) {
    if (data[pixel * 3] === 0) black.push(pixel);
  }
  const at = (pixel = -1): string => `${pixel % info.width},${Math.floor(pixel / info.width)}`;
  return { first: at(black[0]), last: at(black.at(-1)), count: black.length };
}

describe('maskScreen', () => {
  it('covers password fields, and keeps nothing that they say', async () => {
    const masked = await maskScreen({ png: white, size, xml }, []);
    expect(await blackOf(masked.png)).toEqual({ first: '10,50', last: '89,99', count: 80 * 50 });
    expect(masked.xml).not.toContain('hunter2');
    expect(masked.xml).not.toContain('PIN');
    expect(masked.xml).toContain(`text="${MASKED_TEXT}"`);
    expect(masked.xml).toContain('text="Name"');
    expect(masked.xml).toContain('Below &#38; &#34;quoted&#34;');
  });

  it('covers drawn areas to their last pixel, and silences every node that reaches into one', async () => {
    const masked = await maskScreen({ png: white, size, xml }, [[0, 0.745, 0.5, 1]]);
    const { last, count } = await blackOf(masked.png);
    expect([last, count]).toEqual(['49,199', 80 * 50 + 50 * 51]);
    // 0.745 × 200 = 149: the node's last row of pixels.
    expect(masked.xml).not.toContain('Below');
    const below = await maskScreen({ png: white, size, xml }, [[0, 0.75, 0.5, 1]]);
    expect(below.xml).toContain('Below');
  });

  it('leaves a screen as it is where nothing is masked', async () => {
    const plain = hierarchyXml([uiNode({ text: 'Name' })]);
    expect(await maskScreen({ png: white, size, xml: plain }, [])).toEqual({
      png: white,
      xml: plain,
      covered: [],
    });
  });

  it('leaves out a hierarchy that nobody can read where an area is masked', async () => {
    const broken = '<hierarchy><node text="secret"';
    expect((await maskScreen({ png: white, size, xml: broken }, [[0, 0, 1, 0.1]])).xml).toBeNull();
    expect((await maskScreen({ png: white, size, xml: broken }, [])).xml).toBe(broken);
  });

  it('never keeps a text of a password field, whatever characters it has', async () => {
    await assert(
      asyncProperty(string({ unit: 'grapheme', minLength: 5, maxLength: 20 }), async (text) => {
        const secret = `S${text}E`;
        const dump = hierarchyXml([
          uiNode({ text: secret, password: 'true' }),
          uiNode({ text: 'kept', bounds: '[0,150][100,200]' }),
        ]);
        const masked = await maskScreen({ png: white, size, xml: dump }, []);
        expect(masked.xml?.match(/ text="[^"]*"/g)).toEqual([` text="${MASKED_TEXT}"`, ' text="kept"']);
      }),
      { numRuns: 30 },
    );
  });
});

describe('typesIntoMask', () => {
  it.each([
    ['a password field', { password: 'true', focused: 'true' }, [], true],
    ['a password field that is not focused', { password: 'true' }, [], false],
    ['another field', { focused: 'true' }, [], false],
    ['a field in a masked area', { focused: 'true', bounds: '[0,0][50,50]' }, [[0.49, 0, 1, 1]], true],
    ['a field beside one', { focused: 'true', bounds: '[0,0][50,50]' }, [[0.5, 0, 1, 1]], false],
  ] as const)('%s', (_name, attributes, masks, expected) => {
    const dump = hierarchyXml([uiNode(attributes)]);
    const areas = masks.map(([a, b, c, d]): [number, number, number, number] => [a, b, c, d]);
    expect(typesIntoMask({ png: white, size, xml: dump }, areas)).toBe(expected);
  });
});
