import { openPlainFile } from '../../../files/open-plain-file.js';

/** A line of a file, without its newline. */
export interface FileLine {
  /**
   * Holds the line from `start` to `end`, until the next batch is asked for; null when the line is longer than the limit, and
   * is then passed over without being held.
   */
  readonly buffer: Buffer | null;
  readonly start: number;
  readonly end: number;
  /** Position of its first byte in the file. */
  readonly offset: number;
  /** In bytes. */
  readonly length: number;
  /** Counted from 1. */
  readonly number: number;
  /** Whether a newline follows. */
  readonly ended: boolean;
}

/** Whole lines in the middle of a file. */
export interface FileRange {
  /** Position of its first byte, the beginning of a line. */
  readonly offset: number;
  /** Position after its last byte. */
  readonly end: number;
  /** Number of its first line, from 1. */
  readonly line: number;
}

export interface ReadLinesOptions {
  readonly maxLineBytes: number;
  readonly within?: string;
  /** Only these lines; the whole file unless given. */
  readonly range?: FileRange | undefined;
  readonly signal?: AbortSignal | undefined;
}

const CHUNK_BYTES = 256 * 1024;
/** Room for the beginning of a line whose rest comes with the next chunk; a longer one makes the buffer grow. */
const HELD_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/**
 * Lines of a file in batches, holding no more than one chunk and one line of it at a time. All batches use one buffer: whoever
 * wants to keep a line copies it.
 */
export async function* readLines(
  path: string,
  { maxLineBytes, within, range, signal }: ReadLinesOptions,
): AsyncGenerator<readonly FileLine[]> {
  // Of any size: what is held of it is one chunk and one line.
  const { handle } = await openPlainFile(path, { maxBytes: Infinity, within });
  const to = range?.end ?? Infinity;
  try {
    const lines = new LineSplitter(maxLineBytes, range);
    for (let position = range?.offset ?? 0; position < to;) {
      signal?.throwIfAborted();
      const { buffer, from } = lines.room();
      const { bytesRead } = await handle.read(buffer, from, Math.min(CHUNK_BYTES, to - position), position);
      if (bytesRead === 0) break;
      position += bytesRead;
      const batch = lines.split(bytesRead);
      if (batch.length > 0) yield batch;
    }
    const rest = lines.rest();
    if (rest !== null) yield [rest];
  } finally {
    await handle.close();
  }
}

/** Finds lines in one chunk after the other. */
class LineSplitter {
  readonly #maxLineBytes: number;
  #buffer = Buffer.allocUnsafe(HELD_BYTES + CHUNK_BYTES);
  /** Where the line under way stands in the buffer. One that is too long has no bytes there. */
  #start = 0;
  #end = 0;
  /** All of its bytes so far. */
  #length = 0;
  #offset: number;
  #number: number;

  constructor(maxLineBytes: number, range: FileRange | undefined) {
    this.#maxLineBytes = maxLineBytes;
    this.#offset = range?.offset ?? 0;
    this.#number = range?.line ?? 1;
  }

  /** Where the next chunk goes: behind the line under way, which moves to the beginning. The last batch is then void. */
  room(): { readonly buffer: Buffer; readonly from: number } {
    const held = this.#end - this.#start;
    const usual = HELD_BYTES + CHUNK_BYTES;
    const needed = held + CHUNK_BYTES;
    const before = this.#buffer;
    // What one long line took is given back after it.
    if (before.length < needed || (before.length > usual && needed <= usual)) {
      this.#buffer = Buffer.allocUnsafe(needed <= usual ? usual : 2 * needed);
    }
    before.copy(this.#buffer, 0, this.#start, this.#end);
    this.#start = 0;
    this.#end = held;
    return { buffer: this.#buffer, from: held };
  }

  /** The lines that end within the chunk of so many bytes that was put there. */
  split(chunkBytes: number): readonly FileLine[] {
    const lines: FileLine[] = [];
    const filled = this.#end + chunkBytes;
    const chunk = this.#buffer.subarray(0, filled);
    for (;;) {
      const found = chunk.indexOf(NEWLINE, this.#end);
      const end = found === -1 ? filled : found;
      this.#length += end - this.#end;
      this.#end = end;
      if (found === -1) break;
      lines.push(this.#line(true));
      this.#offset += this.#length + 1;
      this.#number += 1;
      this.#length = 0;
      this.#start = this.#end = found + 1;
    }
    if (this.#length > this.#maxLineBytes) this.#start = this.#end;
    return lines;
  }

  /** What follows the last newline; null where nothing does. */
  rest(): FileLine | null {
    return this.#length === 0 ? null : this.#line(false);
  }

  #line(ended: boolean): FileLine {
    return {
      buffer: this.#length > this.#maxLineBytes ? null : this.#buffer,
      start: this.#start,
      end: this.#end,
      offset: this.#offset,
      length: this.#length,
      number: this.#number,
      ended,
    };
  }
}
