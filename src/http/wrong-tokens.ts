/** How often somebody may be wrong before nothing more is heard from there, and for how long. */
const MOST = 10;
const WINDOW_MS = 60_000;
/** Addresses that are remembered. */
const MOST_ADDRESSES = 10_000;

/** Counts wrong tokens by the address that they come from, so that nobody can try many. */
export class WrongTokens {
  readonly #now: () => number;
  readonly #tries = new Map<string, { count: number; readonly since: number }>();

  /** @param now milliseconds of any clock that only goes forward */
  constructor({ now = () => performance.now() }: { readonly now?: () => number } = {}) {
    this.#now = now;
  }

  /** Seconds until a token from this address is looked at again; 0 where it is now. */
  waitSeconds(address: string): number {
    const tries = this.#tries.get(address);
    if (tries === undefined || tries.count < MOST) return 0;
    const left = tries.since + WINDOW_MS - this.#now();
    if (left > 0) return Math.ceil(left / 1000);
    this.#tries.delete(address);
    return 0;
  }

  /** Notes that a wrong one came from this address. */
  add(address: string): void {
    const now = this.#now();
    const tries = this.#tries.get(address);
    if (tries !== undefined && now - tries.since < WINDOW_MS) {
      tries.count += 1;
      return;
    }
    const [oldest] = this.#tries.keys();
    if (this.#tries.size >= MOST_ADDRESSES && oldest !== undefined) this.#tries.delete(oldest);
    this.#tries.delete(address);
    this.#tries.set(address, { count: 1, since: now });
  }
}
