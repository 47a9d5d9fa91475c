import type { HeldDevice } from '../../leases/held-device.js';
import type { AdbServerAddress } from '../adb/adb-server-of.js';
import type { DeviceIdentity } from '../adb/device-identity.js';
import type { DeviceServer } from '../adb/reconnecting-connection.js';
import type { StartedEmulator } from './emulator.js';
import type { ListedPhone } from './listed-phones.js';

/** A phone that may be taken, and where it is. */
export interface FoundPhone {
  readonly identity: DeviceIdentity;
  readonly listed: ListedPhone['listed'];
  readonly server: DeviceServer;
  /** Where that server is; null for one of this machine's own. */
  readonly address: AdbServerAddress | null;
  readonly emulator: StartedEmulator | null;
}

/** A phone with what is known of it. */
export interface KnownPhone extends Pick<FoundPhone, 'identity' | 'emulator' | 'server'> {
  readonly serial: string;
  readonly screen: string;
  readonly address: AdbServerAddress | null;
}

/** A phone that this process has, until it gives it back. */
export interface LeasedPhone extends KnownPhone {
  /** Where its server is, and the lease; null for one of this machine's own. */
  readonly shared: { readonly address: AdbServerAddress; readonly held: HeldDevice } | null;
}
