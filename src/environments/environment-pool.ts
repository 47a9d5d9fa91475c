import type { EnvironmentIdentity } from '../domain/run.js';
import type { Environment } from './environment.js';
import type { EnvironmentProvider } from './environment-provider.js';

export interface EnvironmentPoolOptions<Item, Device> {
  readonly identity: EnvironmentIdentity;
  /** What there is a bounded number of: phones, or the one random stream that all episodes draw from. */
  readonly devices: readonly Device[];
  /** Opens an environment on a device that nobody else has. */
  readonly open: (
    device: Device,
    item: Item,
    options: { readonly signal: AbortSignal },
  ) => Promise<Environment>;
}

/**
 * Gives out environments on a fixed number of devices; callers queue while all are in use. A device is free again when
 * its environment is disposed of or could not be opened.
 */
export class EnvironmentPool<Item, Device> implements EnvironmentProvider<Item> {
  readonly identity: EnvironmentIdentity;
  readonly capacity: number;
  readonly #open: EnvironmentPoolOptions<Item, Device>['open'];
  readonly #free: Device[];
  /** Who waits, first come first. */
  readonly #waiting: ((device: Device) => void)[] = [];

  constructor({ identity, devices, open }: EnvironmentPoolOptions<Item, Device>) {
    this.identity = identity;
    this.capacity = devices.length;
    this.#free = [...devices];
    this.#open = open;
  }

  async lend(item: Item, options: { readonly signal: AbortSignal }): Promise<Environment> {
    const device = await this.#take(options.signal);
    let environment: Environment;
    try {
      environment = await this.#open(device, item, options);
    } catch (error) {
      this.#giveBack(device);
      throw error;
    }
    const close = environment[Symbol.asyncDispose].bind(environment);
    let closing: Promise<void> | null = null;
    const closeOnce = async (): Promise<void> => {
      try {
        await close();
      } finally {
        this.#giveBack(device);
      }
    };
    environment[Symbol.asyncDispose] = () => (closing ??= closeOnce());
    return environment;
  }

  async #take(signal: AbortSignal): Promise<Device> {
    signal.throwIfAborted();
    const [device] = this.#free.splice(0, 1);
    if (device !== undefined) return device;
    return await new Promise<Device>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        reject(signal.reason as Error);
      };
      const take = (free: Device): void => {
        signal.removeEventListener('abort', leave);
        resolve(free);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(take);
    });
  }

  #giveBack(device: Device): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(device);
    else next(device);
  }
}
