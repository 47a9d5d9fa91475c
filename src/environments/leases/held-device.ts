import { performance } from 'node:perf_hooks';
import type { DeviceLease, DeviceLeases } from './device-leases.js';
import { DeviceLeaseLostError } from './lease-lost-error.js';

/** A lease is asked for anew after this share of its time, and given up by its holder before all of it has gone by. */
const RENEW_SHARE = 1 / 3;
const KEEP_SHARE = 0.9;
/** Milliseconds that is waited to hear whether the lease counts, or that it was given back. */
const ANSWER_MS = 3000;

export interface HoldDeviceOptions {
  readonly holder: string;
  /** Milliseconds that the lease lasts without being renewed. */
  readonly forMs: number;
  /** Milliseconds of this process that only grow. Default: since its start. */
  readonly now?: () => number;
  /** Milliseconds of this host's clock, which also goes on while the host sleeps. Default: that clock. */
  readonly wall?: () => number;
  /** Whether it is renewed by itself. Default: it is. */
  readonly renews?: boolean;
}

/** A phone that this process holds, until it is disposed of or the lease is lost. */
export class HeldDevice implements AsyncDisposable {
  readonly lease: DeviceLease;
  readonly #leases: DeviceLeases;
  readonly #options: HoldDeviceOptions;
  readonly #now: () => number;
  readonly #wall: () => number;
  /** When the question was sent that was last answered with yes. */
  #sure: { readonly now: number; readonly wall: number };
  #isLost = false;
  #timer: NodeJS.Timeout | null = null;
  #renewing: Promise<unknown> = Promise.resolve();

  private constructor(
    lease: DeviceLease,
    leases: DeviceLeases,
    options: HoldDeviceOptions,
    sure: { readonly now: number; readonly wall: number },
  ) {
    this.lease = lease;
    this.#leases = leases;
    this.#options = options;
    this.#now = options.now ?? monotonic;
    this.#wall = options.wall ?? Date.now;
    this.#sure = sure;
    if (options.renews !== false) {
      this.#timer = setInterval(() => {
        this.#renewing = this.renew().catch(() => undefined);
      }, options.forMs * RENEW_SHARE);
      this.#timer.unref();
    }
  }

  /** Takes a phone; null where somebody else has it. */
  static async take(
    leases: DeviceLeases,
    name: string,
    options: HoldDeviceOptions,
  ): Promise<HeldDevice | null> {
    const { now = monotonic, wall = Date.now } = options;
    // Taken before it is asked for: what the answer took is of the lease's time.
    const sure = { now: now(), wall: wall() };
    const lease = await leases.take(name, options);
    return lease === null ? null : new HeldDevice(lease, leases, options, sure);
  }

  /** Whether it was found lost; the phone is not to be used any more. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Holds on to the phone for a further time. */
  async renew(): Promise<void> {
    if (this.#isLost) return;
    const asked = { now: this.#now(), wall: this.#wall() };
    if (await this.#leases.renew(this.lease, this.#options.forMs)) this.#sure = asked;
    else this.#lose();
  }

  /**
   * Makes sure that the phone may be touched.
   *
   * @param isAction whether the phone is changed: then whoever keeps the leases is asked, too, as before a reading when this
   * host's two clocks disagree. Where they do not answer, the time that is left by this host's own measure decides.
   * @throws {DeviceLeaseLostError}
   */
  async check(isAction: boolean): Promise<void> {
    const keptMs = this.#options.forMs * KEEP_SHARE;
    if (this.#isLost || this.#now() - this.#sure.now >= keptMs) throw this.#lost();
    // A host that slept does not know it by a clock that slept, too: where the other one doubts, the answer is asked for.
    if (!isAction && this.#wall() - this.#sure.wall < keptMs) return;
    const asked = this.#sure;
    const holds = await inTime(this.#leases.holds(this.lease));
    if (holds === false) throw this.#lost();
    if (holds === null && this.#wall() - asked.wall >= keptMs) throw this.#lost();
    // The answer took its time.
    if (this.#now() - this.#sure.now >= keptMs) throw this.#lost();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop();
    await inTime(this.#renewing);
    // Where they cannot be told, or do not answer, the lease runs out.
    await inTime(this.#leases.release(this.lease));
  }

  #lost(): DeviceLeaseLostError {
    this.#lose();
    const { device, holder } = this.lease;
    return new DeviceLeaseLostError(`${device.serial} at ${device.server} is no longer held by ${holder}`, {
      hint: 'Its lease ran out: see whether this machine slept, or lost its way to the database. `touchstone devices --leases` says who has it.',
    });
  }

  #lose(): void {
    this.#isLost = true;
    this.#stop();
  }

  #stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}

function monotonic(): number {
  return performance.now();
}

/** What was answered; null where nothing was in time, or it could not be asked. */
async function inTime<T>(question: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ANSWER_MS);
  });
  try {
    return await Promise.race([question.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
