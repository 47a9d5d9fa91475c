import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { scriptedDevice } from '../../../testing/phones/scripted-device.js';
import { smallPng } from '../../../testing/small-png.js';
import { awaitPicture, blackShare } from './black-screen.js';
import { takeScreenshot } from './take-screenshot.js';

const { signal } = new AbortController();
const SIZE = { width: 160, height: 100 };
const BLACK = smallPng(SIZE, 0);
const LIT = smallPng(SIZE, 90);
/** Windows of a phone: the one in front, and one behind it that forbids pictures. */
const WINDOWS = (flags: string): string => `  Window #0 Window{b0 u0 StatusBar}:
      fl=NOT_FOCUSABLE SECURE
  Window #1 Window{a1b2c3d u0 org.example.bank/org.example.bank.Main}:
      fl=${flags}
  mCurrentFocus=Window{a1b2c3d u0 org.example.bank/org.example.bank.Main}`;

async function picture(pictures: readonly Uint8Array[], windows = WINDOWS('LAYOUT_IN_SCREEN')) {
  const scripted = scriptedDevice((line, asked) =>
    line.startsWith('screencap') ? (pictures[Math.min(asked, pictures.length - 1)] ?? '') : windows,
  );
  const { device, lines, now } = scripted;
  let probes = 0;
  const probe = async (): Promise<void> => void (probes += 1);
  const first = await takeScreenshot(device, signal);
  const taken = awaitPicture(first, { device, probe, signal });
  return { taken, now, lines, probes: () => probes };
}

/** A grey picture with the level of some rows changed. */
async function rows(from: number, to: number, level: number, rest = 0): Promise<Uint8Array> {
  const data = Buffer.alloc(SIZE.width * SIZE.height, rest);
  data.fill(level, from * SIZE.width, to * SIZE.width);
  return await sharp(data, { raw: { ...SIZE, channels: 1 } })
    .png()
    .toBuffer();
}

describe('blackShare', () => {
  it.each([
    [0, 'all'],
    [3, 'all'],
    [4, 'less'],
  ])('says of a picture of level %i: %s', async (level, share) => {
    expect(await blackShare(smallPng(SIZE, level))).toBe(share);
  });

  it.each([
    ['the bars of the system', 0, 10, 'app'],
    ['a row below them', 10, 11, 'less'],
    ['a row above the lower one', 89, 90, 'less'],
    ['the lower bar', 90, 100, 'app'],
  ] as const)('leaves out %s', async (_, from, to, share) => {
    expect(await blackShare(await rows(from, to, 200))).toBe(share);
  });

  it('sees one lit pixel of a large screen, and a dark blue one', async () => {
    const size = { width: 1080, height: 2400 };
    const dark = sharp({ create: { ...size, channels: 3, background: '#000' } });
    const pixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const dotted = await dark
      .composite([{ input: pixel, left: 500, top: 1200 }])
      .png()
      .toBuffer();
    expect(await blackShare(dotted)).toBe('less');
    const blue = sharp({ create: { ...size, channels: 3, background: { r: 0, g: 0, b: 40 } } });
    expect(await blackShare(await blue.png().toBuffer())).toBe('less');
  });

  it('ignores how opaque a pixel is', async () => {
    const background = { r: 200, g: 200, b: 200, alpha: 0 };
    const clear = await sharp({ create: { ...SIZE, channels: 4, background } })
      .png()
      .toBuffer();
    expect(await blackShare(clear)).toBe('less');
  });
});

describe('awaitPicture', () => {
  it('asks nothing of a phone whose picture shows something', async () => {
    const { taken, lines, probes } = await picture([LIT]);
    await taken;
    expect(probes()).toBe(0);
    expect(lines).toEqual(['screencap -p']);
  });

  it('has the phone woken, and takes the picture again', async () => {
    const { taken, probes, now } = await picture([BLACK, LIT]);
    expect(await blackShare((await taken).png)).toBe('less');
    expect(probes()).toBe(1);
    expect(now()).toBe(500);
  });

  it('waits three seconds for a picture, then says that the screen is black', async () => {
    const { taken, now } = await picture([BLACK]);
    await expect(taken).rejects.toMatchObject({ faultClass: 'screenshot-black', fault: 'environment' });
    expect(now()).toBe(3000);
  });

  it.each(['LAYOUT_IN_SCREEN SECURE SPLIT_TOUCH', '#81812100', '#2000'])(
    'names the app whose window forbids pictures at once (%s)',
    async (flags) => {
      const { taken, now } = await picture([BLACK], WINDOWS(flags));
      await expect(taken).rejects.toMatchObject({
        faultClass: 'screenshot-secure',
        fault: 'dataset',
        message: expect.stringContaining('org.example.bank'),
        hint: expect.stringContaining('leave the task out'),
      });
      expect(now()).toBe(0);
    },
  );

  it('tells an app that forbids pictures below the bars of the system from one that is dark', async () => {
    const bars = await rows(0, 8, 200);
    const { taken: dark } = await picture([bars], WINDOWS('#81810100'));
    await dark;
    const { taken: secure } = await picture([bars], WINDOWS('SECURE'));
    await expect(secure).rejects.toMatchObject({ faultClass: 'screenshot-secure' });
  });

  it('does not take the flag of a window that is not in front', async () => {
    const { taken } = await picture([BLACK], WINDOWS('INSECURE NOT_SECURE'));
    await expect(taken).rejects.toMatchObject({ faultClass: 'screenshot-black' });
  });
});
