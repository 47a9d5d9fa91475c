import { setTimeout as sleep } from 'node:timers/promises';
import type { LivePhone } from './live-phone.js';

/** When a live screen counts as still. */
export interface Settling {
  /** Milliseconds without a change. */
  readonly quietMs: number;
  /** Milliseconds between two looks at what changes without saying so. */
  readonly everyMs: number;
  /** Milliseconds after which it is taken as it is. */
  readonly deadlineMs: number;
}

export const DEFAULT_SETTLING: Settling = { quietMs: 60, everyMs: 80, deadlineMs: 5_000 };

/**
 * Waits until the page says that nothing changes, moves or is about to, and nothing is being loaded. Where it holds what it
 * cannot speak for (a film, a frame, an animation without an end), until two looks in a row are equal to the last pixel. False
 * where the screen still moved when its time was up.
 */
export async function settle(phone: LivePhone, settling: Settling, signal: AbortSignal): Promise<boolean> {
  const end = Date.now() + settling.deadlineMs;
  for (;;) {
    signal.throwIfAborted();
    const { isStill, isBlind } = await phone.rest(settling.quietMs, Math.max(end - Date.now(), 0));
    if (!isStill) return false;
    if (!phone.isLoading) return isBlind ? await isUnmoved(phone, { ...settling, end }, signal) : true;
    if (Date.now() >= end) return false;
    await sleep(settling.everyMs, undefined, { signal });
  }
}

/** Two looks in a row are equal. */
async function isUnmoved(
  phone: LivePhone,
  { end, everyMs }: Settling & { readonly end: number },
  signal: AbortSignal,
): Promise<boolean> {
  let before: Buffer | null = null;
  for (;;) {
    const now = await phone.glance();
    if (before !== null && before.equals(now) && !phone.isLoading) return true;
    if (Date.now() >= end) return false;
    before = now;
    await sleep(everyMs, undefined, { signal });
  }
}
