import type { AdbServerOptions } from '../adb/adb-server.js';
import { AndroidDevices, type AndroidDevicesOptions } from './android-devices.js';

export type OpenAndroidDevicesOptions<Item> = Omit<AndroidDevicesOptions<Item>, 'server' | 'serverPort'> & {
  readonly server: AdbServerOptions;
};

/** Takes phones of a running adb server, as `AndroidDevices.open`. The library is loaded by those who use a phone. */
export async function openAndroidDevices<Item>({
  server,
  ...options
}: OpenAndroidDevicesOptions<Item>): Promise<AndroidDevices<Item>> {
  const { AdbServer } = await import('../adb/adb-server.js');
  const port = server.port === undefined ? {} : { serverPort: server.port };
  return await AndroidDevices.open({ ...options, ...port, server: new AdbServer(server) });
}
