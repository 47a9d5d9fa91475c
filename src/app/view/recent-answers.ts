interface Kept<T> {
  readonly print: string;
  readonly value: Promise<T>;
  /** 0 until it was made. */
  size: number;
}

/** Keeps what was asked for last, as long as what it was made from is the same. */
export class RecentAnswers<T> {
  readonly #mostSize: number;
  /** The most recently asked for last. */
  readonly #kept = new Map<string, Kept<T>>();

  /** @param mostSize what is kept has this size together, at most, in whatever its makers count */
  constructor(mostSize: number) {
    this.#mostSize = mostSize;
  }

  /**
   * What is kept under a name, if it was made from what has this print; made otherwise, once for all who ask meanwhile.
   * What could not be made is not kept.
   */
  async get(
    name: string,
    print: string,
    make: () => Promise<{ readonly value: T; readonly size: number }>,
  ): Promise<T> {
    const known = this.#kept.get(name);
    this.#kept.delete(name);
    if (known?.print === print) {
      this.#kept.set(name, known);
      return known.value;
    }
    const made = make();
    const kept: Kept<T> = { print, value: made.then(({ value }) => value), size: 0 };
    this.#kept.set(name, kept);
    // Whoever asked is told below.
    kept.value.catch(() => undefined);
    try {
      kept.size = (await made).size;
    } catch (error) {
      if (this.#kept.get(name) === kept) this.#kept.delete(name);
      throw error;
    }
    this.#drop();
    return kept.value;
  }

  #drop(): void {
    let size = 0;
    for (const [name, kept] of [...this.#kept].toReversed()) {
      size += kept.size;
      if (size > this.#mostSize) this.#kept.delete(name);
    }
  }
}
