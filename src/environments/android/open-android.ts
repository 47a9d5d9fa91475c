import type { AdbServerOptions } from './adb/adb-server.js';
import { AndroidDevice, type DriverClock } from './driver/android-device.js';
import { REAL_CLOCK } from './driver/real-clock.js';
import { AndroidEnvironment, type AndroidEnvironmentOptions } from './android-environment.js';

export interface OpenAndroidOptions extends Omit<AndroidEnvironmentOptions, 'device'> {
  /** Serial as `adb devices` prints it; the only device where it is null. */
  readonly serial: string | null;
  readonly server?: AdbServerOptions;
  /** What waits and limits are measured by; the time of this computer unless given. */
  readonly clock?: DriverClock;
  readonly signal: AbortSignal;
}

/**
 * Opens a device of a running adb server as an environment.
 *
 * @throws {DeviceFaultError} where there is no server, or the device cannot be used
 */
export async function openAndroid({
  serial,
  server,
  clock = REAL_CLOCK,
  signal,
  ...options
}: OpenAndroidOptions): Promise<AndroidEnvironment> {
  // The library is loaded by those who use a device.
  const { AdbServer } = await import('./adb/adb-server.js');
  const { reconnecting } = await import('./adb/reconnecting-connection.js');
  const adb = new AdbServer(server);
  const connection = await reconnecting(await adb.open(serial, signal), {
    server: adb,
    clock,
    signal,
  });
  return new AndroidEnvironment({ ...options, device: new AndroidDevice(connection, clock) });
}
