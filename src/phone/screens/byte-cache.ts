interface Entry {
  readonly bytes: Promise<Uint8Array>;
  /** 0 while it is being made. */
  size: number;
}

/** Keeps what was made last, up to a number of bytes in all; what is asked for while it is being made is made once. */
export class ByteCache {
  readonly #capacity: number;
  /** Used longest ago first. */
  readonly #entries = new Map<unknown, Entry>();
  #used = 0;

  /** @param capacity bytes; what is larger by itself is made and not kept */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Bytes kept. */
  get used(): number {
    return this.#used;
  }

  /** What is kept under the key, or what `make` gives; a failure is told to everybody who waits, and not kept. */
  get(key: unknown, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const kept = this.#entries.get(key);
    if (kept !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, kept);
      return kept.bytes;
    }
    const entry: Entry = { bytes: make(), size: 0 };
    this.#entries.set(key, entry);
    entry.bytes.then(
      (bytes) => this.#keep(key, entry, bytes.byteLength),
      () => this.#drop(key, entry),
    );
    return entry.bytes;
  }

  #keep(key: unknown, entry: Entry, size: number): void {
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

  #drop(key: unknown, entry: Entry): void {
    this.#entries.delete(key);
    this.#used -= entry.size;
  }
}
