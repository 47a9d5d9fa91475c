import { setTimeout as pause } from 'node:timers/promises';
import type { DriverClock } from './android-device.js';

/** The time of this computer. */
export const REAL_CLOCK: DriverClock = {
  now: () => performance.now(),
  pass: async (ms, signal) => {
    try {
      await pause(ms, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
};
