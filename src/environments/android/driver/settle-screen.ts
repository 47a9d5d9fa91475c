import sharp from 'sharp';
import type { AndroidDevice } from './android-device.js';
import { takeScreenshot, type Screenshot } from './take-screenshot.js';

export interface SettleOptions {
  /** Wait before the first picture, ms. */
  readonly firstMs: number;
  /** Between pictures, ms. */
  readonly everyMs: number;
  /** Longest wait, ms; then the last picture is taken as it is. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

export const SETTLE_DEFAULTS = { firstMs: 120, everyMs: 150, deadlineMs: 5000 } as const;

/** The last picture, and whether the screen had come to rest. */
export interface Settled {
  readonly screenshot: Screenshot;
  readonly isSettled: boolean;
  /** Share of pixels that differ between the last two pictures, 0–1. */
  readonly moving: number;
}

const COMPARED_WIDTH = 160;
/** Difference of luminance (0–255) that counts. */
const DIFFERS_BY = 16;
/** Share of pixels that may differ on a screen at rest. */
const AT_REST = 0.001;

/**
 * Waits until two comparisons in a row find the screen at rest, or the time is up. Pictures alone are compared: a web
 * view may move while its hierarchy does not.
 */
export async function settleScreen(device: AndroidDevice, options: SettleOptions): Promise<Settled> {
  const { firstMs, everyMs, deadlineMs, signal } = options;
  const end = device.clock.now() + deadlineMs;
  await device.clock.pass(firstMs, signal);
  let screenshot = await takeScreenshot(device, signal);
  let moving = 1;
  for (let atRest = 0; atRest < 2;) {
    if (device.clock.now() >= end) return { screenshot, isSettled: false, moving };
    await device.clock.pass(everyMs, signal);
    const next = await takeScreenshot(device, signal);
    moving = await differingShare(screenshot, next);
    atRest = moving <= AT_REST ? atRest + 1 : 0;
    screenshot = next;
  }
  return { screenshot, isSettled: true, moving };
}

/** Share of pixels whose luminance differs between two pictures, made small first; 1 where their sizes differ. */
export async function differingShare(a: Screenshot, b: Screenshot): Promise<number> {
  if (a.hash === b.hash) return 0;
  if (a.size.width !== b.size.width || a.size.height !== b.size.height) return 1;
  const [first, second] = await Promise.all([luminance(a.png), luminance(b.png)]);
  let differing = 0;
  for (const [index, value] of first.entries()) {
    if (Math.abs(value - (second[index] ?? 0)) > DIFFERS_BY) differing += 1;
  }
  return first.length === 0 ? 1 : differing / first.length;
}

async function luminance(png: Uint8Array): Promise<Uint8Array> {
  return await sharp(png).flatten().greyscale().resize({ width: COMPARED_WIDTH }).raw().toBuffer();
}
