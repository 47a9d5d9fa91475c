import { readIdentity, type DeviceIdentity } from '../adb/device-identity.js';
import type { DeviceServer } from '../adb/reconnecting-connection.js';
import { stateFault } from '../adb/state-fault.js';
import type { ListedDevice } from '../answers/device-list.js';
import { DeviceFaultError } from '../faults/device-fault-error.js';

/** A line of the server's list, with what the phone says of itself or what keeps it from that. */
export interface ListedPhone {
  readonly listed: ListedDevice;
  readonly identity: DeviceIdentity | null;
  readonly fault: DeviceFaultError | null;
  /** Serial under which the same phone is listed as well, by another way that goes first; null where it is not. */
  readonly twinOf: string | null;
}

/**
 * All devices of the server's list, each asked what it is. A phone that is listed twice, by USB and by Wi-Fi, is used by USB.
 *
 * @throws {DeviceFaultError} where no server answers
 */
export async function listPhones(server: DeviceServer, signal: AbortSignal): Promise<readonly ListedPhone[]> {
  const listed = await server.devices(signal);
  const asked = await Promise.all(listed.map((device) => askPhone(server, device, signal)));
  const first = new Map<string, ListedPhone>();
  for (const phone of asked) {
    const key = keyOf(phone);
    if (key === null) continue;
    const other = first.get(key);
    if (other === undefined || (isAddress(other.listed.serial) && !isAddress(phone.listed.serial))) {
      first.set(key, phone);
    }
  }
  return asked.map((phone) => {
    const key = keyOf(phone);
    const used = key === null ? undefined : first.get(key);
    return used === undefined || used === phone ? phone : { ...phone, twinOf: used.listed.serial };
  });
}

async function askPhone(
  server: DeviceServer,
  listed: ListedDevice,
  signal: AbortSignal,
): Promise<ListedPhone> {
  const { serial, state } = listed;
  const broken = stateFault(listed);
  if (broken !== null) {
    const fault = new DeviceFaultError(broken, { serial, operation: 'connect', said: state });
    return { listed, identity: null, fault, twinOf: null };
  }
  try {
    await using connection = await server.openListed(listed, signal);
    return { listed, identity: await readIdentity(connection, signal), fault: null, twinOf: null };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof DeviceFaultError)) throw error;
    return { listed, identity: null, fault: error, twinOf: null };
  }
}

/** One phone, started once: its identity and boot. */
function keyOf({ identity }: ListedPhone): string | null {
  if (identity === null || identity.serialNumber === '') return null;
  return `${identity.name} ${identity.boot}`;
}

function isAddress(serial: string): boolean {
  return /^[\w.-]+:\d{1,5}$|_adb-tls-connect/.test(serial);
}
