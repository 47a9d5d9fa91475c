import type { PhoneClock } from '../device/phone-controls.js';
import type { PhoneTime } from '../device/phone-time.js';

/** Clock of a phone whose screens are live: the machine's time, and waiting takes as long as it says. */
export class LiveClock implements PhoneClock {
  readonly timeZone: string;
  readonly #time: PhoneTime;
  #startedAt: number;

  constructor(time: PhoneTime, timeZone: string) {
    this.#time = time;
    this.timeZone = timeZone;
    this.#startedAt = time.wall();
  }

  get now(): number {
    return this.#time.wall();
  }

  get uptime(): number {
    return this.#time.wall() - this.#startedAt;
  }

  /** The phone has started anew. */
  restart(): void {
    this.#startedAt = this.#time.wall();
  }

  async pass(milliseconds: number, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
    await this.#time.wait(Math.max(milliseconds, 0), signal);
  }
}
