import type { ByteText } from './byte-text.js';

const FIRST_BYTES = 4096;

/** A text in UTF-8 that only ever grows, as histories of steps do: what was added is copied whole, however often it is written. */
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

  add(text: ByteText): void {
    const length = this.#length + text.length;
    if (length > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(2 * length);
      larger.set(this.bytes);
      this.#buffer = larger;
    }
    this.#buffer.write(text, this.#length, text.length, 'latin1');
    this.#length = length;
  }
}
