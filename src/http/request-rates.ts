/** Requests at once, and how many more each second, unless others are given. A page of pictures asks for hundreds at once. */
const BURST = 1_000;
const PER_SECOND = 100;
/** Names that are remembered. */
const MOST_NAMES = 10_000;

export interface RequestRatesOptions {
  readonly burst?: number;
  readonly perSecond?: number;
  /** Milliseconds of any clock that only goes forward. */
  readonly now?: () => number;
}

/** How often each may ask: so many at once, which come back at so many each second. */
export class RequestRates {
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #now: () => number;
  /** The one that asked last comes last. */
  readonly #left = new Map<string, { readonly count: number; readonly at: number }>();

  constructor({
    burst = BURST,
    perSecond = PER_SECOND,
    now = () => performance.now(),
  }: RequestRatesOptions = {}) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#now = now;
  }

  /** Counts a request. @returns seconds until the next is answered; 0 where this one is */
  take(name: string): number {
    const now = this.#now();
    const before = this.#left.get(name) ?? { count: this.#burst, at: now };
    const count = Math.min(this.#burst, before.count + ((now - before.at) / 1000) * this.#perSecond);
    const isFree = count >= 1;
    this.#left.delete(name);
    const [oldest] = this.#left.keys();
    if (this.#left.size >= MOST_NAMES && oldest !== undefined) this.#left.delete(oldest);
    this.#left.set(name, { count: isFree ? count - 1 : count, at: now });
    return isFree ? 0 : Math.max(1, Math.ceil((1 - count) / this.#perSecond));
  }
}
