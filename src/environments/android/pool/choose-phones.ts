import type { DeviceIdentity } from '../adb/device-identity.js';
import { DeviceFaultError } from '../faults/device-fault-error.js';
import { DeviceQuarantinedError, NoDeviceError, troubleOf } from './device-errors.js';
import { DeviceRecords } from './device-records.js';
import type { ListedPhone } from './listed-phones.js';

type KnownPhone = ListedPhone & { readonly identity: DeviceIdentity };

/**
 * The phones to run on: those that are named, or every one that is ready and not in quarantine.
 *
 * @param onNote is told of serials that are one phone
 * @throws {DeviceFaultError} where a phone that is named cannot be used
 * @throws {DeviceQuarantinedError} where it is in quarantine
 * @throws {NoDeviceError} where none is left
 */
export async function choosePhones(
  listed: readonly ListedPhone[],
  serials: readonly string[],
  folder: string,
  onNote: (note: string) => void = () => {},
): Promise<readonly KnownPhone[]> {
  const records = new DeviceRecords(folder);
  if (serials.length > 0) return onceEach(serials, (serial) => named(serial, listed, records), onNote);
  const ready = listed.filter(isKnown).filter(({ twinOf }) => twinOf === null);
  const fit = ready.filter(({ identity }) => records.of(identity.name)?.quarantine == null);
  if (fit.length > 0) return fit;
  const out = ready.map(({ listed: { serial } }) => `${serial} is in quarantine`);
  const others = listed.filter((phone) => !isKnown(phone)).map(troubleOf);
  const why = [...out, ...others];
  throw new NoDeviceError(
    why.length === 0 ? 'the adb server lists no phone' : `no phone is ready: ${why.join('; ')}`,
  );
}

/** The phones of serials, each once, whatever ways it is named by. */
function onceEach(
  serials: readonly string[],
  named: (serial: string) => KnownPhone,
  onNote: (note: string) => void,
): readonly KnownPhone[] {
  const ways = new Map<string, { readonly phone: KnownPhone; readonly serials: string[] }>();
  for (const serial of new Set(serials)) {
    const phone = named(serial);
    // Of one start: two phones of one number are not one phone.
    const key = `${phone.identity.name} ${phone.identity.boot}`;
    const known = ways.get(key) ?? { phone, serials: [] };
    known.serials.push(serial);
    ways.set(key, known);
  }
  for (const { phone, serials: as } of ways.values()) {
    const used = phone.listed.serial;
    if (as.length > 1) onNote(`${as.join(' and ')} are one phone, used once, as ${used}`);
    else if (!as.includes(used)) onNote(`${as.join()} is also ${used}, and used as that`);
  }
  return [...ways.values()].map(({ phone }) => phone);
}

function named(serial: string, listed: readonly ListedPhone[], records: DeviceRecords): KnownPhone {
  const fitting = listed.filter((phone) => phone.listed.serial === serial);
  const [phone] = fitting;
  const fail = (faultClass: 'device-not-found' | 'device-ambiguous', said: string): DeviceFaultError =>
    new DeviceFaultError(faultClass, { serial, operation: 'connect', said });
  if (phone === undefined) {
    const there = listed.map((one) => one.listed.serial).join(', ');
    throw fail('device-not-found', there === '' ? 'the adb server lists none' : `there are ${there}`);
  }
  if (fitting.length > 1) throw fail('device-ambiguous', `${fitting.length} of that serial`);
  if (phone.fault !== null) throw phone.fault;
  if (!isKnown(phone)) throw fail('device-not-found', '');
  const used =
    phone.twinOf === null ? phone : (listed.find((one) => one.listed.serial === phone.twinOf) ?? phone);
  const quarantine = records.of(phone.identity.name)?.quarantine ?? null;
  if (quarantine !== null) {
    throw new DeviceQuarantinedError(`${serial} is in quarantine: ${quarantine.reason}`, {
      hint: `It leaves by a green \`touchstone doctor --devices\`, or by \`touchstone devices release ${serial}\`.`,
    });
  }
  return isKnown(used) ? used : phone;
}

function isKnown(phone: ListedPhone): phone is KnownPhone {
  return phone.identity !== null;
}
