import { setTimeout as sleep } from 'node:timers/promises';
import { parseServerAddress, type AdbServerAddress } from '../../environments/android/adb/adb-server-of.js';
import { listPhones } from '../../environments/android/pool/listed-phones.js';
import type { DeviceHolding, SharedDevice } from '../../environments/leases/device-leases.js';
import { openLeases } from './phone-access.js';

export interface ShareDevicesOptions {
  /** Address of the database. */
  readonly leases: string;
  /** The adb server of this host. */
  readonly server: AdbServerAddress;
  /** The same as others reach it, `host:port`. */
  readonly address: string;
  /** Says it again and again, until the signal is given. */
  readonly isKept: boolean;
  /** Called with the phones that were said to be there, whenever these are others than before. */
  readonly onShared: (devices: readonly SharedDevice[]) => void;
  readonly signal: AbortSignal;
}

const AGAIN_MS = 10_000;

/**
 * Says that the phones of this host's adb server may be taken by others.
 *
 * @throws {UserError} for an address that is none
 * @throws {DeviceFaultError} where there is no server
 */
export async function shareDevices({
  leases: url,
  server,
  address,
  isKept,
  onShared,
  signal,
}: ShareDevicesOptions): Promise<void> {
  parseServerAddress(address);
  const { AdbServer } = await import('../../environments/android/adb/adb-server.js');
  const adb = new AdbServer(server);
  await using leases = await openLeases(url);
  let before: string | null = null;
  while (!signal.aborted) {
    const devices = (await listPhones(adb, signal)).flatMap(({ listed, identity, fault, twinOf }) =>
      identity === null || fault !== null || twinOf !== null
        ? []
        : [
            {
              name: identity.name,
              server: address,
              serial: listed.serial,
              model: `${identity.manufacturer} ${identity.model}`.trim(),
              android: identity.release,
            },
          ],
    );
    for (const device of devices) await leases.register(device);
    const now = JSON.stringify(devices);
    if (now !== before) onShared(devices);
    before = now;
    if (!isKept) return;
    await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** The phones that hosts share, and who has each. @throws {DatabaseAwayError | UserError} */
export async function listSharedDevices(url: string): Promise<readonly DeviceHolding[]> {
  await using leases = await openLeases(url);
  return await leases.list();
}
