import { writeSync } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import type { ByteText } from './byte-text.js';

const BUFFER_BYTES = 1024 * 1024;

/**
 * A file written piece by piece through two buffers, one of which is written while the other is filled. It appears under its name
 * when finished, or not at all.
 */
export class BufferedFile implements AsyncDisposable {
  #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #other = Buffer.allocUnsafe(BUFFER_BYTES);
  #filled = 0;
  /** Bytes written, or being written. */
  #written = 0;
  #underWay: Promise<void> | null = null;
  #failure: Error | null = null;
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

  add(text: ByteText): void {
    const { length } = text;
    if (this.#filled + length > BUFFER_BYTES) this.#flush();
    if (length > BUFFER_BYTES) this.#write(Buffer.from(text, 'latin1'));
    else this.#filled += this.#buffer.write(text, this.#filled, length, 'latin1');
  }

  addAll(pieces: readonly (ByteText | Uint8Array)[]): void {
    for (const piece of pieces) {
      if (typeof piece === 'string') this.add(piece);
      else this.addBytes(piece);
    }
  }

  addBytes(bytes: Uint8Array): void {
    if (this.#filled + bytes.length > BUFFER_BYTES) this.#flush();
    if (bytes.length > BUFFER_BYTES) this.#write(bytes);
    else {
      this.#buffer.set(bytes, this.#filled);
      this.#filled += bytes.length;
    }
  }

  /** Waits until all that was added is in `partial`. */
  async settle(): Promise<void> {
    this.#flush();
    await this.#underWay;
    this.#throwFailure();
  }

  async finish(): Promise<void> {
    await this.settle();
    await this.#handle.close();
    await rename(this.partial, this.#file);
    this.#finished = true;
  }

  /** Removes the file unless it is finished. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#finished) return;
    await this.#underWay;
    await this.#handle.close().catch(() => undefined);
    await rm(this.partial, { force: true });
  }

  #flush(): void {
    const bytes = this.#buffer.subarray(0, this.#filled);
    this.#filled = 0;
    if (this.#underWay !== null) {
      this.#write(bytes);
      return;
    }
    this.#throwFailure();
    const position = this.#written;
    this.#written += bytes.length;
    [this.#buffer, this.#other] = [this.#other, this.#buffer];
    this.#underWay = this.#writeBeside(bytes, position);
  }

  /** Never rejects: the next `add` or `finish` throws the error. */
  async #writeBeside(bytes: Uint8Array, position: number): Promise<void> {
    try {
      let from = 0;
      while (from < bytes.length) {
        const length = bytes.length - from;
        from += (await this.#handle.write(bytes, from, length, position + from)).bytesWritten;
      }
    } catch (error) {
      this.#failure =
        error instanceof Error ? error : new Error('the file cannot be written', { cause: error });
    } finally {
      this.#underWay = null;
    }
  }

  #write(bytes: Uint8Array): void {
    let from = 0;
    while (from < bytes.length) {
      from += writeSync(this.#handle.fd, bytes, from, bytes.length - from, this.#written + from);
    }
    this.#written += bytes.length;
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure;
  }
}
