import type { EnvironmentIdentity } from '../../../domain/run.js';
import type { Environment } from '../../environment.js';
import { EnvironmentPool } from '../../environment-pool.js';
import type { EnvironmentProvider } from '../../environment-provider.js';
import {
  AndroidEnvironment,
  type AndroidEnvironmentOptions,
  type SetupContext,
} from '../android-environment.js';
import { BugError } from '../../../errors.js';
import type { DeviceLeases } from '../../leases/device-leases.js';
import { HeldDevice } from '../../leases/held-device.js';
import type { DeviceConnection } from '../adb/device-connection.js';
import type { DeviceIdentity } from '../adb/device-identity.js';
import { ReconnectingConnection, type DeviceServer } from '../adb/reconnecting-connection.js';
import { AndroidDevice } from '../driver/android-device.js';
import { isInstalled } from '../driver/apps.js';
import { awaitReady, BOOT_MS } from '../driver/boot-wait.js';
import { REAL_CLOCK } from '../driver/real-clock.js';
import { readDisplayFacts } from '../driver/screen-facts.js';
import { DeviceFaultError } from '../faults/device-fault-error.js';
import { choosePhones } from './choose-phones.js';
import type { DeviceTask } from '../device-task.js';
import { DeviceBusyError, NoDeviceError } from './device-errors.js';
import { heldConnection } from './held-connection.js';
import { parseServerAddress, type AdbServerAddress } from '../adb/adb-server-of.js';
import { leaseDevice } from './device-lease.js';
import { DeviceRecords } from './device-records.js';
import { emulatorName, emulatorSnapshot, startEmulator, type StartedEmulator } from './emulator.js';
import { listPhones, type ListedPhone } from './listed-phones.js';

type FromEnvironment = Pick<
  AndroidEnvironmentOptions,
  'tasks' | 'keyboard' | 'apps' | 'settle' | 'redact' | 'onNote'
>;

/** Phones of other hosts' adb servers, lent for a length of time. */
export interface SharedPhones {
  /** Closed with the phones. */
  readonly leases: DeviceLeases;
  /** Who takes them, for others to read. */
  readonly holder: string;
  /** Milliseconds that a lease lasts when nobody renews it. */
  readonly forMs: number;
  readonly serverAt: (address: AdbServerAddress) => DeviceServer;
}

export interface AndroidDevicesOptions<Item> extends FromEnvironment {
  readonly server: DeviceServer;
  /** Port of that server, for programs that are asked beside it. */
  readonly serverPort?: number;
  /** Phones are taken from among these, instead of those of the server. */
  readonly shared?: SharedPhones;
  /** What else brings a task's start about; with the adb server that has the phone where it is another host's. */
  readonly prepare?: (
    task: DeviceTask,
    context: SetupContext & { readonly server?: AdbServerAddress },
  ) => Promise<void>;
  /** Serials, or virtual devices to start (`avd:NAME`, `avd:NAME@SNAPSHOT`); empty: every phone that is ready. */
  readonly devices: readonly string[];
  /** Folder of the user for leases, quarantine and what is to be taken back. */
  readonly folder: string;
  /** Items of one name stay on one phone. */
  readonly groupOf?: (item: Item) => string | null;
  /** Name of an item, by which tries at it count as one episode. */
  readonly nameOf?: (item: Item) => string;
  readonly gesturesOf?: (item: Item) => AndroidEnvironmentOptions['gestures'];
  readonly signal: AbortSignal;
}

/** How what was opened is closed, in the order of opening. */
type Opened = (() => Promise<void>)[];

async function closeAll(opened: Opened): Promise<void> {
  for (const close of opened.splice(0).toReversed()) await close();
}

