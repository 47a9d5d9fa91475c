import type { EnvironmentIdentity } from '../domain/run.js';
import { BugError } from '../errors.js';
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
  /** Items of one name stay on one device, which is chosen when the first of them comes; null goes to any. */
  readonly groupOf?: (item: Item) => string | null;
  /** Asked when a device comes back: one that is not fit is not given out again. */
  readonly isFit?: (device: Device) => boolean;
  /** What those are told who wait when no device is left. */
  readonly noneLeft?: () => Error;
}

interface Waiting<Device> {
  /** The one that it has to be; null is any. */
  device: Device | null;
  readonly item: unknown;
  readonly take: (device: Device) => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Gives out environments on a fixed number of devices; callers queue while all are in use. A device is free again when
 * its environment is disposed of or could not be opened.
 */
export class EnvironmentPool<Item, Device> implements EnvironmentProvider<Item> {
  readonly identity: EnvironmentIdentity;
  readonly capacity: number;
  readonly #options: EnvironmentPoolOptions<Item, Device>;
  readonly #free: Device[];
  /** Fit devices, lent or not. */
  readonly #fit: Set<Device>;
  /** Device of each group. */
  readonly #groups = new Map<string, Device>();
  /** Who waits, first come first. */
  #waiting: Waiting<Device>[] = [];

  constructor(options: EnvironmentPoolOptions<Item, Device>) {
    this.#options = options;
    this.identity = options.identity;
    this.capacity = options.devices.length;
    this.#free = [...options.devices];
    this.#fit = new Set(options.devices);
  }

  async lend(item: Item, options: { readonly signal: AbortSignal }): Promise<Environment> {
    const device = await this.#take(item, options.signal);
    let environment: Environment;
    try {
      environment = await this.#options.open(device, item, options);
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

  async #take(item: Item, signal: AbortSignal): Promise<Device> {
    signal.throwIfAborted();
    if (this.#fit.size === 0) throw this.#noneLeft();
    const placed = this.#placeOf(item);
    const at = placed === null ? 0 : this.#free.indexOf(placed);
    const [device] = at === -1 ? [] : this.#free.splice(at, 1);
    if (device !== undefined) return device;
    return await new Promise<Device>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(signal.reason as Error);
      };
      const waiting: Waiting<Device> = {
        device: placed,
        item,
        take: (free) => {
          signal.removeEventListener('abort', leave);
          resolve(free);
        },
        refuse: (error) => {
          signal.removeEventListener('abort', leave);
          reject(error);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
    });
  }

  /** The device of the item's group: of those with the fewest groups, the one that is free. Null where it has none. */
  #placeOf(item: Item): Device | null {
    const group = this.#options.groupOf?.(item) ?? null;
    if (group === null) return null;
    const known = this.#groups.get(group);
    if (known !== undefined) return known;
    const groups = [...this.#groups.values()];
    const load = (device: Device): number => groups.filter((other) => other === device).length;
    const candidates = [...this.#free, ...[...this.#fit].filter((device) => !this.#free.includes(device))];
    const chosen = candidates.reduce((best, device) => (load(device) < load(best) ? device : best));
    this.#groups.set(group, chosen);
    return chosen;
  }

  #giveBack(device: Device): void {
    if (this.#options.isFit?.(device) === false) {
      this.#retire(device);
      return;
    }
    const next = this.#waiting.find((waiting) => waiting.device === null || waiting.device === device);
    if (next === undefined) {
      this.#free.push(device);
      return;
    }
    this.#waiting = this.#waiting.filter((other) => other !== next);
    next.take(device);
  }

  /** Gives a device out no more; its groups move to the others. */
  #retire(device: Device): void {
    this.#fit.delete(device);
    for (const [group, placed] of this.#groups) if (placed === device) this.#groups.delete(group);
    if (this.#fit.size === 0) {
      for (const waiting of this.#waiting.splice(0)) waiting.refuse(this.#noneLeft());
      return;
    }
    const moved = this.#waiting.filter((waiting) => waiting.device === device);
    for (const waiting of moved) {
      // Its item was one of this pool's. In place: whoever gives up waiting looks for this very object.
      waiting.device = this.#placeOf(waiting.item as Item);
    }
    for (const free of this.#free.splice(0)) this.#giveBack(free);
  }

  #noneLeft(): Error {
    return this.#options.noneLeft?.() ?? new BugError('a pool without devices was asked for one');
  }
}
