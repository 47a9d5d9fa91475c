import { ownerOf } from '../../environments/android/pool/device-lease.js';
import { DeviceRecords } from '../../environments/android/pool/device-records.js';
import { listPhones, type ListedPhone } from '../../environments/android/pool/listed-phones.js';
import type { AdbServerAddress } from '../../environments/android/adb/adb-server-of.js';
import { FAULT_RULES } from '../../environments/android/faults/fault-class.js';
import { UserError } from '../../errors.js';
import { didYouMean } from '../../domain/text/nearest-name.js';

/** A phone of the adb server, or one in quarantine that is not plugged in. */
export interface DeviceStatus {
  readonly serial: string;
  /** Names the phone wherever it is plugged in; null where it does not say what it is. */
  readonly name: string | null;
  readonly model: string | null;
  /** Android version. */
  readonly android: string | null;
  readonly state: 'ready' | 'busy' | 'quarantined' | 'twin' | 'unusable';
  /** Process that has it. */
  readonly pid: number | null;
  /** State in words, with the reason. */
  readonly says: string;
  /** What to do, where something is to be done. */
  readonly cure: string | null;
}

export interface DevicesOptions {
  readonly server: AdbServerAddress;
  /** Folder of leases and quarantine. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** The phones of a running adb server and those in quarantine. No server is started. @throws {DeviceFaultError} without one */
export async function listDevices({
  server,
  folder,
  signal,
}: DevicesOptions): Promise<readonly DeviceStatus[]> {
  const { AdbServer } = await import('../../environments/android/adb/adb-server.js');
  const phones = await listPhones(new AdbServer(server), signal);
  const records = new DeviceRecords(folder);
  const there = await Promise.all(phones.map((phone) => statusOf(phone, records, folder)));
  const names = new Set(there.map(({ name }) => name));
  const away = [...records.quarantined()].filter(([name]) => !names.has(name));
  return [
    ...there,
    ...away.map(([name, { serial, model, quarantine }]): DeviceStatus => ({
      serial,
      name,
      model,
      android: null,
      state: 'quarantined',
      pid: null,
      says: `quarantined, not plugged in: ${quarantine?.reason ?? ''}`,
      cure: releaseAdvice(serial),
    })),
  ];
}

async function statusOf(
  { listed, identity, fault, twinOf }: ListedPhone,
  records: DeviceRecords,
  folder: string,
): Promise<DeviceStatus> {
  const { serial, state } = listed;
  const known = {
    serial,
    name: identity?.name ?? null,
    model: identity === null ? null : `${identity.manufacturer} ${identity.model}`.trim(),
    android: identity?.release ?? null,
    pid: null,
    cure: null,
  };
  if (identity === null || fault !== null) {
    const cure = fault === null ? null : `${FAULT_RULES[fault.faultClass].hint}.`;
    const says = state === 'device' ? 'does not answer' : state;
    return { ...known, state: 'unusable', says, cure };
  }
  if (twinOf !== null) return { ...known, state: 'twin', says: `the phone ${twinOf} once more` };
  const owner = await ownerOf(folder, identity.name);
  if (owner !== null) {
    return { ...known, state: 'busy', pid: owner.pid, says: `busy, process ${owner.pid}` };
  }
  const quarantine = records.of(identity.name)?.quarantine ?? null;
  if (quarantine === null) return { ...known, state: 'ready', says: 'ready' };
  const says = `quarantined: ${quarantine.reason}`;
  return { ...known, state: 'quarantined', says, cure: releaseAdvice(serial) };
}

function releaseAdvice(serial: string): string {
  return `It leaves by a green touchstone doctor --devices, or by touchstone devices release ${serial}.`;
}

/**
 * Lets a phone out of quarantine, by its serial or its name.
 *
 * @throws {UserError} where it is in none
 */
export function releaseDevice(which: string, folder: string): string {
  const records = new DeviceRecords(folder);
  const all = [...records.quarantined()];
  const found = all.find(([name, { serial }]) => name === which || serial === which);
  if (found === undefined) {
    const serials = all.map(([, { serial }]) => serial);
    throw new UserError(`no phone ${which} is in quarantine`, {
      hint:
        serials.length === 0 ? 'None is.' : `${didYouMean(which, serials)}There are ${serials.join(', ')}.`,
    });
  }
  const [name] = found;
  records.release(name);
  return name;
}
