interface Entry<T> {
  readonly made: Promise<T>;
  /** 0 while it is being made. */
  size: number;
}

/** Keeps what was made last, up to a number of bytes in all; what is asked for while it is being made is made once. */
export class ByteCache<T extends { readonly byteLength: number } = Uint8Array> {
  readonly #capacity: number;
  /** Used longest ago first. */
  readonly #entries = new Map<unknown, Entry<T>>();
  #used = 0;

  /** @param capacity bytes; what is larger by itself is made and not kept */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Bytes kept. */
  get used(): number {
    return this.#used;
  }

  /** What is kept under the key, or what `make` gives; a failure rejects for everybody who waits, and is not kept. */
  get(key: unknown, make: () => Promise<T>): Promise<T> {
    const kept = this.#entries.get(key);
    if (kept !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, kept);
      return kept.made;
    }
    const entry: Entry<T> = { made: make(), size: 0 };
    this.#entries.set(key, entry);
    entry.made.then(
      ({ byteLength }) => this.#keep(key, entry, byteLength),
      () => this.#drop(key, entry),
    );
    return entry.made;
  }

  #keep(key: unknown, entry: Entry<T>, size: number): void {
    if (size > this.#capacity) {
      this.#drop(key, entry);
      return;
    }
    entry.size = size;
    this.#used += size;
    for (const [oldKey, old] of this.#entries) {
      if (this.#used <= this.#capacity) return;
      if (old !== entry && old.size > 0) this.#drop(oldKey, old);
    }
  }

  #drop(key: unknown, entry: Entry<T>): void {
    this.#entries.delete(key);
    this.#used -= entry.size;
  }
}
