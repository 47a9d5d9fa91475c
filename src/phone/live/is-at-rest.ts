import type { PhoneClock } from '../device/phone-controls.js';
import type { PhoneWorld } from '../phone-world.js';

/** Milliseconds between two looks, and until a screen that still moves is taken as it is. */
const EVERY_MS = 100;
const DEADLINE_MS = 5_000;

/** Waits until two looks in a row show the same picture. False where the screen still moved when the time was up. */
export async function isAtRest(world: PhoneWorld, clock: PhoneClock): Promise<boolean> {
  const end = clock.now + DEADLINE_MS;
  let before: string | undefined;
  for (;;) {
    const hash = (await world.look?.('screenshot'))?.screen.picture?.hash;
    if (hash === before) return true;
    if (clock.now >= end) return false;
    before = hash;
    await clock.pass(EVERY_MS);
  }
}
