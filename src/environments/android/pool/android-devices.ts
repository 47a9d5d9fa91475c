import type { EnvironmentIdentity } from '../../../domain/run.js';
import type { Environment } from '../../environment.js';
import { EnvironmentPool } from '../../environment-pool.js';
import type { EnvironmentProvider } from '../../environment-provider.js';
import {
  AndroidEnvironment,
  type AndroidEnvironmentOptions,
  type SetupContext,
} from '../android-environment.js';
import { BugError, UserError } from '../../../errors.js';
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
import { isOfKind, kindsOf, kindWords, type PhoneKind } from './phone-kinds.js';
import { PhonesInTurn, type TakenPhone } from './phones-in-turn.js';

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

/**
 * How a run has its phones: it takes all of them for as long as it is there; it takes one for each episode, so that several
 * processes share them; or it takes none and looks at what they are, since others do its episodes.
 */
export type PhoneTaking = 'all' | 'each' | 'none';

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
  /** Default: all. */
  readonly taking?: PhoneTaking;
  /** The environment of a run that goes on: it keeps to phones of the models, versions and screens that it began with. */
  readonly recorded?: EnvironmentIdentity;
  readonly signal: AbortSignal;
}

/** How what was opened is closed, in the order of opening. */
type Opened = (() => Promise<void>)[];

async function closeAll(opened: Opened): Promise<void> {
  for (const close of opened.splice(0).toReversed()) await close();
}

/** A phone that may be taken, and where it is. */
interface FoundPhone {
  readonly identity: DeviceIdentity;
  readonly listed: ListedPhone['listed'];
  readonly server: DeviceServer;
  /** Where that server is; null for one of this machine's own. */
  readonly address: AdbServerAddress | null;
  readonly emulator: StartedEmulator | null;
}

/** A phone with what is known of it. */
interface KnownPhone extends Pick<FoundPhone, 'identity' | 'emulator' | 'server'> {
  readonly serial: string;
  readonly screen: string;
  readonly address: AdbServerAddress | null;
}

/** A phone that this process has, until it gives it back. */
interface LeasedPhone extends KnownPhone {
  /** Where its server is, and the lease; null for one of this machine's own. */
  readonly shared: { readonly address: AdbServerAddress; readonly held: HeldDevice } | null;
}

/** Phones and emulators of the adb server, lent one by one. Each is this process's alone until the provider is disposed of. */
export class AndroidDevices<Item> implements EnvironmentProvider<Item>, AsyncDisposable {
  readonly #options: AndroidDevicesOptions<Item>;
  readonly #phones: readonly KnownPhone[];
  readonly #lender: EnvironmentProvider<Item>;
  readonly #records: DeviceRecords;
  readonly #opened: Opened;
  /** Environments that are lent or being closed: closing takes what the task changed back. */
  readonly #lent = new Set<Environment>();

  /** @param leased those that it has; null where it takes them for each episode, or none */
  private constructor(
    options: AndroidDevicesOptions<Item>,
    known: readonly KnownPhone[],
    leased: readonly LeasedPhone[] | null,
    opened: Opened,
  ) {
    this.#options = options;
    this.#phones = known;
    this.#opened = opened;
    this.#records = new DeviceRecords(options.folder);
    const identity = identityOf(known, options);
    if (leased !== null) this.#lender = this.#pool(identity, leased);
    else if (options.taking === 'each') this.#lender = this.#inTurn(identity, known);
    else this.#lender = lendingNone(identity);
  }

  /**
   * Takes the phones that are named, or every one that is ready and nobody else has; or looks at them, see `PhoneTaking`.
   *
   * @throws {DeviceFaultError} where there is no server, or a phone that is named cannot be used
   * @throws {UserError} where a phone that is named is in use or in quarantine, or the run cannot share its phones
   * @throws {NoDeviceError} where none is ready
   */
  static async open<Item>(options: AndroidDevicesOptions<Item>): Promise<AndroidDevices<Item>> {
    const { shared, taking = 'all' } = options;
    if (taking !== 'all') requireSharable(options);
    const opened: Opened = [];
    try {
      if (shared !== undefined) opened.push(async () => shared.leases[Symbol.asyncDispose]());
      const found = async (): Promise<readonly FoundPhone[]> =>
        shared === undefined ? await findOwn(options, opened) : await findShared(shared, options);
      if (taking === 'all') {
        const leased = await takeAll(await found(), { ...options, opened });
        return new AndroidDevices(options, leased, leased, opened);
      }
      const known = await found()
        .then((phones) => lookAt(phones, options))
        .catch((error: unknown) => {
          // Whoever only follows a run that goes on knows by its journal what it is done on.
          if (taking === 'none' && isAway(error) && options.recorded !== undefined) return [];
          throw error;
        });
      return new AndroidDevices(options, known, null, opened);
    } catch (error) {
      await closeAll(opened);
      throw error;
    }
  }