/** A phone that this process has, until it gives all back. */
interface LeasedPhone {
  readonly identity: DeviceIdentity;
  readonly serial: string;
  readonly screen: string;
  readonly emulator: StartedEmulator | null;
  readonly server: DeviceServer;
  /** Where that server is, and the lease; null for one of this machine's own. */
  readonly shared: { readonly address: AdbServerAddress; readonly held: HeldDevice } | null;
}

/** Phones and emulators of the adb server, lent one by one. Each is this process's alone until the provider is disposed of. */
export class AndroidDevices<Item> implements EnvironmentProvider<Item>, AsyncDisposable {
  readonly #options: AndroidDevicesOptions<Item>;
  readonly #phones: readonly LeasedPhone[];
  readonly #pool: EnvironmentPool<Item, LeasedPhone>;
  readonly #records: DeviceRecords;
  readonly #opened: Opened;
  /** Environments that are lent or being closed: closing takes what the task changed back. */
  readonly #lent = new Set<Environment>();

  private constructor(options: AndroidDevicesOptions<Item>, phones: readonly LeasedPhone[], opened: Opened) {
    this.#options = options;
    this.#phones = phones;
    this.#opened = opened;
    this.#records = new DeviceRecords(options.folder);
    this.#pool = new EnvironmentPool<Item, LeasedPhone>({
      identity: identityOf(phones, options),
      devices: phones,
      open: (phone, item, { signal }) => this.#open(phone, item, signal),
      groupOf: options.groupOf ?? (() => null),
      isFit: ({ identity, shared }) =>
        shared?.held.isLost !== true && this.#records.of(identity.name)?.quarantine == null,
      noneLeft: () =>
        new NoDeviceError(`no phone is left: ${phones.map((phone) => this.#reasonOf(phone)).join('; ')}`, {
          hint: '`touchstone doctor --devices` says what to do; then resume the run.',
        }),
    });
  }

  /**
   * Takes the phones that are named, or every one that is ready and nobody else has.
   *
   * @throws {DeviceFaultError} where there is no server, or a phone that is named cannot be used
   * @throws {UserError} where a phone that is named is in use or in quarantine
   * @throws {NoDeviceError} where none is ready
   */
  static async open<Item>(options: AndroidDevicesOptions<Item>): Promise<AndroidDevices<Item>> {
    const { server, folder, signal, shared } = options;
    const opened: Opened = [];
    try {
      if (shared !== undefined) {
        opened.push(async () => shared.leases[Symbol.asyncDispose]());
        return new AndroidDevices(options, await takeShared(shared, { ...options, opened }), opened);
      }
      const emulators = await startEmulators(options, opened);
      const named = options.devices.filter((device) => emulatorName(device) === null);
      const serials = [...named, ...emulators.map(({ serial }) => serial)];
      const chosen = await choosePhones(await listPhones(server, signal), serials, folder, options.onNote);
      const phones: LeasedPhone[] = [];
      for (const phone of chosen) {
        const leased = await lease(phone, serials.length > 0, { ...options, server, opened });
        if (leased === null) continue;
        const emulator = emulators.find(({ serial }) => serial === leased.serial) ?? null;
        phones.push({ ...leased, emulator, server, shared: null });
      }
      if (phones.length === 0) throw new NoDeviceError('every phone that is ready is in use');
      return new AndroidDevices(options, phones, opened);
    } catch (error) {
      await closeAll(opened);
      throw error;
    }
  }

  get identity(): EnvironmentIdentity {
    return this.#pool.identity;
  }

  get capacity(): number {
    return this.#pool.capacity;
  }

  async lend(item: Item, options: { readonly signal: AbortSignal }): Promise<Environment> {
    return await this.#pool.lend(item, options);
  }

  /** Packages that are not installed everywhere, with the serials of the phones that lack them. */
  async missingApps(
    names: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const missing = new Map<string, string[]>();
    for (const phone of this.#phones) {
      await using connection = await this.#connect(phone, signal);
      const device = new AndroidDevice(connection, REAL_CLOCK);
      for (const name of new Set(names)) {
        if (await isInstalled(device, name, signal)) continue;
        missing.set(name, [...(missing.get(name) ?? []), phone.serial]);
      }
    }
    return missing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([...this.#lent].map((environment) => environment[Symbol.asyncDispose]()));
    await closeAll(this.#opened);
  }

  async #open(phone: LeasedPhone, item: Item, signal: AbortSignal): Promise<Environment> {
    const { name, model } = phone.identity;
    const { tasks, keyboard, apps, settle, prepare, redact, onNote, folder, gesturesOf } = this.#options;
    const server = phone.shared === null ? {} : { server: phone.shared.address };
    let fault: DeviceFaultError | null = null;
    try {
      await this.#loadSnapshot(phone, signal);
      const connection = await this.#connect(phone, signal);
      const environment = new AndroidEnvironment({
        device: new AndroidDevice(connection, REAL_CLOCK),
        tasks,
        journals: folder,
        name,
        ...(keyboard === undefined ? {} : { keyboard }),
        ...(apps === undefined ? {} : { apps }),
        ...(settle === undefined ? {} : { settle }),
        ...(prepare === undefined
          ? {}
          : {
              prepare: async (task, context) => {
                // Programs beside it go their own way to the phone.
                await phone.shared?.held.check(true);
                await prepare(task, { ...context, ...server });
              },
            }),
        ...(redact === undefined ? {} : { redact }),
        ...(gesturesOf === undefined ? {} : { gestures: gesturesOf(item) ?? {} }),
        onNote: (note) => onNote?.(`${phone.serial}: ${note}`),
        onFault: (error) => (fault ??= error),
        onLeft: (what) => {
          // Whoever has it now has it as it is; nothing is wrong with it.
          if (phone.shared?.held.isLost === true) return;
          this.#records.quarantine(name, `it could not be put back: ${what}`, phone.serial, model);
        },
      });
      const close = environment[Symbol.asyncDispose].bind(environment);
      let closing: Promise<void> | null = null;
      const closeAndNote = async (): Promise<void> => {
        try {
          await close();
        } finally {
          this.#lent.delete(environment);
          if (fault === null) this.#records.good(name);
          else
            this.#records.voided(name, fault, {
              serial: phone.serial,
              model,
              item: this.#options.nameOf?.(item) ?? '',
            });
        }
      };
      environment[Symbol.asyncDispose] = () => (closing ??= closeAndNote());
      this.#lent.add(environment);
      return environment;
    } catch (error) {
      if (error instanceof DeviceFaultError) {
        this.#records.voided(name, error, {
          serial: phone.serial,
          model,
          item: this.#options.nameOf?.(item) ?? '',
        });
      }
      throw error;
    }
  }

  async #loadSnapshot({ emulator, serial }: LeasedPhone, signal: AbortSignal): Promise<void> {
    const snapshot = emulator?.name.snapshot ?? null;
    if (snapshot === null) return;
    const { serverPort, server } = this.#options;
    const port = serverPort === undefined ? {} : { port: serverPort };
    await emulatorSnapshot('load', snapshot, { serial, ...port, signal });
    await readyAt(serial, BOOT_MS.snapshot, { server, signal });
  }

  /** A connection to the phone, whatever its transport is called by now. A start since it was taken is no matter here. */
  async #connect(
    { identity, serial, server, shared }: LeasedPhone,
    signal: AbortSignal,
  ): Promise<DeviceConnection> {
    const listed = await listPhones(server, signal);
    const phone = listed.find((one) => one.identity?.name === identity.name && one.twinOf === null);
    if (phone?.identity == null) {
      const fault = listed.find((one) => one.listed.serial === serial)?.fault;
      throw fault ?? new DeviceFaultError('device-not-found', { serial, operation: 'connect' });
    }
    const connection = await server.openListed(phone.listed, signal);
    const found = new ReconnectingConnection(connection, phone.identity, { server, clock: REAL_CLOCK });
    return shared === null ? found : heldConnection(found, shared.held);
  }

  #reasonOf({ serial, identity }: LeasedPhone): string {
    return `${serial}: ${this.#records.of(identity.name)?.quarantine?.reason ?? 'ready'}`;
  }
}

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

