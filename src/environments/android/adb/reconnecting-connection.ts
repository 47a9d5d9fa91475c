import type { ListedDevice } from '../answers/device-list.js';
import type { DriverClock } from '../driver/android-device.js';
import { DeviceFaultError } from '../faults/device-fault-error.js';
import type { CommandOptions, DeviceConnection } from './device-connection.js';
import { readIdentity, type DeviceIdentity } from './device-identity.js';

/** What the ladder needs of an adb server. */
export interface DeviceServer {
  devices(signal: AbortSignal): Promise<readonly ListedDevice[]>;
  openListed(device: ListedDevice, signal: AbortSignal): Promise<DeviceConnection>;
  request(service: string, signal: AbortSignal): Promise<string>;
}

interface ReconnectOptions {
  readonly server: DeviceServer;
  readonly clock: DriverClock;
}

const WAITS_MS = [500, 1000, 2000, 4000];
/** An offline device is left alone for this long before it is asked to come back. */
const OFFLINE_MS = 2000;
const GIVE_UP_MS = 20_000;
const ADDRESS = /^[\w.-]+:\d{1,5}$/;

/** A connection that finds its phone again after the way to it broke off, by what the phone says of itself. */
export async function reconnecting(
  connection: DeviceConnection,
  { signal, ...options }: ReconnectOptions & { readonly signal: AbortSignal },
): Promise<ReconnectingConnection> {
  try {
    return new ReconnectingConnection(connection, await readIdentity(connection, signal), options);
  } catch (error) {
    await connection[Symbol.asyncDispose]();
    throw error;
  }
}

export class ReconnectingConnection implements DeviceConnection {
  readonly identity: DeviceIdentity;
  readonly serial: string;
  readonly #options: ReconnectOptions;
  #connection: DeviceConnection;

  constructor(connection: DeviceConnection, identity: DeviceIdentity, options: ReconnectOptions) {
    this.#connection = connection;
    this.identity = identity;
    this.serial = connection.serial;
    this.#options = options;
  }

  async run(line: string, options: CommandOptions): ReturnType<DeviceConnection['run']> {
    return await this.#connection.run(line, options);
  }

  async reconnect(fault: DeviceFaultError, signal: AbortSignal): Promise<void> {
    const { clock, server } = this.#options;
    await closeQuietly(this.#connection);
    const end = clock.now() + GIVE_UP_MS;
    const tried = new Set<string>();
    let waited = 0;
    for (let attempt = 0; clock.now() < end; attempt += 1) {
      const wait = WAITS_MS[Math.min(attempt, WAITS_MS.length - 1)] ?? 0;
      await clock.pass(wait, signal);
      waited += wait;
      const listed = await server.devices(signal).catch(() => null);
      if (listed === null) continue;
      const found = await this.#find(listed, signal);
      if (found !== null) {
        this.#connection = found;
        return;
      }
      await this.#ask(listed, waited, tried, signal);
    }
    throw fault;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection[Symbol.asyncDispose]();
  }

  /** The same phone among those that are ready, whatever its transport is called now. */
  async #find(listed: readonly ListedDevice[], signal: AbortSignal): Promise<DeviceConnection | null> {
    const ready = listed.filter(({ state }) => state === 'device');
    const first = ready.filter(({ serial }) => serial === this.serial);
    for (const device of [...first, ...ready.filter((other) => !first.includes(other))]) {
      let connection: DeviceConnection | null = null;
      try {
        connection = await this.#options.server.openListed(device, signal);
        const identity = await readIdentity(connection, signal);
        const isSame = identity.name === this.identity.name;
        if (isSame && identity.boot === this.identity.boot) return connection;
        await connection[Symbol.asyncDispose]();
        if (isSame) {
          throw new DeviceFaultError('device-identity-changed', {
            serial: this.serial,
            operation: 'reconnect',
            said: 'it has started anew',
          });
        }
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof DeviceFaultError && error.faultClass === 'device-identity-changed') throw error;
        await closeQuietly(connection);
      }
    }
    return null;
  }

  /** Asks the server, once each, to wake an offline transport and to dial an address again. */
  async #ask(
    listed: readonly ListedDevice[],
    waited: number,
    tried: Set<string>,
    signal: AbortSignal,
  ): Promise<void> {
    const { server } = this.#options;
    const mine = listed.find(({ serial }) => serial === this.serial);
    if (mine?.transportId !== null && mine?.state === 'offline' && waited >= OFFLINE_MS) {
      await once(`host-transport-id:${mine.transportId}:reconnect`);
    }
    if (mine === undefined && ADDRESS.test(this.serial)) await once(`host:connect:${this.serial}`);

    async function once(service: string): Promise<void> {
      if (tried.has(service)) return;
      tried.add(service);
      await server.request(service, signal).catch(() => {});
    }
  }
}

/** Closes what is broken already. */
async function closeQuietly(connection: DeviceConnection | null): Promise<void> {
  try {
    await connection?.[Symbol.asyncDispose]();
  } catch {
    // It is gone either way.
  }
}
