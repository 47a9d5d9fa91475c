import type { PhoneClock } from './phone-controls.js';
import type { PhoneTime } from './phone-time.js';

/** Time on a phone: advances by what commands take. See {@link PhoneClock}. */
export class VirtualClock implements PhoneClock {
  readonly timeZone: string;
  readonly #startsAt: number;
  readonly #isReal: boolean;
  readonly #time: PhoneTime;
  #passed = 0;
  /** When the phone was started last, on the same count. */
  #startedAt = 0;

  constructor(options: {
    readonly startsAt: number;
    readonly timeZone: string;
    readonly isReal: boolean;
    readonly time: PhoneTime;
  }) {
    this.timeZone = options.timeZone;
    this.#startsAt = options.startsAt;
    this.#isReal = options.isReal;
    this.#time = options.time;
  }

  get now(): number {
    return this.#startsAt + this.#passed;
  }

  get uptime(): number {
    return this.#passed - this.#startedAt;
  }

  /** Moves it on without waiting or letting anybody else run. */
  advance(milliseconds: number): void {
    if (milliseconds > 0) this.#passed += milliseconds;
  }

  /** The phone has started anew, which took it some time. */
  restart(milliseconds: number): void {
    this.advance(milliseconds);
    this.#startedAt = this.#passed;
  }

  async pass(milliseconds: number, options: { signal?: AbortSignal } = {}): Promise<void> {
    this.advance(milliseconds);
    if (this.#isReal && milliseconds > 0) await this.#time.wait(milliseconds, options.signal);
    else await new Promise((resolve) => setImmediate(resolve));
  }
}
