import { HeldDevice } from '../../leases/held-device.js';
import type { SharedPhones, AndroidDevicesOptions } from './android-devices-options.js';
import { DeviceBusyError, NoDeviceError } from './device-errors.js';
import { leaseDevice } from './device-lease.js';
import type { Opened } from './find-phones.js';
import type { FoundPhone, KnownPhone, LeasedPhone } from './known-phone.js';
import { ofKind, describePhone } from './look-at-phones.js';
import type { TakenPhone } from './phones-in-turn.js';

/** Takes all phones for this process. One that nobody named and somebody else has is passed over. */
export async function takeAll<Item>(
  found: readonly FoundPhone[],
  options: AndroidDevicesOptions<Item> & { readonly opened: Opened },
): Promise<readonly LeasedPhone[]> {
  const { devices, opened, onNote, signal } = options;
  const isNamed = devices.length > 0;
  const phones: LeasedPhone[] = [];
  for (const phone of ofKind(found, options)) {
    let taken: TakenPhone<Pick<LeasedPhone, 'shared'>>;
    try {
      taken = await take(phone, options);
    } catch (error) {
      if (isNamed || !(error instanceof DeviceBusyError)) throw error;
      onNote?.(`${phone.listed.serial} is left out: ${error.message}`);
      continue;
    }
    opened.push(taken.giveBack);
    phones.push({ ...(await describePhone(phone, signal)), ...taken.phone });
  }
  if (phones.length === 0) throw new NoDeviceError('every phone that is ready is in use');
  return phones;
}

/** Takes a phone for an episode; null where another process has it. */
export async function takeOne<Item>(
  phone: KnownPhone,
  options: AndroidDevicesOptions<Item>,
): Promise<TakenPhone<LeasedPhone> | null> {
  try {
    const taken = await take(phone, options);
    return { ...taken, phone: { ...phone, ...taken.phone } };
  } catch (error) {
    if (error instanceof DeviceBusyError) return null;
    throw error;
  }
}

/** @throws {DeviceBusyError} where somebody else has it */
async function take<Item>(
  phone: Pick<FoundPhone, 'identity' | 'address'> &
    ({ readonly serial: string } | Pick<FoundPhone, 'listed'>),
  { folder, shared }: AndroidDevicesOptions<Item>,
): Promise<TakenPhone<Pick<LeasedPhone, 'shared'>>> {
  const { name } = phone.identity;
  const serial = 'serial' in phone ? phone.serial : phone.listed.serial;
  const held = shared === undefined ? null : await holdShared(name, serial, shared);
  try {
    const leased = await leaseDevice(folder, name, serial);
    const giveBack = async (): Promise<void> => {
      await leased[Symbol.asyncDispose]();
      await held?.[Symbol.asyncDispose]();
    };
    const { address } = phone;
    return { phone: { shared: held === null || address === null ? null : { address, held } }, giveBack };
  } catch (error) {
    await held?.[Symbol.asyncDispose]();
    throw error;
  }
}

async function holdShared(
  name: string,
  serial: string,
  { leases, holder, forMs }: SharedPhones,
): Promise<HeldDevice> {
  const held = await HeldDevice.take(leases, name, { holder, forMs });
  if (held !== null) return held;
  throw new DeviceBusyError(`${serial} is in use by another holder`, {
    hint: '`touchstone devices --leases` says by whom; wait, or name another phone with --device.',
  });
}
