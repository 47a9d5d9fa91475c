/** A limit beyond what a timer can hold is no limit. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Ends the waiting of one attempt: when its time is up, or when the run is aborted. */
export class EpisodeControl implements Disposable {
  readonly #controller = new AbortController();
  readonly #onClose: () => void;
  readonly #timer: NodeJS.Timeout | null;
  #interrupt: ((reason: unknown) => void) | null = null;
  #expired = false;

  constructor(limitMs: number | null, onClose: () => void) {
    this.#onClose = onClose;
    const expire = (): void => {
      this.#expired = true;
      this.abort();
    };
    this.#timer =
      limitMs === null || limitMs > LONGEST_TIMER_MS ? null : setTimeout(expire, Math.max(0, limitMs));
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
   * The call's result; rejects as soon as the attempt is aborted, even if the call itself does not heed its signal. One
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

  [Symbol.dispose](): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#interrupt = null;
    this.#onClose();
  }
}
