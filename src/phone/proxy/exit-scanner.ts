import { FRAME } from '../shell/shell-frames.js';

const HEADER = 5;

/** Finds the exit status in the output of the framed shell protocol, however it is cut. Source: AOSP `adb/shell_protocol.h`. */
export class ExitScanner {
  readonly #header = Buffer.alloc(HEADER);
  #headerSize = 0;
  #left = 0;
  #status: number | null = null;

  /** Null until it has come. */
  get status(): number | null {
    return this.#status;
  }

  push(bytes: Uint8Array): void {
    let position = 0;
    while (position < bytes.length) {
      if (this.#headerSize < HEADER) {
        this.#header[this.#headerSize] = bytes[position] ?? 0;
        this.#headerSize += 1;
        position += 1;
        if (this.#headerSize < HEADER) continue;
        this.#left = this.#header.readUInt32LE(1);
      }
      if (this.#left > 0 && position < bytes.length && this.#header[0] === FRAME.exit) {
        this.#status ??= bytes[position] ?? null;
      }
      const part = Math.min(this.#left, bytes.length - position);
      position += part;
      this.#left -= part;
      if (this.#left === 0) this.#headerSize = 0;
    }
  }
}