async function readyAt(
  serial: string,
  withinMs: number,
  { server, signal }: { readonly server: DeviceServer; readonly signal: AbortSignal },
): Promise<void> {
  const listed = (await server.devices(signal)).find((device) => device.serial === serial);
  if (listed === undefined) throw new DeviceFaultError('emulator-lost', { serial, operation: 'boot' });
  await using connection = await server.openListed(listed, signal);
  await awaitReady(new AndroidDevice(connection, REAL_CLOCK), withinMs, signal);
}

/** Takes the phones that are named, or every one that nobody has, of those that hosts share. */
async function takeShared<Item>(
  { leases, holder, forMs, serverAt }: SharedPhones,
  options: AndroidDevicesOptions<Item> & { readonly opened: Opened },
): Promise<readonly LeasedPhone[]> {
  const { devices, folder, opened, onNote, signal } = options;
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
  const phones: LeasedPhone[] = [];
  for (const phone of await choosePhones([...servers.keys()], devices, folder, onNote)) {
    const at = servers.get(phone);
    if (at === undefined) throw new BugError('a phone was chosen that no server lists');
    const held = await HeldDevice.take(leases, phone.identity.name, { holder, forMs });
    if (held === null) {
      const { serial } = phone.listed;
      if (devices.length > 0) {
        throw new DeviceBusyError(`${serial} is in use by another holder`, {
          hint: '`touchstone devices --leases` says by whom; wait, or name another phone with --device.',
        });
      }
      continue;
    }
    opened.push(async () => held[Symbol.asyncDispose]());
    const leased = await lease(phone, devices.length > 0, { ...options, server: at.server });
    if (leased === null) continue;
    phones.push({ ...leased, emulator: null, server: at.server, shared: { address: at.address, held } });
  }
  if (phones.length === 0) throw new NoDeviceError('every phone that is ready is in use');
  return phones;
}

