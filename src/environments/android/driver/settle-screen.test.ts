import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { scriptedDevice } from '../../../testing/phones/scripted-device.js';
import { smallPng } from '../../../testing/small-png.js';
import { settleScreen, SETTLE_DEFAULTS } from './settle-screen.js';

const { signal } = new AbortController();
const SIZE = { width: 160, height: 160 };

/** Pictures of one grey each, the last for ever. */
function screens(...shades: readonly number[]): ReturnType<typeof scriptedDevice> {
  return scriptedDevice((_, asked) => smallPng(SIZE, shades[Math.min(asked, shades.length - 1)] ?? 0));
}

describe('settleScreen', () => {
  it('takes three pictures of a still screen', async () => {
    const { device, lines, now } = screens(50);
    expect(await settleScreen(device, { ...SETTLE_DEFAULTS, signal })).toMatchObject({
      isSettled: true,
      moving: 0,
    });
    expect(lines).toHaveLength(3);
    expect(now()).toBe(420);
  });

  it('waits for two comparisons in a row', async () => {
    const { device, lines } = screens(50, 50, 200, 200, 200);
    expect(await settleScreen(device, { ...SETTLE_DEFAULTS, signal })).toMatchObject({ isSettled: true });
    expect(lines).toHaveLength(5);
  });

  it('lets luminance differ by 16, not by 17', async () => {
    const still = screens(100, 116, 100, 116);
    await settleScreen(still.device, { ...SETTLE_DEFAULTS, signal });
    expect(still.lines).toHaveLength(3);
    const moving = screens(100, 117, 117, 117);
    await settleScreen(moving.device, { ...SETTLE_DEFAULTS, signal });
    expect(moving.lines).toHaveLength(4);
  });

  it('lets a thousandth of the pixels differ: 25 of 25,600, not 26', async () => {
    const lit = async (count: number): Promise<Uint8Array> => {
      const data = Buffer.alloc(SIZE.width * SIZE.height, 50).fill(200, 0, count);
      return await sharp(data, { raw: { ...SIZE, channels: 1 } })
        .png()
        .toBuffer();
    };
    const plain = await lit(0);
    for (const [count, isSettled] of [
      [25, true],
      [26, false],
    ] as const) {
      const blinking = await lit(count);
      const { device } = scriptedDevice((_, asked) => (asked % 2 === 0 ? plain : blinking));
      expect(await settleScreen(device, { ...SETTLE_DEFAULTS, signal })).toMatchObject({ isSettled });
    }
  });

  it('gives a screen that moves five seconds, unless said otherwise', async () => {
    const { device, now } = scriptedDeviceOfNoise();
    await settleScreen(device, { ...SETTLE_DEFAULTS, signal });
    expect([now(), SETTLE_DEFAULTS.deadlineMs]).toEqual([5070, 5000]);
  });

  it('takes what there is when the time is up, and says how much moves', async () => {
    const { device, now } = scriptedDeviceOfNoise();
    const settled = await settleScreen(device, { ...SETTLE_DEFAULTS, deadlineMs: 1000, signal });
    expect(settled).toMatchObject({ isSettled: false, moving: 1 });
    expect(now()).toBeLessThan(1200);
  });
});

function scriptedDeviceOfNoise(): ReturnType<typeof scriptedDevice> {
  return scriptedDevice((_, asked) => smallPng(SIZE, asked % 2 === 0 ? 0 : 255));
}
