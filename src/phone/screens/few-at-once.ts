/** Why work was not begun that nobody waited for any more. */
export const NOT_WANTED: Error = new DOMException('Nobody waits for this any more', 'AbortError');

/** Runs work a few at a time, in the order in which it was asked for. */
export class FewAtOnce {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Rejects as the work does, or with `NOT_WANTED` where nobody wants it by the time its turn comes. */
  async run<T>(work: () => Promise<T>, isWanted: () => boolean): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      if (!isWanted()) throw NOT_WANTED;
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
