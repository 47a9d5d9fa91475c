import { BugError } from '../../../errors.js';
import { parseServerAddress, type AdbServerAddress } from '../adb/adb-server-of.js';
import type { DeviceServer } from '../adb/reconnecting-connection.js';
import { AndroidDevice } from '../driver/android-device.js';
import { awaitReady, BOOT_MS } from '../driver/boot-wait.js';
import { REAL_CLOCK } from '../driver/real-clock.js';
import { DeviceFaultError } from '../faults/device-fault-error.js';
import type { SharedPhones, AndroidDevicesOptions } from './android-devices-options.js';
import { choosePhones } from './choose-phones.js';
import { emulatorName, startEmulator, type StartedEmulator } from './emulator.js';
import type { FoundPhone } from './known-phone.js';
import { listPhones, type ListedPhone } from './listed-phones.js';

/** How what was opened is closed, in the order of opening. */
export type Opened = (() => Promise<void>)[];

/** Starts the virtual devices that are named, one after the other, and waits until they can be used. */
async function startEmulators<Item>(
  { devices, server, signal }: AndroidDevicesOptions<Item>,
  opened: Opened,
): Promise<readonly StartedEmulator[]> {
  const started: StartedEmulator[] = [];
  for (const device of devices) {
    const name = emulatorName(device);
    if (name === null) continue;
    const emulator = await startEmulator(name, { server, clock: REAL_CLOCK, signal });
    opened.push(async () => emulator.stop());
    await readyAt(emulator.serial, BOOT_MS.emulator, { server, signal });
    started.push(emulator);
  }
  return started;
}

/** Waits until the phone of that serial can be used, at most so long. */
export async function readyAt(
  serial: string,
  withinMs: number,
  { server, signal }: { readonly server: DeviceServer; readonly signal: AbortSignal },
): Promise<void> {
  const listed = (await server.devices(signal)).find((device) => device.serial === serial);
  if (listed === undefined) throw new DeviceFaultError('emulator-lost', { serial, operation: 'boot' });
  await using connection = await server.openListed(listed, signal);
  await awaitReady(new AndroidDevice(connection, REAL_CLOCK), withinMs, signal);
}

/** Phones of this machine's own server: those that are named, started where they are virtual, or every one that is ready. */
export async function findOwn<Item>(
  options: AndroidDevicesOptions<Item>,
  opened: Opened,
): Promise<readonly FoundPhone[]> {
  const { server, devices, folder, signal } = options;
  const emulators = await startEmulators(options, opened);
  const named = devices.filter((device) => emulatorName(device) === null);
  const serials = [...named, ...emulators.map(({ serial }) => serial)];
  const chosen = await choosePhones(await listPhones(server, signal), serials, folder, options.onNote);
  return chosen.map(({ identity, listed }) => ({
    identity,
    listed,
    server,
    address: null,
    emulator: emulators.find(({ serial }) => serial === listed.serial) ?? null,
  }));
}

/** Phones that hosts share: those that are named, or every one that is ready. */
export async function findShared<Item>(
  { leases, serverAt }: SharedPhones,
  { devices, folder, onNote, signal }: AndroidDevicesOptions<Item>,
): Promise<readonly FoundPhone[]> {
  const registered = await leases.list();
  const servers = new Map<
    ListedPhone,
    { readonly server: DeviceServer; readonly address: AdbServerAddress }
  >();
  for (const text of new Set(registered.map(({ device }) => device.server))) {
    const address = parseServerAddress(text);
    const server = serverAt(address);
    const names = new Set(registered.flatMap(({ device }) => (device.server === text ? [device.name] : [])));
    try {
      for (const phone of await listPhones(server, signal)) {
        if (phone.identity !== null && names.has(phone.identity.name))
          servers.set(phone, { server, address });
      }
    } catch (error) {
      if (!(error instanceof DeviceFaultError)) throw error;
      onNote?.(`the phones of ${text} are left out: ${error.message}`);
    }
  }
  const chosen = await choosePhones([...servers.keys()], devices, folder, onNote);
  return chosen.map((phone) => {
    const at = servers.get(phone);
    if (at === undefined) throw new BugError('a phone was chosen that no server lists');
    return { identity: phone.identity, listed: phone.listed, ...at, emulator: null };
  });
}
