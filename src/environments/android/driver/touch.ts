import { DEADLINES } from '../adb/deadlines.js';
import type { AndroidDevice } from './android-device.js';

/** Integer pixels of the screen as it is turned now. */
export type Pixel = readonly [number, number];

/** Milliseconds of a press that every app takes for a long one. */
const LONG_PRESS_MS = 1000;

/** Taps, twice in one call where it is a double tap: two calls may be too far apart. Never repeated: it may have happened. */
export async function tapAt(
  device: AndroidDevice,
  [x, y]: Pixel,
  count: number,
  signal: AbortSignal,
): Promise<void> {
  const line = Array.from({ length: count }, () => `input tap ${x} ${y}`).join('; ');
  await device.require('input', line, DEADLINES.input, signal);
}

/** Moves a finger; a drag presses long before it moves. */
export async function swipe(
  device: AndroidDevice,
  from: Pixel,
  to: Pixel,
  { durationMs, isDrag = false }: { readonly durationMs: number; readonly isDrag?: boolean },
  signal: AbortSignal,
): Promise<void> {
  const verb = isDrag ? 'draganddrop' : 'swipe';
  const ms = Math.round(durationMs);
  const line = `input ${verb} ${from.join(' ')} ${to.join(' ')} ${ms}`;
  await device.require('input', line, DEADLINES.input + ms, signal);
}

/** Presses long: a swipe that stays. */
export async function pressLong(
  device: AndroidDevice,
  at: Pixel,
  durationMs: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  await swipe(device, at, at, { durationMs: durationMs ?? LONG_PRESS_MS }, signal);
}

/** Presses keys one after the other, by code or by name as `KEYCODE_…`. */
export async function pressKeys(
  device: AndroidDevice,
  keys: readonly (string | number)[],
  signal: AbortSignal,
): Promise<void> {
  await device.require('input', `input keyevent ${keys.join(' ')}`, DEADLINES.input, signal);
}