/** Takes a phone for this process. One that nobody named and somebody else has is passed over. */
async function lease<Item>(
  { listed, identity }: ListedPhone & { readonly identity: DeviceIdentity },
  isNamed: boolean,
  { server, folder, opened, onNote, signal }: AndroidDevicesOptions<Item> & { readonly opened: Opened },
): Promise<Pick<LeasedPhone, 'identity' | 'serial' | 'screen'> | null> {
  const { serial } = listed;
  try {
    const leased = await leaseDevice(folder, identity.name, serial);
    opened.push(async () => leased[Symbol.asyncDispose]());
  } catch (error) {
    if (isNamed) throw error;
    onNote?.(`${serial} is left out: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
  await using connection = await server.openListed(listed, signal);
  const { size } = await readDisplayFacts(new AndroidDevice(connection, REAL_CLOCK), signal);
  return { identity, serial, screen: `${size.width}x${size.height}` };
}

function identityOf<Item>(
  phones: readonly LeasedPhone[],
  { keyboard, settle }: AndroidDevicesOptions<Item>,
): EnvironmentIdentity {
  const all = (of: (phone: LeasedPhone) => string): string =>
    [...new Set(phones.map(of))].toSorted((a, b) => (a < b ? -1 : 1)).join(', ');
  return {
    kind: 'android',
    device: all(({ identity }) => `${identity.manufacturer} ${identity.model}`.trim()),
    system: all(({ identity }) => `Android ${identity.release}`),
    settings: {
      screens: all(({ screen }) => screen),
      ...(keyboard === undefined ? {} : { keyboard }),
      ...(settle === undefined || Object.keys(settle).length === 0 ? {} : { settle }),
    },
  };
}
