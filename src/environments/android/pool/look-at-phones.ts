import { AndroidDevice } from '../driver/android-device.js';
import { REAL_CLOCK } from '../driver/real-clock.js';
import { readDisplayFacts } from '../driver/screen-facts.js';
import { DeviceFaultError } from '../faults/device-fault-error.js';
import type { AndroidDevicesOptions } from './android-devices-options.js';
import type { FoundPhone, KnownPhone } from './known-phone.js';
import { isOfKind, kindWords, type PhoneKind } from './phone-kinds.js';

/** Looks at phones that nobody takes here, also at those that others have. */
export async function lookAtPhones<Item>(
  found: readonly FoundPhone[],
  options: AndroidDevicesOptions<Item>,
): Promise<readonly KnownPhone[]> {
  const { devices, onNote, signal } = options;
  const known: KnownPhone[] = [];
  let fault: DeviceFaultError | null = null;
  for (const phone of found) {
    try {
      known.push(await describePhone(phone, signal));
    } catch (error) {
      if (devices.length > 0 || !(error instanceof DeviceFaultError)) throw error;
      onNote?.(`${phone.listed.serial} is left out: ${error.message}`);
      fault ??= error;
    }
  }
  if (known.length === 0 && fault !== null) throw fault;
  return ofKind(known, options);
}

/** Those that the run knows the like of; all where it knows none of them, so that the difference is told. */
export function ofKind<Item, Phone extends PhoneKind>(
  phones: readonly Phone[],
  { devices, recorded, onNote }: AndroidDevicesOptions<Item>,
): readonly Phone[] {
  if (devices.length > 0) return phones;
  const known = phones.filter((phone) => isOfKind(phone, recorded));
  if (known.length === 0) return phones;
  for (const phone of phones) {
    if (!known.includes(phone))
      onNote?.(`a phone is left out that the run does not know: ${kindWords(phone)}`);
  }
  return known;
}

export async function describePhone(
  { listed, identity, server, address, emulator }: FoundPhone,
  signal: AbortSignal,
): Promise<KnownPhone> {
  await using connection = await server.openListed(listed, signal);
  const { size } = await readDisplayFacts(new AndroidDevice(connection, REAL_CLOCK), signal);
  const screen = `${size.width}x${size.height}`;
  return { identity, serial: listed.serial, screen, server, address, emulator };
}
