import type { EnvironmentIdentity } from '../../../domain/run.js';
import { BugError, UserError } from '../../../errors.js';
import { EnvironmentPool } from '../../environment-pool.js';
import type { EnvironmentProvider } from '../../environment-provider.js';
import type { Environment } from '../../environment.js';
import type { DeviceConnection } from '../adb/device-connection.js';
import { ReconnectingConnection } from '../adb/reconnecting-connection.js';
import { AndroidEnvironment } from '../android-environment.js';
import { AndroidDevice } from '../driver/android-device.js';
import { isInstalled } from '../driver/apps.js';
import { BOOT_MS } from '../driver/boot-wait.js';
import { REAL_CLOCK } from '../driver/real-clock.js';
import { DeviceFaultError } from '../faults/device-fault-error.js';
import type { AndroidDevicesOptions } from './android-devices-options.js';
import { NoDeviceError } from './device-errors.js';
import { DeviceRecords } from './device-records.js';
import { emulatorName, emulatorSnapshot } from './emulator.js';
import { type Opened, findOwn, findShared, readyAt } from './find-phones.js';
import { heldConnection } from './held-connection.js';
import type { FoundPhone, KnownPhone, LeasedPhone } from './known-phone.js';
import { listPhones } from './listed-phones.js';
import { lookAtPhones } from './look-at-phones.js';
import { kindsOf } from './phone-kinds.js';
import { PhonesInTurn } from './phones-in-turn.js';
import { takeAll, takeOne } from './take-phones.js';

async function closeAll(opened: Opened): Promise<void> {
  for (const close of opened.splice(0).toReversed()) await close();
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
        .then((phones) => lookAtPhones(phones, options))
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
