import { setTimeout as sleep } from 'node:timers/promises';
import type { LivePhone } from './live-phone.js';

/** When a live screen counts as still. */
export interface Settling {
  /** Milliseconds between two looks. */
  readonly everyMs: number;
  /** Milliseconds after which it is taken as it is. */
  readonly deadlineMs: number;
}

export const DEFAULT_SETTLING: Settling = { everyMs: 80, deadlineMs: 5_000 };

/**
 * Waits until two looks in a row are equal to the last pixel and nothing is being loaded. False where the screen still
 * moved when its time was up.
 */
export async function settle(phone: LivePhone, settling: Settling, signal: AbortSignal): Promise<boolean> {
  const end = Date.now() + settling.deadlineMs;
  let before: Buffer | null = null;
  for (;;) {
    const now = await phone.glance();
    if (before !== null && before.equals(now) && !phone.isLoading) return true;
    if (Date.now() >= end) return false;
    before = now;
    await sleep(settling.everyMs, undefined, { signal });
  }
}
