const FIRST_BYTES = 4096;
/** Most bytes of UTF-8 that one UTF-16 unit takes. */
const BYTES_PER_UNIT = 3;

/** A text in UTF-8 that only ever grows, as histories of steps do: what was added is encoded once, however often it is written. */
export class GrowingBytes {
  #buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** All that was added; valid until more is. */
  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  add(text: string): void {
    const most = this.#length + text.length * BYTES_PER_UNIT;
    if (most > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(2 * most);
      larger.set(this.bytes);
      this.#buffer = larger;
    }
    this.#length += this.#buffer.write(text, this.#length);
  }
}
