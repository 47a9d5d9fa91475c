/** Reads a stream of bytes that is cut anyhow, as much at a time as is asked for. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Exactly so many bytes, in memory of their own; null where the stream ends before. Meant for few bytes. */
  async read(size: number): Promise<Buffer | null> {
    const bytes = Buffer.alloc(size);
    for (let filled = 0; filled < size;) {
      const some = await this.some(size - filled);
      if (!some) return null;
      bytes.set(some, filled);
      filled += some.length;
    }
    return bytes;
  }

  /** What comes next, one byte at least and `most` at most; null at the end. Only good until the next call. */
  async some(most: number): Promise<Uint8Array | null> {
    while (!this.#chunk.length) {
      const next = await this.#source.next();
      if (next.done) return null;
      this.#chunk = next.value;
    }
    const some = this.#chunk.subarray(0, most);
    this.#chunk = this.#chunk.subarray(some.length);
    return some;
  }
}
