/** A limit beyond what a timer can hold is no limit. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Ends the waiting of one attempt: when its time is up, or when the run is aborted. */
export class EpisodeControl implements Disposable {
  #controller = new AbortController();
  readonly #onClose: () => void;
  readonly #expire: () => void;
  #timer: NodeJS.Timeout | null = null;
  /** When the time is up, by `performance.now`; null where there is no limit. */
  #endsAt: number | null = null;
  #interrupt: ((reason: unknown) => void) | null = null;
  #expired = false;
  /** Pieces of work under way that do not count, and since when. */
  #pauses = 0;
  #pausedAt = 0;
  #untimedMs = 0;
  #isClosed = false;

  constructor(limitMs: number | null, onClose: () => void) {
    this.#onClose = onClose;
    this.#expire = () => {
      this.#expired = true;
      this.abort();
    };
    this.limit(limitMs);
  }

  /** From now on the attempt has this long, whatever it had before; null is no limit. */
  limit(milliseconds: number | null): void {
    const isLimited = milliseconds !== null && milliseconds <= LONGEST_TIMER_MS;
    this.#endsAt = isLimited ? performance.now() + milliseconds : null;
    this.#startTimer();
  }

  /** Adds time that was spent waiting for somebody who is no part of the episode. */
  extend(milliseconds: number): void {
    if (this.#endsAt === null || this.#expired) return;
    this.#endsAt += milliseconds;
    this.#startTimer();
  }

  /** Gives the attempt this long to come to its end, whether its time is up or not. */
  grantLast(milliseconds: number): void {
    if (this.signal.aborted) this.#controller = new AbortController();
    this.#endsAt = performance.now() + milliseconds;
    this.#startTimer();
  }

  /** Does what is no part of the episode's time: setting a task up, waiting for a person. */
  async untimed<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    if (this.#pauses === 0) this.#pausedAt = startedAt;
    this.#pauses += 1;
    this.#startTimer();
    try {
      return await work();
    } finally {
      this.#pauses -= 1;
      if (this.#pauses === 0) this.#goOn(performance.now());
    }
  }

  #goOn(now: number): void {
    const paused = now - this.#pausedAt;
    this.#untimedMs += paused;
    if (this.#endsAt !== null) this.#endsAt += paused;
    if (!this.#expired) this.#startTimer();
  }

  /** Milliseconds so far that do not count. */
  get untimedMs(): number {
    return this.#untimedMs;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the time of the episode is up. */
  get isExpired(): boolean {
    return this.#expired;
  }

  abort(): void {
    this.#controller.abort();
    this.#interrupt?.(this.signal.reason);
  }

  /**
   * The call's result; rejects as soon as the attempt is aborted, even if the call itself ignores its signal. One
   * call at a time.
   */
  guard<T>(call: (options: { readonly signal: AbortSignal }) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const { signal } = this;
      signal.throwIfAborted();
      this.#interrupt = reject;
      call({ signal }).then(resolve, reject);
    });
  }

  #startTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#endsAt === null || this.#pauses > 0 || this.#isClosed) return;
    const left = Math.min(Math.max(0, this.#endsAt - performance.now()), LONGEST_TIMER_MS);
    this.#timer = setTimeout(this.#expire, left);
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#interrupt = null;
    this.#onClose();
  }
}
