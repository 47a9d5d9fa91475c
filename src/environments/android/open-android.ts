import { setTimeout as pause } from 'node:timers/promises';
import type { AdbServerOptions } from './adb/adb-server.js';
import { AndroidDevice, type DriverClock } from './driver/android-device.js';
import { AndroidEnvironment, type AndroidEnvironmentOptions } from './android-environment.js';

export interface OpenAndroidOptions extends Omit<AndroidEnvironmentOptions, 'device'> {
  /** Serial as `adb devices` prints it; the only device where it is null. */
  readonly serial: string | null;
  readonly server?: AdbServerOptions;
  readonly signal: AbortSignal;
}

const CLOCK: DriverClock = {
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

/**
 * Opens a device of a running adb server as an environment.
 *
 * @throws {DeviceFaultError} where there is no server, or the device cannot be used
 */
export async function openAndroid({
  serial,
  server,
  signal,
  ...options
}: OpenAndroidOptions): Promise<AndroidEnvironment> {
  // The library is loaded by those who use a device.
  const { AdbServer } = await import('./adb/adb-server.js');
  const connection = await new AdbServer(server).open(serial, signal);
  return new AndroidEnvironment({ ...options, device: new AndroidDevice(connection, CLOCK) });
}