  /** Phones that it has for as long as it is there. */
  #pool(identity: EnvironmentIdentity, phones: readonly LeasedPhone[]): EnvironmentProvider<Item> {
    return new EnvironmentPool<Item, LeasedPhone>({
      identity,
      devices: phones,
      open: (phone, item, { signal }) => this.#open(phone, item, signal),
      groupOf: this.#options.groupOf ?? (() => null),
      isFit: (phone) => phone.shared?.held.isLost !== true && this.#isFit(phone),
      noneLeft: () => this.#noneLeft(),
    });
  }

  #inTurn(identity: EnvironmentIdentity, phones: readonly KnownPhone[]): EnvironmentProvider<Item> {
    return new PhonesInTurn<Item, KnownPhone, LeasedPhone>({
      identity,
      phones,
      take: (phone) => takeOne(phone, this.#options),
      open: (phone, item, signal) => this.#open(phone, item, signal),
      isFit: (phone) => this.#isFit(phone),
      noneLeft: () => this.#noneLeft(),
      onWait: () => this.#options.onNote?.('every phone is in use; waiting for one'),
    });
  }

  #isFit({ identity }: KnownPhone): boolean {
    return this.#records.of(identity.name)?.quarantine == null;
  }

  #noneLeft(): NoDeviceError {
    return new NoDeviceError(
      `no phone is left: ${this.#phones.map((phone) => this.#reasonOf(phone)).join('; ')}`,
      { hint: '`touchstone doctor --devices` says what to do; then resume the run.' },
    );
  }

  get identity(): EnvironmentIdentity {
    return this.#lender.identity;
  }

  get capacity(): number {
    return this.#lender.capacity;
  }

  async lend(item: Item, options: { readonly signal: AbortSignal }): Promise<Environment> {
    return await this.#lender.lend(item, options);
  }

  /** Packages that are not installed everywhere, with the serials of the phones that lack them. */
  async missingApps(
    names: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const missing = new Map<string, string[]>();
    for (const phone of this.#phones) {
      await using connection = await this.#connect({ shared: null, ...phone }, signal);
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
    { identity, serial, server, shared }: Pick<LeasedPhone, 'identity' | 'serial' | 'server' | 'shared'>,
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

  #reasonOf({ serial, identity }: KnownPhone): string {
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

/** Phones of this machine's own server: those that are named, started where they are virtual, or every one that is ready. */
async function findOwn<Item>(
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
async function findShared<Item>(
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

/** Takes all phones for this process. One that nobody named and somebody else has is passed over. */
async function takeAll<Item>(
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
    phones.push({ ...(await describe(phone, signal)), ...taken.phone });
  }
  if (phones.length === 0) throw new NoDeviceError('every phone that is ready is in use');
  return phones;
}

/** Takes a phone for an episode; null where another process has it. */
async function takeOne<Item>(
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

/** Looks at phones that nobody takes here, also at those that others have. */
async function lookAt<Item>(
  found: readonly FoundPhone[],
  options: AndroidDevicesOptions<Item>,
): Promise<readonly KnownPhone[]> {
  const { devices, onNote, signal } = options;
  const known: KnownPhone[] = [];
  let fault: DeviceFaultError | null = null;
  for (const phone of found) {
    try {
      known.push(await describe(phone, signal));
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
function ofKind<Item, Phone extends PhoneKind>(
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

async function describe(
  { listed, identity, server, address, emulator }: FoundPhone,
  signal: AbortSignal,
): Promise<KnownPhone> {
  await using connection = await server.openListed(listed, signal);
  const { size } = await readDisplayFacts(new AndroidDevice(connection, REAL_CLOCK), signal);
  const screen = `${size.width}x${size.height}`;
  return { identity, serial: listed.serial, screen, server, address, emulator };
}

/** @throws {UserError} where episodes have to follow each other on one phone, or a phone is started by who takes it */
function requireSharable<Item>({ devices, groupOf }: AndroidDevicesOptions<Item>): void {
  const started = devices.find((device) => emulatorName(device) !== null);
  if (groupOf === undefined && started === undefined) return;
  const why =
    started === undefined
      ? 'its tasks follow each other on one phone'
      : `${started} is started by the one process that uses it`;
  throw new UserError(`this run is not for many workers: ${why}`, {
    hint: started === undefined ? 'Run it without --queue.' : 'Start it, and name its serial.',
  });
}

/** Whether no phone can be reached just now. */
function isAway(error: unknown): boolean {
  return error instanceof NoDeviceError || error instanceof DeviceFaultError;
}

function lendingNone<Item>(identity: EnvironmentIdentity): EnvironmentProvider<Item> {
  return {
    identity,
    capacity: 1,
    lend: async () => {
      throw new BugError('no phone was taken, and one was asked for');
    },
  };
}

function identityOf<Item>(
  phones: readonly KnownPhone[],
  { keyboard, settle, recorded }: AndroidDevicesOptions<Item>,
): EnvironmentIdentity {
  const { device, system, screens } = kindsOf(phones, recorded);
  return {
    kind: 'android',
    device,
    system,
    settings: {
      screens,
      ...(keyboard === undefined ? {} : { keyboard }),
      ...(settle === undefined || Object.keys(settle).length === 0 ? {} : { settle }),
    },
  };
}
