import { setTimeout as sleep } from 'node:timers/promises';
import { parseServerAddress, type AdbServerAddress } from '../../environments/android/adb/adb-server-of.js';
import type { DeviceServer } from '../../environments/android/adb/reconnecting-connection.js';
import { DeviceFaultError } from '../../environments/android/faults/device-fault-error.js';
import { listPhones } from '../../environments/android/pool/listed-phones.js';
import type { DeviceHolding, DeviceLeases, SharedDevice } from '../../environments/leases/device-leases.js';
import { DatabaseAwayError } from '../../storage/database-error.js';
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
  /** Called when phones can no longer be said to be there, once for each reason; it is tried again. */
  readonly onTrouble: (why: Error) => void;
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
  ...options
}: ShareDevicesOptions): Promise<void> {
  parseServerAddress(address);
  const { AdbServer } = await import('../../environments/android/adb/adb-server.js');
  const adb = new AdbServer(server);
  await using leases = await openLeases(url);
  await keepShared(leases, { ...options, devices: () => readyPhones(adb, address, options.signal) });
}

/**
 * Says which phones are there until the signal is given. What keeps it from that at first ends it; later it is told of and tried
 * again: a database that is restarted, or an adb server, is no reason to take phones from those who may have them.
 */
export async function keepShared(
  leases: DeviceLeases,
  {
    devices,
    isKept,
    onShared,
    onTrouble,
    signal,
    againMs = AGAIN_MS,
  }: Pick<ShareDevicesOptions, 'isKept' | 'onShared' | 'onTrouble' | 'signal'> & {
    readonly devices: () => Promise<readonly SharedDevice[]>;
    readonly againMs?: number;
  },
): Promise<void> {
  let before: string | null = null;
  let trouble: string | null = null;
  while (!signal.aborted) {
    try {
      const there = await devices();
      for (const device of there) await leases.register(device);
      trouble = null;
      const now = JSON.stringify(there);
      if (now !== before) onShared(there);
      before = now;
    } catch (error) {
      if (signal.aborted) return;
      const isPassing = error instanceof DatabaseAwayError || error instanceof DeviceFaultError;
      if (before === null || !isPassing) throw error;
      if (error.message !== trouble) onTrouble(error);
      trouble = error.message;
    }
    if (!isKept) return;
    await sleep(againMs, undefined, { signal }).catch(() => undefined);
  }
}

async function readyPhones(
  adb: DeviceServer,
  address: string,
  signal: AbortSignal,
): Promise<readonly SharedDevice[]> {
  return (await listPhones(adb, signal)).flatMap(({ listed, identity, fault, twinOf }) =>
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
}

/** The phones that hosts share, and who has each. @throws {DatabaseAwayError | UserError} */
export async function listSharedDevices(url: string): Promise<readonly DeviceHolding[]> {
  await using leases = await openLeases(url);
  return await leases.list();
}
