import type { DeviceLeases } from '../../leases/device-leases.js';
import type { AdbServerOptions } from '../adb/adb-server.js';
import { AndroidDevices } from './android-devices.js';
import type { AndroidDevicesOptions } from './android-devices-options.js';

/** Milliseconds that a phone of another host stays taken when its holder is not heard of. */
const LEASE_MS = 60_000;

/** Phones of many hosts, as a run takes them. */
export interface SharedPhoneAccess {
  readonly openLeases: () => Promise<DeviceLeases>;
  /** Who takes them, for others to read. */
  readonly holder: string;
}

export type OpenAndroidDevicesOptions<Item> = Omit<
  AndroidDevicesOptions<Item>,
  'server' | 'serverPort' | 'shared'
> & {
  readonly server: AdbServerOptions;
  readonly shared?: SharedPhoneAccess;
};

/**
 * Takes phones of a running adb server, or of those that hosts share, as `AndroidDevices.open`. The library is loaded by those
 * who use a phone.
 */
export async function openAndroidDevices<Item>({
  server,
  shared,
  ...options
}: OpenAndroidDevicesOptions<Item>): Promise<AndroidDevices<Item>> {
  const { AdbServer } = await import('../adb/adb-server.js');
  const port = server.port === undefined ? {} : { serverPort: server.port };
  const phones =
    shared === undefined
      ? {}
      : {
          shared: {
            leases: await shared.openLeases(),
            holder: shared.holder,
            forMs: LEASE_MS,
            serverAt: (address: AdbServerOptions) => new AdbServer(address),
          },
        };
  return await AndroidDevices.open({ ...options, ...port, ...phones, server: new AdbServer(server) });
}
