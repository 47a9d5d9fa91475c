import { writeSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

const BUFFER_BYTES = 1024 * 1024;
/** Most bytes of UTF-8 that one UTF-16 unit takes. */
const BYTES_PER_UNIT = 3;

/** A file written piece by piece through one buffer. It appears under its name when finished, or not at all. */
export class BufferedFile implements AsyncDisposable {
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #filled = 0;
  #written = 0;
  #finished = false;

  readonly #file: string;
  readonly #handle: FileHandle;
  /** Where the bytes lie until the file is finished. */
  readonly partial: string;

  private constructor(file: string, partial: string, handle: FileHandle) {
    this.#file = file;
    this.partial = partial;
    this.#handle = handle;
  }

  static async create(file: string): Promise<BufferedFile> {
    const partial = `${file}.${process.pid}.partial`;
    return new BufferedFile(file, partial, await open(partial, 'w'));
  }

  /** Bytes added so far. */
  get length(): number {
    return this.#written + this.#filled;
  }

  add(text: string): void {
    const most = text.length * BYTES_PER_UNIT;
    if (this.#filled + most > BUFFER_BYTES) this.flush();
    if (most > BUFFER_BYTES) this.#write(Buffer.from(text));
    else this.#filled += this.#buffer.write(text, this.#filled);
  }

  addBytes(bytes: Uint8Array): void {
    if (this.#filled + bytes.length > BUFFER_BYTES) this.flush();
    if (bytes.length > BUFFER_BYTES) this.#write(bytes);
    else {
      this.#buffer.set(bytes, this.#filled);
      this.#filled += bytes.length;
    }
  }

  /** Writes what is buffered to `partial`. */
  flush(): void {
    const bytes = this.#buffer.subarray(0, this.#filled);
    this.#filled = 0;
    this.#write(bytes);
  }

  async finish(): Promise<void> {
    this.flush();
    await this.#handle.close();
    await rename(this.partial, this.#file);
    this.#finished = true;
  }

  /** Removes the file unless it is finished. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#finished) return;
    await this.#handle.close().catch(() => undefined);
    await rm(this.partial, { force: true });
  }

  #write(bytes: Uint8Array): void {
    let from = 0;
    while (from < bytes.length) from += writeSync(this.#handle.fd, bytes, from);
    this.#written += bytes.length;
  }
}
