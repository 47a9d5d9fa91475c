import { setTimeout as delay } from 'node:timers/promises';

/** How often places come due. */
const TICK_MS = 100;

/** Places for requests that come due evenly over a time, or at once; who is late waits for nothing. */
export class RequestRow implements Disposable {
  readonly #requests: number;
  readonly #ticks: number;
  readonly #timer: NodeJS.Timeout;
  #issued = 0;
  #ticked = 0;

  /** @param seconds that pass at least until the last place is due */
  constructor(requests: number, seconds: number) {
    this.#requests = requests;
    this.#ticks = Math.ceil((1000 * seconds) / TICK_MS);
    this.#timer = setInterval(() => (this.#ticked += 1), TICK_MS).unref();
  }

  /** How many of the places are taken, 0–1 or a little more. */
  get taken(): number {
    return this.#issued / this.#requests;
  }

  /** Takes the next places and waits until they are due; false where there are no more. */
  async take(places: number): Promise<boolean> {
    if (this.#issued >= this.#requests) return false;
    this.#issued += places;
    const dueAt = Math.min(1, this.taken) * this.#ticks;
    while (this.#ticked < dueAt) await delay(TICK_MS);
    return true;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
