import type { FileHandle } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { openPlainFile } from '../../files/open-plain-file.js';
import { maskedCrc32c } from './crc32c.js';

/** The bytes of a file from front to back, unpacked where it is a gzip file. */
export interface ByteStream extends AsyncDisposable {
  /** Whether the file is unpacked on the way, so that reading backwards means reading from the start. */
  readonly isPacked: boolean;
  /** Bytes gone by. */
  readonly position: number;
  /** What ended the stream before its end; null while all is well. */
  readonly failure: Error | null;
  /** The next bytes without moving: at least `length`, or all that are left. */
  peek(length: number): Promise<Buffer>;
  /** The next bytes: `length` of them, fewer only at the end. They are the caller's. */
  take(length: number): Promise<Buffer>;
  /** Passes bytes over; how many there were. */
  skip(length: number): Promise<number>;
}

/** Bytes read at a time. */
const CHUNK = 1 << 18;
const HEADER = 12;

/**
 * Opens a TFRecord file, plain or gzip, independent of its name.
 *
 * @throws {FileUnreadableError}
 */
export async function openByteStream(
  file: string,
  options: { readonly signal: AbortSignal },
): Promise<ByteStream> {
  const { signal } = options;
  signal.throwIfAborted();
  // Read record by record, each of bounded size: the file as a whole may have any.
  const { handle, size } = await openPlainFile(file, { maxBytes: Infinity });
  try {
    const start = Buffer.alloc(HEADER);
    const { bytesRead } = await handle.read(start, 0, HEADER, 0);
    if (!isGzip(start.subarray(0, bytesRead))) return new PlainStream(handle, size, signal);
  } catch (error) {
    await handle.close();
    throw error;
  }
  return new GzipStream(handle, signal);
}

/** A record's length may begin with the two bytes of gzip; then the checksum after it fits, which no gzip header does. */
function isGzip(start: Buffer): boolean {
  if (start[0] !== 0x1f || start[1] !== 0x8b) return false;
  return start.length < HEADER || start.readUInt32LE(8) !== maskedCrc32c(start.subarray(0, 8));
}

/** A file read in place: what is skipped is never read. */
class PlainStream implements ByteStream {
  readonly isPacked = false;
  readonly failure = null;
  readonly #handle: FileHandle;
  readonly #size: number;
  readonly #signal: AbortSignal;
  #window: Buffer = Buffer.alloc(0);
  #position = 0;

  constructor(handle: FileHandle, size: number, signal: AbortSignal) {
    this.#handle = handle;
    this.#size = size;
    this.#signal = signal;
  }

  get position(): number {
    return this.#position;
  }

  async peek(length: number): Promise<Buffer> {
    if (this.#window.length < length && this.#position + this.#window.length < this.#size) {
      this.#window = await this.#read(this.#position, Math.max(length, CHUNK));
    }
    return this.#window;
  }

  async take(length: number): Promise<Buffer> {
    const bytes =
      length <= this.#window.length
        ? Buffer.from(this.#window.subarray(0, length))
        : length < CHUNK
          ? Buffer.from((await this.peek(length)).subarray(0, length))
          : await this.#read(this.#position, length);
    this.#move(bytes.length);
    return bytes;
  }

  async skip(length: number): Promise<number> {
    this.#signal.throwIfAborted();
    const passed = Math.min(length, this.#size - this.#position);
    this.#move(passed);
    return passed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }

  #move(length: number): void {
    this.#position += length;
    this.#window = length < this.#window.length ? this.#window.subarray(length) : Buffer.alloc(0);
  }

  async #read(from: number, wanted: number): Promise<Buffer> {
    const length = Math.max(Math.min(wanted, this.#size - from), 0);
    const bytes = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      this.#signal.throwIfAborted();
      const { bytesRead } = await this.#handle.read(bytes, filled, length - filled, from + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  }
}

/** A gzip file unpacked as it goes by; it cannot go back. */
class GzipStream implements ByteStream {
  readonly isPacked = true;
  failure: Error | null = null;
  readonly #signal: AbortSignal;
  readonly #close: () => void;
  readonly #chunks: AsyncIterator<Buffer>;
  #window: Buffer = Buffer.alloc(0);
  #position = 0;

  constructor(handle: FileHandle, signal: AbortSignal) {
    this.#signal = signal;
    // From the front, wherever earlier reads ended; the stream closes the file.
    const source = handle.createReadStream({ start: 0, highWaterMark: CHUNK });
    const unpacked = createGunzip({ chunkSize: CHUNK });
    source.on('error', (error) => unpacked.destroy(error));
    this.#close = () => {
      source.destroy();
      unpacked.destroy();
    };
    this.#chunks = source.pipe(unpacked)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  get position(): number {
    return this.#position;
  }

  async peek(length: number): Promise<Buffer> {
    while (this.#window.length < length) {
      const more = await this.#next();
      if (more === null) break;
      this.#window = this.#window.length === 0 ? more : Buffer.concat([this.#window, more]);
    }
    return this.#window;
  }

  async take(length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    let filled = 0;
    for (;;) {
      const copied = this.#window.copy(bytes, filled, 0, length - filled);
      filled += copied;
      this.#window = this.#window.subarray(copied);
      if (filled === length) break;
      const more = await this.#next();
      if (more === null) break;
      this.#window = more;
    }
    this.#position += filled;
    return bytes.subarray(0, filled);
  }

  async skip(length: number): Promise<number> {
    let left = length;
    for (;;) {
      const passed = Math.min(left, this.#window.length);
      left -= passed;
      this.#window = this.#window.subarray(passed);
      if (left === 0) break;
      const more = await this.#next();
      if (more === null) break;
      this.#window = more;
    }
    this.#position += length - left;
    return length - left;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#close();
  }

  async #next(): Promise<Buffer | null> {
    this.#signal.throwIfAborted();
    if (this.failure !== null) return null;
    try {
      const { done, value } = await this.#chunks.next();
      return done === true ? null : value;
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
      return null;
    }
  }
}
